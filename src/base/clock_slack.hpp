/// Tolerance for comparing times on the world's clock.
#pragma once

namespace barchan {

/// Tolerance, s. The clock is a sum of float steps and may fall short of a whole number by this much. An event is due
/// in the first step that begins no earlier than its time minus this tolerance. The tolerance is shorter than any step.
inline constexpr double kClockSlack = 1e-3;

}  // namespace barchan
