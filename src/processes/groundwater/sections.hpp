/// The layers below the covers of a land, as planes that are cached until the land changes.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "land/columns.hpp"

namespace barchan::groundwater {

/// The uppermost buried layer of all columns of a row, or the next one below, and so on.
struct SectionPlane {
  std::vector<Quanta> thickness;  ///< 0: there is no such layer
  std::vector<SoilId> soils;      ///< empty if all are of the same soil
  SoilSet set = 0;                ///< the soils that occur

  bool operator==(SectionPlane const&) const = default;
  SoilId soil(std::size_t x) const { return soils.empty() ? static_cast<SoilId>(std::countr_zero(set)) : soils[x]; }
};

class Sections {
 public:
  Sections() = default;
  Sections(Columns const& columns, Grid const& grid) { follow(columns, grid, Scheduler()); }

  /// Rereads the rows that have changed since the last call. The columns must be the same object.
  void follow(Columns const& columns, Grid const& grid, Scheduler const& scheduler);
  /// The buried layers of a row above the bedrock, from the top down.
  std::span<SectionPlane const> row(int y) const {
    return rows_.empty() ? std::span<SectionPlane const>() : rows_[static_cast<std::size_t>(y)].planes;
  }

 private:
  struct Row {
    std::uint64_t changes = 0;
    std::vector<SectionPlane> planes;
  };
  std::vector<Row> rows_;  ///< empty if nothing lies below the covers
};

}  // namespace barchan::groundwater
