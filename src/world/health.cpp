#include <array>

#include "world/health.hpp"

namespace barchan {

std::vector<HealthRow> health_rows(std::uint32_t health) {
  static constexpr std::array<HealthRow, 6> kRows{{
      {"budget_broken", "The mass balance is not closed: matter appeared or vanished."},
      {"negative_thickness", "A layer has a negative thickness."},
      {"non_finite", "A value of the simulation is infinite or not a number."},
      {"near_range_end",
       "Either the land has reached 8191 m above or below the datum, where the range of elevations ends and matter "
       "leaves the land, or an obstacle of the time line was left out because it would have reached farther than 8000 "
       "m from the datum. Choose another datum."},
      {"left_out",
       "A command of the time line was left out. Either it named an obstacle, a mask or a source that did not exist at "
       "that time, or an obstacle stood where a source was to begin, or the land already had as many sources or storms "
       "as are allowed."},
      {kClockLimited,
       "A slow process could not do all the time that its clock asked for, so its clock ran slower. Nothing is lost. "
       "The key `calendar` of the report says which process, and by how much. Lower its clock or, with "
       "`calendar.follow`, raise `calendar.flux`."},
  }};
  std::vector<HealthRow> rows;
  for (std::size_t bit = 0; bit < kRows.size(); ++bit) {
    if ((health >> bit & 1u) != 0) rows.push_back(kRows[bit]);
  }
  return rows;
}

}  // namespace barchan
