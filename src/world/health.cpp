#include <array>

#include "world/health.hpp"

namespace barchan {

std::vector<HealthRow> health_rows(std::uint32_t health) {
  static constexpr std::array<HealthRow, 6> kRows{{
      {"budget_broken", "The mass balance is not closed: matter appeared or vanished."},
      {"negative_thickness", "A layer has a negative thickness."},
      {"non_finite", "A value of the simulation is infinite or not a number."},
      {"near_range_end",
       "The range of elevations ends 8191 m above and below the datum. Either the land reached this limit, and "
       "matter left the land there, or an obstacle of the time line was left out because it would have reached "
       "farther than 8000 m from the datum. Choose another datum."},
      {"left_out",
       "A command of the time line was left out, for one of three reasons: it named an obstacle, a mask or a source "
       "that did not exist at that time; an obstacle stood where a source was to begin; or the land already had as "
       "many sources or storms as are allowed."},
      {kClockLimited,
       "A slow process could not keep up with its clock, so the clock ran slower. Nothing is lost. In the report, "
       "the key `calendar` names the process and the rate that it reached. To avoid this, lower the clock of the "
       "process or, with `calendar.follow`, raise `calendar.flux`."},
  }};
  std::vector<HealthRow> rows;
  for (std::size_t bit = 0; bit < kRows.size(); ++bit) {
    if ((health >> bit & 1u) != 0) rows.push_back(kRows[bit]);
  }
  return rows;
}

}  // namespace barchan
