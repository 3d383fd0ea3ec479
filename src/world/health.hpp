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
  clock_limited = 32,      ///< no fault: a slow process did less time than its clock asked for
};

/// The flags that are faults of a world.
constexpr std::uint32_t faults_of(std::uint32_t health) {
  return health & ~static_cast<std::uint32_t>(Health::clock_limited);
}

/// One flag: its name in reports, and a sentence for users.
struct HealthRow {
  std::string_view id, text;
};
/// Id of the flag that is no fault.
inline constexpr std::string_view kClockLimited = "clock_limited";
/// The rows of the flags in `health`; empty if the world is sound.
std::vector<HealthRow> health_rows(std::uint32_t health);

}  // namespace barchan
