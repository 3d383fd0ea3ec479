/// RowStep: one part of a step for the columns of a row: inflow, percolation, evaporation and seepage.
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

/// Water that full ground draws from the lake above it. `lacked` holds the amount of each column, from `cell` on. The
/// columns have already received this water; if the lake has less, the difference must be taken back from them.
struct LakeDraw {
  std::size_t cell;
  QuantaSum amount;
  std::vector<Quanta> lacked;
};

/// Water that a row exchanges with its surroundings in a part of a step.
struct Exchange {
  QuantaSum brought = 0, left = 0;
  QuantaSum dried = 0;          ///< evaporation and transpiration
  std::vector<LakePour> pours;  ///< into standing water
  std::vector<LakeDraw> draws;
  bool rests = true;  ///< nothing has changed, and nothing will change until water arrives
};

/// A row, and the gains of its columns by flow (negative: losses).
struct GainedRow {
  AquiferRow const& columns;
  std::span<Quanta const> gains;
  std::span<Quanta const> standing;  ///< depth of standing water on each column
  std::size_t first;                 ///< index of its first cell
};

/// Arrays of the land into which rows write their results.
struct RowsAfter {
  LandVector<Quanta>& stored;   ///< water below the water table
  std::vector<float>& seepage;  ///< m/d
};

/// Applies the parts of a step to rows of columns. Keeps references to its arguments.
class RowStep {
 public:
  RowStep(Terrain& terrain, GroundwaterParameters const& parameters, RowsAfter const& after);

  /// Applies a part of a step to a row. Rows may run in parallel.
  Exchange pass(Part const& part, GainedRow const& row) const;
  struct Drink {
    QuantaSum amount = 0;
    bool rests = true;  ///< no root reaches water
  };
  /// Subtracts the water that plants transpire: first from the moisture of a row, then from its gains.
  Drink drink(Part const& part, AquiferRow const& row, std::span<Quanta> gains) const;

 private:
  struct Column {
    GainedRow const& row;
    std::size_t x;
  };
  /// The columns from `begin` up to, but not including, `end`.
  struct Run {
    GainedRow const& row;
    std::size_t begin, end;
    bool standing;  ///< they lie under one lake
  };

  static QuantaSum runs_down(Part const& part, Column const& column);
  void update_column(Part const& part, Column const& column, Exchange& exchange) const;
  /// The same for many columns at once, none of which is held by an edge.
  void update_columns(Part const& part, Run const& run, Exchange& exchange) const;
  bool can_update_columns(Part const& part, GainedRow const& row) const;
  /// Divides a row into runs. None contains a column that is held.
  std::vector<Run> runs_of(GainedRow const& row) const;

  Terrain& terrain_;
  GroundwaterParameters const& parameters_;
  RowsAfter after_;
  MaskFactor recharge_, evaporation_, transpiration_;
};

}  // namespace barchan::groundwater
