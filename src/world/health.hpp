/// Health: the faults that a check of all matter can find in a world.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace barchan {

/// Flags, combined with bitwise OR.
enum class Health : std::uint32_t {
  sound = 0,
  budget_broken = 1,       ///< matter appeared or vanished
  negative_thickness = 2,  ///< a layer has a negative thickness
  non_finite = 4,          ///< a NaN or an infinity in the state
  near_range_end = 8,      ///< an elevation has reached kRangeEnd, or a timed obstacle would have passed 8000 m
  left_out = 16,           ///< a command of the time line could not be carried out
};

/// One flag: its name in reports, and a sentence for users.
struct HealthRow {
  std::string_view id, text;
};
/// The rows of the flags in `health`; empty if the world is sound.
std::vector<HealthRow> health_rows(std::uint32_t health);

}  // namespace barchan
