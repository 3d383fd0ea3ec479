/// Which stretches of a land a round of weathering has to look at: those with ground that weathers under cover that is
/// not too deep, and those that may show free faces. The others are passed by; nothing would happen there.
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

/// What a round does to a stretch.
enum Work : std::uint8_t {
  kTurns = 1,  ///< its ground turns into soil
  kFaces = 2,  ///< it may show free faces
};

class Stretches {
 public:
  /// Begins anew, for a land.
  void prepare(Grid const& grid);

  /// Finds the work of a round on a land as it is, where nothing weathers under `deepest` and more; returns whether
  /// there is any.
  bool survey(Terrain const& terrain, Quanta deepest, Scheduler const& scheduler);
  /// Of the stretches of row `y`.
  std::span<std::uint8_t const> work(int y) const {
    return std::span(work_).subspan(static_cast<std::size_t>(y) * count_, count_);
  }
  /// Of each row, that of all its stretches together.
  std::span<std::uint8_t const> rows() const { return rows_; }

 private:
  /// Of a stretch, as its columns stand.
  struct Ground {
    Quanta thinnest;  ///< cover on ground that weathers
    Quanta highest;   ///< base
    Quanta lowest;    ///< surface
  };

  template <class Values>
  auto row_of(Values& values, int y) const {
    return std::span(values).subspan(static_cast<std::size_t>(y) * count_, count_);
  }
  void make_room(Grid const& grid);
  /// Finds anew what has changed of the ground; returns whether anything has.
  bool follow(Terrain const& terrain, Scheduler const& scheduler);
  Ground look(Terrain const& terrain, int y, int stretch) const;
  bool may_show_faces(Grid const& grid, int y, int stretch) const;

  std::size_t count_ = 0;  ///< stretches in a row
  std::vector<Ground> ground_;
  std::vector<std::uint8_t> faces_;  ///< whether it may show some
  std::vector<std::uint8_t> work_, rows_;
  Changes::Look last_;
  SoilSet weathers_ = 0;  ///< soils that do
  Quanta leaning_ = 0;    ///< drop to a neighbour that is no face yet, whatever the soil
  Quanta deepest_ = 0;    ///< of the last survey
  bool idle_ = false;     ///< that found no work
};

}  // namespace weathering
}  // namespace barchan
