/// The date, for automatic saves. Nothing else reads it: no result may depend on when it is computed.
#pragma once

#include <cstdint>
#include <string>

namespace barchan {

/// s since 1970, as the clock of the machine says.
std::int64_t seconds_since_1970();
/// "20260921-141320", in universal time.
std::string stamp_of(std::int64_t time);
/// "today at 14:05", "yesterday at 9:30" or "on 3 May 2026 at 9:30", in local time. `time`, `now`: s since 1970.
std::string time_text(std::int64_t time, std::int64_t now);

}  // namespace barchan
