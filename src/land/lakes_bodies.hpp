/// Bodies: implementation of lakes. It assigns cells to lakes and derives the state of each lake from its ground and
/// water.
///
/// Cells whose ground is at or below the level are wet. A rising lake absorbs its lowest shore cell, by elevation and
/// index, until none is below its level. A shore cell beyond which the ground is lower is a gate, over which water
/// leaves. A shore cell beside another lake with the same level merges the two lakes. A falling lake releases its
/// highest cells, and splits if they connected its parts.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <string>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/scheduler.hpp"
#include "land/lakes.hpp"
#include "land/lakes_place.hpp"
#include "land/lakes_ring.hpp"

namespace barchan {
class Archive;
}

namespace barchan::lakes {

/// Reason for which a lake takes part in the next step.
enum class Waking : std::uint8_t {
  asleep,  ///< it does not take part
  inflow,  ///< it was at rest and water has flowed in
  stirred  ///< its ground has changed, or it stood above a gate
};

struct Lake {
  QuantaSum volume = 0;
  QuantaSum ground = 0;    ///< sum of the elevations of its cells
  QuantaSum inflow = 0;    ///< water that waits for the next step
  QuantaSum dried_to = 0;  ///< evaporation that the lake has already lost, see LakeClock
  double overdue = 0.0;    ///< outflow by the weir law that has not yet reached one quantum
  std::int32_t area = 0;   ///< cells; 0: the lake does not exist
  Quanta level = 0;        ///< level when it last settled
  Waking waking = Waking::asleep;
  // Derived from the members above, and not saved:
  std::uint32_t served = 0;  ///< step in which it was last processed
  Cell seed = kNowhere;      ///< any one of its cells
  Quanta wet_from = 0;       ///< `wet` contains all its cells at or above this elevation
  Quanta shore_to = 0;       ///< `shore` contains all its shore cells up to this elevation
  PlaceQueue<std::greater<>> shore{};
  PlaceQueue<std::less<>> wet{};

  /// Highest whole level that the volume reaches with the additional water `more`.
  Quanta reach(QuantaSum more = 0) const;
  /// Water above a level, quanta; negative if the lake is lower.
  QuantaSum above(Quanta level_of_sill) const { return volume + ground - QuantaSum{area} * level_of_sill; }
};

/// Evaporation since the beginning from a cell that was always wet, in whole quanta, and the group of lakes that loses
/// its evaporation in this step.
struct LakeClock {
  static constexpr int kTurns = 16;
  QuantaSum dried_to = 0;
  int turn = 0;
};

/// Distance above and below its surface within which a lake lists its cells and its shore.
inline constexpr Quanta kLooksAbout = kQuantaPerMetre / 16;

/// Elevation plus distance, at most the highest Quanta.
inline Quanta higher_by(Quanta elevation, QuantaSum distance) {
  constexpr QuantaSum kHighest = std::numeric_limits<Quanta>::max();
  return static_cast<Quanta>(std::min(QuantaSum{elevation} + distance, kHighest));
}

class Bodies {
 public:
  Bodies(Grid const& grid, std::span<Quanta const> elevations);

  // -- between steps
  /// Adds water. Returns the amount that ran off the land.
  QuantaSum pour(std::span<LakePour const> pours, LakeClock clock);
  using RowChanged = std::function<bool(int y)>;
  /// Adopts the ground of changed rows and notes the affected lakes.
  void look(std::span<Quanta const> elevations, RowChanged const& changed, Scheduler const& scheduler);
  /// Applies these notes to the lakes.
  void heed();
  QuantaSum draw(LakeId id, QuantaSum amount);
  void close(std::span<std::size_t const> cells);
  LakeLosses settle(LakeStep const& step, LakeClock clock);

  int count() const { return count_; }
  bool at_rest() const;
  std::span<LakeId const> ids() const { return ids_; }
  std::vector<LakeId> all() const;
  std::vector<Cell> cells(LakeId id) const;
  Lake const* find(LakeId id) const;
  Quanta ground(std::size_t cell) const { return ground_[cell]; }
  QuantaSum held() const;

  std::string fault() const;
  bool operator==(Bodies const& other) const;

  void keep(Archive& archive, std::span<Quanta const> elevations);

 private:
  /// Kind of a shore cell that a rising lake reaches.
  enum class Meeting : std::uint8_t { gate, other_lake, ground };
  struct Shore {
    Meeting meeting = Meeting::gate;
    Quanta height = 0;       ///< elevation at which water passes: that of the crest
    Cell crest = kNowhere;   ///< the higher one of the shore cell and its lowest wet neighbour
    Cell beyond = kNowhere;  ///< cell to which the water flows from there
  };
  struct Gate {
    Cell shore = kNowhere;
    Shore way{};
  };
  /// Changed ground of a lake or of its shore.
  struct Change {
    LakeId lake = 0;
    Cell cell = kNowhere;
    Quanta by = 0;
  };
  /// Height up to which a lake may wet its shore.
  enum class Reach : std::uint8_t { to_its_level, to_its_sill };
  /// A cell of a piece of a lake that may have split off. The pieces of one possible split have the same `doubt`.
  struct Representative {
    int doubt = 0;
    Cell cell = kNowhere;
    auto operator<=>(Representative const&) const = default;
  };
  /// Result of a search for the pieces of a lake.
  struct Pieces {
    std::vector<std::vector<Cell>> pieces;  ///< all pieces except one
    Cell in_rest = kNowhere;                ///< a cell of the remaining piece
    QuantaSum searched = 0;                 ///< number of visited cells
  };
  /// State of a lake before it splits: its level, the water above that, and its cells.
  struct Whole {
    Quanta level = 0;
    QuantaSum rest = 0;
    QuantaSum area = 0;
  };
  struct Flow {
    Gate gate{};
    double rate = 0.0;  ///< quanta per step
  };

  /// Kinds of cells. Cells of an open edge may be closed singly.
  static constexpr std::uint8_t kInner = 0, kOpenEdge = 1, kClosedEdge = 2;

  // lakes_state.cpp
  void find_cells(Archive& archive, LakeId last);
  std::string fault_of(LakeId id, std::span<Cell const> cells) const;

  // lakes_bodies.cpp
  Ring ring(Cell cell) const { return rings_(cell, edge_[index(cell)] == kInner); }
  static std::size_t index(Cell cell) { return static_cast<std::size_t>(cell); }
  Lake& lake(LakeId id) { return lakes_[static_cast<std::size_t>(id)]; }
  Lake const& lake(LakeId id) const { return lakes_[static_cast<std::size_t>(id)]; }
  LakeId id(Cell cell) const { return ids_[index(cell)]; }
  Place place(Cell cell) const { return {ground_[index(cell)], cell}; }
  bool outlet(Cell cell) const { return open_ && edge_[index(cell)] == kOpenEdge; }
  bool touches(Cell cell, LakeId id) const;
  bool on_shore(Place place, LakeId id) const;
  bool in_lake(Place place, LakeId id) const;
  void push_shore(LakeId id, Cell cell);
  void push_wet(LakeId id, Cell cell);
  std::uint32_t new_mark(std::uint32_t count = 1);
  /// Cells of a lake that are connected to `from`. The span is valid until the next call.
  std::span<Cell const> joined_cells(LakeId id, Cell from);
  LakeId add_lake();
  void remove_lake(LakeId id);
  void dissolve(LakeId id);
  /// Derives all other members of a lake from its volume, the ids and the ground.
  void derive(LakeId id, std::span<Cell const> cells);
  void wake(LakeId id, Waking why);
  /// Cell into which water runs from a cell; the cell itself if the water rests there, kNowhere beyond an open edge.
  Cell below(Cell cell) const;
  /// Cell in which water comes to rest that begins to run in `cell`; kNowhere beyond an open edge.
  Cell run_down(Cell cell) const;
  /// The same. `rests` holds the results of earlier calls, per cell.
  Cell run_down(Cell cell, std::span<Cell> rests) const;
  QuantaSum pour_everywhere(std::span<LakePour const> pours, LakeClock clock);
  /// Adds water to the lake of a cell, or begins a lake there.
  void pour_at_rest(Cell cell, QuantaSum amount, LakeClock clock);
  /// Adds to a list of changes the lakes that a change of the ground affects.
  void note_change(Cell cell, Quanta by, std::size_t list);
  void change_ground(Change const& change);

  // lakes_rise.cpp
  /// Returns whether the lake would soak away without inflow.
  bool film(LakeId id) const { return lake(id).volume < QuantaSum{lake(id).area} * soaks_; }
  Shore meet(LakeId id, Cell cell) const;
  std::optional<Cell> take_shore(LakeId id, Quanta limit);
  void look_higher(LakeId id, Quanta to);
  std::optional<LakeId> relax(LakeId id, Reach reach);
  void absorb(LakeId id, Cell cell);
  LakeId join(LakeId id, Cell cell);
  LakeId merge(LakeId a, LakeId b);

  // lakes_fall.cpp
  void fall(LakeId id, Quanta floor);
  void look_deeper(LakeId id, Quanta level);
  void release(LakeId id, Cell cell);
  void doubt(Cell cell, Ring const& ring, Runs const& runs);
  void settle_doubts(LakeId id);
  Pieces search_pieces(LakeId id, std::vector<Cell> const& from);
  LakeId split_off(LakeId id, std::span<Cell const> piece, Whole whole);
  void exchange_ids(LakeId a, LakeId b);

  // lakes_step.cpp
  void wake_in_turn();
  void serve(LakeId id, Waking why, LakeStep const& step);
  void pay_evaporation(LakeId id);
  std::vector<Flow> flows(LakeId id, double seconds) const;
  bool comes_before(Gate const& a, Gate const& b) const;
  Gate const& lowest_gate() const;
  double through(double head, double seconds) const;
  QuantaSum outflow(LakeId id, QuantaSum inflow, Gate const& sill, std::span<Flow const> over);
  QuantaSum held_back(LakeId id, Gate const& sill, std::span<Flow const> over, LakeStep const& step) const;
  QuantaSum drain(LakeId id, QuantaSum most, Quanta sill);
  void spill(QuantaSum amount, std::span<Flow const> flows, Gate const& sill);

  Grid grid_;
  Rings rings_;
  bool open_ = false;
  LandVector<Quanta> ground_;
  LandVector<LakeId> ids_;
  std::vector<std::uint8_t> edge_;  ///< kInner, kOpenEdge or kClosedEdge per cell
  std::vector<std::uint8_t> near_;  ///< 1 if the cell may be beside a lake to which it does not belong
  std::vector<Lake> lakes_;         ///< by id; the first entry is unused
  int count_ = 0;
  std::priority_queue<LakeId, std::vector<LakeId>, std::greater<>> free_;
  std::vector<LakeId> waiting_;  ///< lakes that take part in the next step, in any order

  // State of the current step or of the lake being processed:
  LakeClock clock_;
  Quanta soaks_ = 0;
  LakeLosses losses_;
  std::vector<LakePour> crossing_;  ///< water that flows directly from one lake into another
  std::uint32_t step_ = 0;
  std::vector<std::vector<Change>> changes_;  ///< not yet applied changes of the ground; each list covers some rows
  std::vector<Gate> gates_;
  bool grown_ = false;  ///< the lake has absorbed cells since the search for its gates began
  std::vector<Representative> representatives_;
  int doubts_ = 0;
  std::vector<Cell> joined_;
  std::vector<std::uint32_t> marks_;  ///< search that last visited each cell
  std::uint32_t last_mark_ = 0;
};

}  // namespace barchan::lakes
