/// Parameters that once had another name: saved worlds are read with the new one, and errors say what it is.
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
