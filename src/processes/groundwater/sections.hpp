/// Sections below the covers of a land, in planes that are kept for as long as nothing changes there.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "land/columns.hpp"

namespace barchan::groundwater {

/// The uppermost section of all columns of a row, or the next below, and so on.
struct SectionPlane {
  std::vector<Quanta> thickness;  ///< 0: there is none
  std::vector<SoilId> soils;      ///< empty where all are of the same soil
  SoilSet set = 0;                ///< of which soils they are

  bool operator==(SectionPlane const&) const = default;
  SoilId soil(std::size_t x) const { return soils.empty() ? static_cast<SoilId>(std::countr_zero(set)) : soils[x]; }
};

class Sections {
 public:
  Sections() = default;
  Sections(Columns const& columns, Grid const& grid) { follow(columns, grid, Scheduler()); }

  /// Reads the rows anew in which something has changed since; of the same columns as before.
  void follow(Columns const& columns, Grid const& grid, Scheduler const& scheduler);
  /// Those above the bedrock, from above.
  std::span<SectionPlane const> row(int y) const {
    return rows_.empty() ? std::span<SectionPlane const>() : rows_[static_cast<std::size_t>(y)].planes;
  }

 private:
  struct Row {
    std::uint64_t changes = 0;
    std::vector<SectionPlane> planes;
  };
  std::vector<Row> rows_;  ///< empty where nothing lies below the covers
};

}  // namespace barchan::groundwater
