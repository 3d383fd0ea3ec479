/// Lakes: standing water as bodies, each with one level, counted in whole quanta.
///
/// A lake is a volume of water over cells that are connected by sides or corners. Its level is the highest whole
/// quantum that the volume reaches over the ground of its cells. The remainder below one quantum of level stays in the
/// lake. The surface is flat to the quantum, and no water is created or lost. A lake at rest takes no time in a step.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/changes.hpp"

namespace barchan {

class Archive;
class Columns;
class Scheduler;
namespace lakes {
class Bodies;
}

/// Identifies a lake for its lifetime; 0: no lake. When a lake splits, its largest piece keeps the id. When two lakes
/// merge, the result has the id of the larger one.
using LakeId = std::int32_t;

/// Water that comes to rest in a cell.
struct LakePour {
  std::size_t cell = 0;
  QuantaSum amount = 0;  ///< quanta of depth over one cell, >= 0

  bool operator==(LakePour const&) const = default;
};

/// Water that leaves a lake over a gate, which is a shore cell beyond which the ground is lower. Water that flows
/// directly into another lake beside the gate is not an outflow.
struct LakeOutflow {
  static constexpr std::size_t kOutside = std::numeric_limits<std::size_t>::max();

  std::size_t gate = 0;    ///< cell on the crest over which the water flows
  std::size_t beyond = 0;  ///< cell into which it falls; kOutside: beyond an open edge
  QuantaSum amount = 0;

  bool operator==(LakeOutflow const&) const = default;
};

/// Conditions of one step.
struct LakeStep {
  /// Duration, s. Infinite: everything above a lake's lowest gate leaves at once.
  double seconds = std::numeric_limits<double>::infinity();
  double evaporation = 0.0;  ///< quanta of depth that each wet cell loses in the step, >= 0
  Quanta soaks = 0;          ///< a lake with a smaller mean depth and without inflow soaks away, quanta
  /// Retention of the inflow by weirs, 0 to 1. At 1, the level rises until the outflow over the weirs equals the
  /// inflow. At 0, the inflow leaves in the same step. In between, the flow over weirs is multiplied by 1 / retention.
  double retention = 0.0;
};

/// Water that leaves the lakes in one step, quanta.
struct LakeLosses {
  std::vector<LakeOutflow> outflows;  ///< in ascending order of lake id
  QuantaSum evaporated = 0, soaked = 0;
  QuantaSum crossed = 0;  ///< water that flowed directly from one lake into another
  QuantaSum left = 0;     ///< the part of `crossed` that ran off the land over an open edge
};

/// Totals since the beginning, quanta: poured = held + spilled + left + evaporated + soaked, exactly.
struct LakeBook {
  QuantaSum poured = 0;
  QuantaSum spilled = 0;  ///< left the lakes as outflows
  QuantaSum left = 0;     ///< ran off the land over an open edge
  QuantaSum evaporated = 0;
  QuantaSum soaked = 0;

  QuantaSum held() const { return poured - spilled - left - evaporated - soaked; }
  /// Returns whether held() cannot overflow. Totals that are read from a file may be damaged.
  bool in_range() const {
    constexpr QuantaSum kMost = QuantaSum{1} << 60;
    return std::ranges::all_of(std::array{poured, spilled, left, evaporated, soaked},
                               [](QuantaSum total) { return total >= -kMost && total <= kMost; });
  }
  bool operator==(LakeBook const&) const = default;
};

/// State of a lake.
struct LakeView {
  Quanta level = 0;      ///< elevation of the surface
  QuantaSum volume = 0;  ///< quanta of depth over one cell
  QuantaSum inflow = 0;  ///< inflow since the last step, which has not yet raised the level
  int cells = 0;         ///< wet cells; 0: the lake does not exist
};

/// The lakes of one land. They use no memory until water first comes to rest.
///
/// In a step, the caller passes the changed ground to follow(), adds water that has come to rest with pour(), and calls
/// settle(). It routes the outflows that settle() returns downhill and pours them again.
class Lakes {
 public:
  /// Lakes of a land with a single cell.
  Lakes();
  explicit Lakes(Grid const& grid);
  ~Lakes();
  Lakes(Lakes const& other);
  Lakes& operator=(Lakes const& other);
  Lakes(Lakes&&) noexcept;
  Lakes& operator=(Lakes&&) noexcept;

  // -- changes -------------------------------------------------------------------------------------------------
  /// Adds water. It joins the lake of its cell, or runs down to the lowest ground that it reaches, and waits there for
  /// the next step. The order of `pours` has no effect. For the first water, the ground is `elevations` (one entry per
  /// cell); afterwards it is that of the last follow(). Returns the amount that ran off the land.
  QuantaSum pour(std::span<LakePour const> pours, std::span<Quanta const> elevations);
  /// Adopts the current ground. The water responds in the next step.
  void follow(std::span<Quanta const> elevations);
  /// The same for the columns of a land, in two calls. look() compares the rows that have changed on all threads, then
  /// heed() applies the changes on one thread. No other member may be called between the two.
  void look(Columns const& columns, Scheduler const& scheduler);
  void heed();

  /// Takes up to `amount` (>= 0) from the lake of a cell for the ground below it. Returns the amount taken.
  QuantaSum draw(std::size_t cell, QuantaSum amount);
  /// Closes these cells of an open edge (ascending) for outflow, and opens all others. This is used where rivers come
  /// in. A closed cell under standing water stays closed.
  void close(std::span<std::size_t const> edge_cells);
  /// Advances all lakes that are not at rest, in ascending order of their ids. Lakes rise and fall, wet and dry cells,
  /// merge, split, and spill over their gates.
  LakeLosses settle(LakeStep const& step);

  // -- queries -------------------------------------------------------------------------------------------------
  bool empty() const { return count() == 0; }
  int count() const;
  /// Lake of a cell; 0 if there is none.
  LakeId id(std::size_t cell) const { return ids().empty() ? 0 : ids()[cell]; }
  /// Lake of every cell; empty until water first comes to rest.
  std::span<LakeId const> ids() const;
  /// Ids of all lakes, ascending.
  std::vector<LakeId> all() const;
  LakeView lake(LakeId id) const;
  /// Cells of a lake, ascending.
  std::vector<std::size_t> cells(LakeId id) const;
  /// Depth of the lake above the ground of the last follow(), >= 0; 0 if there is no lake.
  Quanta depth(std::size_t cell) const;
  /// The same for the cells from `first` on, one per entry of `depths`.
  void read_depths(std::size_t first, std::span<Quanta> depths) const;
  /// Elevation of the surface of a cell's lake, including the inflow and outflow since it last settled. The lowest
  /// Quanta if there is no lake.
  Quanta surface(std::size_t cell) const;
  /// All water, including waiting inflow.
  QuantaSum held() const;
  LakeBook const& book() const { return book_; }
  /// Returns whether no lake waits for the next step.
  bool at_rest() const;

  /// Checks the invariants between steps on the whole land. Returns one sentence about the first fault, or an empty
  /// string.
  std::string fault() const;

  /// Reads or writes the lakes. `elevations` are those of the land, and must be the same when saving and when reading.
  /// Throws ArchiveError on lakes that no land can have.
  void keep(Archive& archive, std::span<Quanta const> elevations);

  /// Returns whether both would develop equally.
  bool operator==(Lakes const& other) const;

 private:
  /// Evaporation since the beginning from a cell that was always wet.
  struct Evaporation {
    QuantaSum depth = 0;
    double rest = 0.0;      ///< remainder below a quantum
    std::int32_t turn = 0;  ///< group of lakes, one of sixteen, that loses its evaporation in this step
    bool operator==(Evaporation const&) const = default;
  };

  Grid grid_;
  LakeBook book_;
  Evaporation evaporation_;
  std::vector<std::size_t> closed_;        ///< cells of an open edge, ascending
  Changes::Look seen_;                     ///< last look at the columns of a land
  std::unique_ptr<lakes::Bodies> bodies_;  ///< null until water first comes to rest
};

}  // namespace barchan
