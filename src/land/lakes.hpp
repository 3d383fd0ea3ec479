/// Lakes: standing water as bodies, each with one level, counted in whole quanta.
///
/// A lake is a volume of water over connected cells (sides and corners join). Its level is the largest whole number of
/// quanta that the volume reaches over the ground of its cells; what is left below a quantum of level stays in it. The
/// surface is flat to the quantum and no water is made or lost. A lake at rest costs nothing in a step.
#pragma once

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

/// Names a lake as long as it lives; 0: none. The largest part of a lake that parts keeps its id, and so does the
/// larger of two that meet.
using LakeId = std::int32_t;

/// Water that comes to rest in a cell.
struct LakePour {
  std::size_t cell = 0;
  QuantaSum amount = 0;  ///< quanta of depth over one cell, >= 0

  bool operator==(LakePour const&) const = default;
};

/// Water that leaves a lake over a gate, a cell of its shore beyond which the ground is lower. What another lake beside
/// the gate takes up at once is none.
struct LakeOutflow {
  static constexpr std::size_t kOutside = std::numeric_limits<std::size_t>::max();

  std::size_t gate = 0;    ///< the cell on the crest, over which it flows
  std::size_t beyond = 0;  ///< the cell into which it falls; kOutside: beyond an open edge
  QuantaSum amount = 0;

  bool operator==(LakeOutflow const&) const = default;
};

/// How one step goes on.
struct LakeStep {
  /// s. Infinite: whatever stands above a lake's lowest gate leaves at once.
  double seconds = std::numeric_limits<double>::infinity();
  double evaporation = 0.0;  ///< quanta of depth that wet cells lose in the step, >= 0
  Quanta soaks = 0;          ///< lakes of a mean depth below this and without inflow soak away
  /// How far weirs hold back what flows in, 0 to 1. 1: the level rises until the weirs let as much out; 0: it leaves in
  /// the same step; between: as weirs that let 1 / retention times as much through.
  double retention = 0.0;
};

/// What leaves the lakes in one step.
struct LakeLosses {
  std::vector<LakeOutflow> outflows;  ///< in the order of the lakes' ids
  QuantaSum evaporated = 0, soaked = 0;
  QuantaSum crossed = 0;  ///< from one lake right into another
  QuantaSum left = 0;     ///< of that, what ran off the land over an open edge
};

/// All water that the lakes have ever seen: poured = held + spilled + left + evaporated + soaked, exactly.
struct LakeBook {
  QuantaSum poured = 0;
  QuantaSum spilled = 0;  ///< handed out as outflows
  QuantaSum left = 0;     ///< ran off the land over an open edge
  QuantaSum evaporated = 0;
  QuantaSum soaked = 0;

  QuantaSum held() const { return poured - spilled - left - evaporated - soaked; }
  bool operator==(LakeBook const&) const = default;
};

/// A lake as it is now.
struct LakeView {
  Quanta level = 0;      ///< elevation of its surface
  QuantaSum volume = 0;  ///< quanta of depth over one cell
  QuantaSum inflow = 0;  ///< has come in since the last step and does not lift the level yet
  int cells = 0;         ///< wet cells; 0: there is no such lake
};

/// The lakes of one land. Holds nothing as long as no water ever lay.
///
/// A step: `follow` what has changed of the ground, `pour` what has come to rest, then `settle`; what that hands out is
/// the caller's, who lets it run on and pours it again.
class Lakes {
 public:
  /// On a land of one cell.
  Lakes();
  explicit Lakes(Grid const& grid);
  ~Lakes();
  Lakes(Lakes const& other);
  Lakes& operator=(Lakes const& other);
  Lakes(Lakes&&) noexcept;
  Lakes& operator=(Lakes&&) noexcept;

  // -- what comes ----------------------------------------------------------------------------------------------
  /// Adds water. It joins the lake of its cell or runs down to where the ground goes no further, and waits there for
  /// the next step; the order of `pours` makes no difference. Takes `elevations` (an entry a cell) for the ground when
  /// the first water comes; afterwards the ground is what `follow` has told. Returns what ran off the land.
  QuantaSum pour(std::span<LakePour const> pours, std::span<Quanta const> elevations);
  /// Takes over the ground. What it means for the water is for the next step.
  void follow(std::span<Quanta const> elevations);
  /// The same for the columns of a land, of which rows are compared that have changed, in two parts: the first by all
  /// threads and the second by one. Between them nothing is asked of lakes.
  void look(Columns const& columns, Scheduler const& scheduler);
  void heed();

  /// Takes up to `amount` (>= 0) out of the lake of a cell, for the ground below it; returns what was taken.
  QuantaSum draw(std::size_t cell, QuantaSum amount);
  /// Lets no water out over these cells of an open edge (ascending), but over all others; a closed cell on which water
  /// stands stays so. For places where a river comes in.
  void close(std::span<std::size_t const> edge_cells);
  /// One step of all lakes that are not at rest, in the order of their ids: they rise and fall, wet and dry cells,
  /// meet, part, and spill over their lowest gates.
  LakeLosses settle(LakeStep const& step);

  // -- what there is -------------------------------------------------------------------------------------------
  bool empty() const { return count() == 0; }
  int count() const;
  /// The lake of a cell, 0 where none is.
  LakeId id(std::size_t cell) const { return ids().empty() ? 0 : ids()[cell]; }
  /// Of all cells; empty as long as no water ever lay.
  std::span<LakeId const> ids() const;
  /// Of all lakes, ascending.
  std::vector<LakeId> all() const;
  LakeView lake(LakeId id) const;
  /// Its cells, ascending.
  std::vector<std::size_t> cells(LakeId id) const;
  /// Depth of the water over the ground that `follow` told, never negative; 0 where none lies.
  Quanta depth(std::size_t cell) const;
  /// The same of all cells from `first` on, as many as there are depths.
  void read_depths(std::size_t first, std::span<Quanta> depths) const;
  /// Elevation at which the water of a cell's lake stands, with all that has come in and gone out since it settled; the
  /// range's lowest where none is.
  Quanta surface(std::size_t cell) const;
  /// All water, waiting inflow included.
  QuantaSum held() const;
  LakeBook const& book() const { return book_; }
  /// Do lakes wait for the next step?
  bool at_rest() const;

  /// Empty when everything is as it must be between steps, otherwise one sentence. Looks at the whole land.
  std::string fault() const;

  /// `elevations`: of the land when it is saved and when it is read back, the same both times. Throws ArchiveError on
  /// lakes that no land has.
  void keep(Archive& archive, std::span<Quanta const> elevations);

  /// Would they go on alike?
  bool operator==(Lakes const& other) const;

 private:
  /// How much would have evaporated from a cell that was always wet.
  struct Evaporation {
    QuantaSum depth = 0;
    double rest = 0.0;      ///< below a quantum
    std::int32_t turn = 0;  ///< whose turn it is: lakes lose in turns what they owe
    bool operator==(Evaporation const&) const = default;
  };

  Grid grid_;
  LakeBook book_;
  Evaporation evaporation_;
  std::vector<std::size_t> closed_;        ///< cells of an open edge, ascending
  Changes::Look seen_;                     ///< the last look at the columns of a land
  std::unique_ptr<lakes::Bodies> bodies_;  ///< none as long as no water ever lay
};

}  // namespace barchan
