#include <array>

#include "world/health.hpp"

namespace barchan {

std::vector<HealthRow> health_rows(std::uint32_t health) {
  static constexpr std::array<HealthRow, 5> kRows{{
      {"budget_broken", "Sand appeared or vanished: the books do not close."},
      {"negative_thickness", "A layer is thinner than nothing."},
      {"non_finite", "A number of the simulation is not finite."},
      {"near_range_end",
       "The land reaches the end of the height range (8192 m), or an obstacle would have: choose "
       "another datum."},
      {"left_out",
       "A command of the time line was left out: an obstacle stood where a source was to rise, one that was to end did "
       "not flow any more, or there were too many sources or storms already."},
  }};
  std::vector<HealthRow> rows;
  for (std::size_t bit = 0; bit < kRows.size(); ++bit) {
    if ((health >> bit & 1u) != 0) rows.push_back(kRows[bit]);
  }
  return rows;
}

}  // namespace barchan
