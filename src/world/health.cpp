#include <array>

#include "world/health.hpp"

namespace barchan {

std::vector<HealthRow> health_rows(std::uint32_t health) {
  static constexpr std::array<HealthRow, 6> kRows{{
      {"budget_broken",
       "The mass balance is not closed: matter appeared or vanished. This is a fault of Barchan; please report it."},
      {"negative_thickness", "A layer has a negative thickness. This is a fault of Barchan; please report it."},
      {"non_finite",
       "A value of the simulation is infinite or not a number. This is a fault of Barchan; please report it."},
      {"near_range_end",
       "One of two things happened: the land reached 8191 m above or below the datum, where matter leaves it; or an "
       "obstacle of the time line was left out, because the land would have exceeded a limit of 8000 m. Choose another "
       "datum."},
      {"left_out",
       "A command of the time line was left out, for one of three reasons: it named an obstacle, a mask or a source "
       "that did not exist at that time; it started a source where an obstacle stood; or the land already had the "
       "largest allowed number of sources or storms."},
      {kClockLimited,
       "A slow process could not simulate as much time as requested, so its clock ran slower. Nothing is lost. The key "
       "`calendar` of the report gives, for each process, the requested speed and the speed that was reached. Set a "
       "slower clock or, if `calendar.follow` is on, raise `calendar.flux`."},
  }};
  std::vector<HealthRow> rows;
  for (std::size_t bit = 0; bit < kRows.size(); ++bit) {
    if ((health >> bit & 1u) != 0) rows.push_back(kRows[bit]);
  }
  return rows;
}

}  // namespace barchan
