/// Stretches: the parts of a land that an update of weathering has to visit. These are the stretches whose ground
/// weathers under a thin enough cover, and those that may show free faces. All other stretches are skipped, because
/// nothing happens there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/changes.hpp"
#include "land/soil.hpp"

namespace barchan {

class Scheduler;
struct Terrain;

namespace weathering {

/// Effects of an update on a stretch, as flags.
enum Work : std::uint8_t {
  kTurns = 1,  ///< its ground turns into soil
  kFaces = 2,  ///< it may show free faces
};

/// The stretches of one land that weathering must work on, updated from the changes of its columns.
class Stretches {
 public:
  /// Starts for a new land.
  void prepare(Grid const& grid);

  /// Determines the work of an update. Nothing weathers under a cover of `deepest` or more. Returns whether there is
  /// any work.
  bool survey(Terrain const& terrain, Quanta deepest, Scheduler const& scheduler);
  /// Work of the stretches of row `y`.
  std::span<std::uint8_t const> work(int y) const {
    return std::span(work_).subspan(static_cast<std::size_t>(y) * count_, count_);
  }
  /// Work of each row: that of all its stretches combined.
  std::span<std::uint8_t const> rows() const { return rows_; }

 private:
  /// State of the columns of a stretch.
  struct Ground {
    Quanta thinnest;  ///< thinnest cover on ground that weathers
    Quanta highest;   ///< highest base
    Quanta lowest;    ///< lowest surface
  };

  template <class Values>
  auto row_of(Values& values, int y) const {
    return std::span(values).subspan(static_cast<std::size_t>(y) * count_, count_);
  }
  void make_room(Grid const& grid);
  /// Rereads the columns that have changed. Returns whether any have.
  bool follow(Terrain const& terrain, Scheduler const& scheduler);
  Ground look(Terrain const& terrain, int y, int stretch) const;
  bool may_show_faces(Grid const& grid, int y, int stretch) const;

  std::size_t count_ = 0;  ///< stretches in a row
  std::vector<Ground> ground_;
  std::vector<std::uint8_t> faces_;  ///< whether a stretch may show free faces
  std::vector<std::uint8_t> work_, rows_;
  Changes::Look last_;
  SoilSet weathers_ = 0;  ///< soils that weather
  Quanta leaning_ = 0;    ///< largest drop to a neighbour that is not a face for any soil
  Quanta deepest_ = 0;    ///< the argument `deepest` of the last survey
  bool idle_ = false;     ///< the last survey found no work
};

}  // namespace weathering
}  // namespace barchan
