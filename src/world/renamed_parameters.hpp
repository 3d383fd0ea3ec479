/// Parameters that once had another name. Saved worlds with an old name are read under the new one, and error messages
/// give the new one.
#pragma once

#include <array>

#include "base/named_values.hpp"

namespace barchan {

inline constexpr std::array<RenamedKey, 4> kRenamedParameters{{
    {"cascade.roughness", "gravity.repose_slope"},
    {"cascade.settling", "gravity.settling"},
    {"cascade.static_excess", "gravity.static_excess"},
    {"cascade.mixing_depth", "gravity.mixing_depth"},
}};

}  // namespace barchan
