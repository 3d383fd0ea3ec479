#include "processes/groundwater/sections.hpp"

#include <bit>
#include <utility>

namespace barchan::groundwater {

namespace {

constexpr int kRowGrain = 16;

std::vector<SectionPlane> planes_of(Strata const& strata, int y, std::size_t width) {
  std::vector<SectionPlane> planes;
  for (Strata::Planes sections(strata, y); sections.more();) {
    SectionPlane plane{.thickness = std::vector<Quanta>(width), .soils = std::vector<SoilId>(width)};
    plane.set = sections.next(plane.thickness, plane.soils, kRock);
    if (plane.set == 0) break;  // only bedrock is left
    if (std::has_single_bit(plane.set)) plane.soils = {};
    planes.push_back(std::move(plane));
  }
  return planes;
}

}  // namespace

void Sections::follow(Columns const& columns, Grid const& grid, Scheduler const& scheduler) {
  Strata const& strata = columns.strata();
  rows_.resize(strata.empty() ? 0 : static_cast<std::size_t>(grid.height));
  scheduler.for_ranges(static_cast<int>(rows_.size()), kRowGrain, [&](int first, int last) {
    for (int y = first; y < last; ++y) {
      Row& row = rows_[static_cast<std::size_t>(y)];
      if (row.changes == strata.changes(y)) continue;
      row = {strata.changes(y), planes_of(strata, y, static_cast<std::size_t>(grid.width))};
    }
  });
}

}  // namespace barchan::groundwater
