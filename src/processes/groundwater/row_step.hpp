/// What a part of a step does to the columns of a row: water comes by flow, runs down, goes into the air and comes out.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/land_vector.hpp"
#include "base/quanta.hpp"
#include "land/terrain.hpp"
#include "processes/groundwater/aquifer.hpp"
#include "processes/groundwater/column_kernel.hpp"
#include "processes/groundwater/parameters.hpp"
#include "processes/groundwater/span.hpp"

namespace barchan::groundwater {

/// What full ground asks of the lake above it, column by column from `cell` on. It has it already; where the lake has
/// less, the rest is to be taken back.
struct LakeDraw {
  std::size_t cell;
  QuantaSum amount;
  std::vector<Quanta> lacked;
};

/// What a row of the land gives and takes in a part.
struct Exchange {
  QuantaSum brought = 0, left = 0;
  QuantaSum dried = 0;          ///< into the air, also through plants
  std::vector<LakePour> pours;  ///< into standing water
  std::vector<LakeDraw> draws;
  bool rests = true;  ///< nothing has changed, nor will it as long as nothing comes
};

/// A row and what its columns gain by flow, below 0: lose.
struct GainedRow {
  AquiferRow const& columns;
  std::span<Quanta const> gains;
  std::span<Quanta const> standing;  ///< depth of the water on each
  std::size_t first;                 ///< its first cell
};

/// Where the rows of a land find what is theirs to change.
struct RowsAfter {
  LandVector<Quanta>& stored;   ///< below the table
  std::vector<float>& seepage;  ///< m/d
};

class RowStep {
 public:
  RowStep(Terrain& terrain, GroundwaterParameters const& parameters, RowsAfter const& after)
      : terrain_(terrain), parameters_(parameters), after_(after) {}

  /// Lets a part of a step pass. Rows may do so at the same time.
  Exchange pass(Part const& part, GainedRow const& row) const;
  struct Drink {
    QuantaSum amount = 0;
    bool rests = true;  ///< no plant reaches water
  };
  /// What plants take out of a row and of what it gains.
  Drink drink(Part const& part, AquiferRow const& row, std::span<Quanta> gains) const;

 private:
  struct Column {
    GainedRow const& row;
    std::size_t x;
  };
  /// Columns of a row from one to before another.
  struct Run {
    GainedRow const& row;
    std::size_t begin, end;
    bool standing;  ///< in one lake
  };

  static QuantaSum runs_down(Part const& part, Column const& column);
  void tend(Part const& part, Column const& column, Exchange& exchange) const;
  /// The same for columns that no edge holds, many at once.
  void tend_even(Part const& part, Run const& run, Exchange& exchange) const;
  bool can_tend_even(Part const& part, GainedRow const& row) const;
  /// The runs of a row, one after the other; none goes over a column that is held.
  std::vector<Run> runs_of(GainedRow const& row) const;

  Terrain& terrain_;
  GroundwaterParameters const& parameters_;
  RowsAfter after_;
};

}  // namespace barchan::groundwater
