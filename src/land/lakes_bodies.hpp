/// The lakes' insides: which cell is whose, and what follows for each lake from its ground and its water.
///
/// Cells whose ground is at or below the level are wet. A rising lake takes its lowest shore cell, by elevation and
/// index, until none is below its level. A shore cell beyond which the ground is lower is a gate, over which water
/// leaves; one beside another lake as high joins the two. A falling lake lets go its highest cells, and parts where
/// they held it together.
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

/// Why a lake has a part in the next step.
enum class Waking : std::uint8_t {
  asleep,  ///< it has none
  inflow,  ///< it was at rest and water has come in
  stirred  ///< its ground has changed, or it stood above a gate
};

struct Lake {
  QuantaSum volume = 0;
  QuantaSum ground = 0;    ///< sum of the elevations of its cells
  QuantaSum inflow = 0;    ///< waits for the next step
  QuantaSum dried_to = 0;  ///< up to where it has paid what evaporates, see LakeClock
  double overdue = 0.0;    ///< has flowed over its gates by the weir's law but for being less than a quantum
  std::int32_t area = 0;   ///< cells; 0: there is no such lake
  Quanta level = 0;        ///< as last settled
  Waking waking = Waking::asleep;
  // What follows from the rest and is not saved:
  std::uint32_t served = 0;  ///< the step in which it was last served
  Cell seed = kNowhere;      ///< one of its cells
  Quanta wet_from = 0;       ///< all its cells from this elevation on are in `wet`
  Quanta shore_to = 0;       ///< all its shore cells up to this elevation are in `shore`
  PlaceQueue<std::greater<>> shore{};
  PlaceQueue<std::less<>> wet{};

  /// The largest whole level that the volume reaches, and `more` over it.
  Quanta reach(QuantaSum more = 0) const;
  /// How much stands above a level: below 0 where it lies higher.
  QuantaSum above(Quanta level_of_sill) const { return volume + ground - QuantaSum{area} * level_of_sill; }
};

/// What has evaporated since the beginning from a cell that was always wet, whole quanta, and whose turn it is to pay.
struct LakeClock {
  static constexpr int kTurns = 16;
  QuantaSum dried_to = 0;
  int turn = 0;
};

/// How far about its surface a lake knows its cells and its shore.
inline constexpr Quanta kLooksAbout = kQuantaPerMetre / 16;

/// Elevations that lie a distance apart, as far as there are such.
inline Quanta higher_by(Quanta elevation, QuantaSum distance) {
  constexpr QuantaSum kHighest = std::numeric_limits<Quanta>::max();
  return static_cast<Quanta>(std::min(QuantaSum{elevation} + distance, kHighest));
}

class Bodies {
 public:
  Bodies(Grid const& grid, std::span<Quanta const> elevations);

  // -- between steps
  /// Returns what ran off the land.
  QuantaSum pour(std::span<LakePour const> pours, LakeClock clock);
  using RowChanged = std::function<bool(int y)>;
  /// Takes over the ground of the rows that have changed, and notes which lakes that concerns.
  void look(std::span<Quanta const> elevations, RowChanged const& changed, Scheduler const& scheduler);
  /// Tells them.
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
  /// What a shore cell is to a lake that stands as high as it.
  enum class Meeting : std::uint8_t { gate, other_lake, ground };
  struct Shore {
    Meeting meeting = Meeting::gate;
    Quanta height = 0;       ///< at which water passes: of the cell or of the lowest wet cell beside it
    Cell crest = kNowhere;   ///< the one of them that is as high
    Cell beyond = kNowhere;  ///< where water goes from there
  };
  struct Gate {
    Cell shore = kNowhere;
    Shore way{};
  };
  /// Ground of a lake, or beside it, that has become another.
  struct Change {
    LakeId lake = 0;
    Cell cell = kNowhere;
    Quanta by = 0;
  };
  /// How far up a lake may wet its shore.
  enum class Reach : std::uint8_t { to_its_level, to_its_sill };
  /// A cell of a piece of a lake that may have parted from the others of the same doubt.
  struct Representative {
    int doubt = 0;
    Cell cell = kNowhere;
    auto operator<=>(Representative const&) const = default;
  };
  /// What a search for the pieces of a lake has found.
  struct Pieces {
    std::vector<std::vector<Cell>> pieces;  ///< all but one
    Cell in_rest = kNowhere;                ///< a cell of that one
    QuantaSum searched = 0;                 ///< cells
  };
  /// A lake before it parts: its level, what stands above that, and its cells.
  struct Share {
    Quanta level = 0;
    QuantaSum rest = 0;
    QuantaSum area = 0;
  };
  struct Flow {
    Gate gate{};
    double rate = 0.0;  ///< quanta in the step
  };

  /// Of an edge that is open, some cells may be closed.
  static constexpr std::uint8_t kInner = 0, kOpenEdge = 1, kClosedEdge = 2;

  // lakes_state.cpp
  void find_cells(Archive& archive, LakeId last);
  std::string fault_of(LakeId id, std::span<Cell const> cells) const;

  // lakes_bodies.cpp: who is who
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
  /// The cells of a lake that hang together with one of them, until it is asked again.
  std::span<Cell const> joined_cells(LakeId id, Cell from);
  LakeId add_lake();
  void remove_lake(LakeId id);
  void dissolve(LakeId id);
  /// Builds what follows from volume, ids and ground.
  void derive(LakeId id, std::span<Cell const> cells);
  void wake(LakeId id, Waking why);
  std::optional<Cell> run_down(Cell cell) const;
  /// Notes in a list of changes which lakes need to hear of one of their ground or of their shore.
  void note_change(Cell cell, Quanta by, std::size_t list);
  void change_ground(Change const& change);

  // lakes_rise.cpp
  /// Would it soak away if nothing came in?
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
  LakeId part_from(LakeId id, std::span<Cell const> piece, Share share);
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
  std::vector<std::uint8_t> edge_;  ///< kInner, kOpenEdge or kClosedEdge, a cell
  std::vector<std::uint8_t> near_;  ///< may a cell be beside water of another lake than its own?
  std::vector<Lake> lakes_;         ///< by id; the first is none
  int count_ = 0;
  std::priority_queue<LakeId, std::vector<LakeId>, std::greater<>> free_;
  std::vector<LakeId> waiting_;  ///< lakes with a part in the next step, in any order

  // Of the step, or of the lake that is being served:
  LakeClock clock_;
  Quanta soaks_ = 0;
  LakeLosses losses_;
  std::vector<LakePour> crossing_;  ///< from one lake right into another
  std::uint32_t step_ = 0;
  std::vector<std::vector<Change>> changes_;  ///< to be heeded, a list of some rows each
  std::vector<Gate> gates_;
  bool grown_ = false;  ///< has it since its gates are looked for?
  std::vector<Representative> representatives_;
  int doubts_ = 0;
  std::vector<Cell> joined_;
  std::vector<std::uint32_t> marks_;  ///< which search has last seen a cell
  std::uint32_t last_mark_ = 0;
};

}  // namespace barchan::lakes
