/// Lands whose elevations are whole numbers with many ties, and slow reference solutions for the water on them.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/lakes.hpp"

namespace barchan::test {

struct IntegerLand {
  Grid grid;
  std::vector<Quanta> elevations;
  std::vector<std::size_t> closed{};  ///< cells of an open edge over which no water leaves, ascending

  std::size_t cells() const { return elevations.size(); }
  /// Neighbours at sides and corners, without those beyond the edge.
  std::vector<std::size_t> neighbours(std::size_t cell) const;
  /// Returns true if water leaves the land over this cell.
  bool outlet(std::size_t cell) const {
    return grid.boundary == Boundary::open && grid.on_edge(cell) && !std::ranges::binary_search(closed, cell);
  }
};

using Randomness = std::mt19937_64;
/// Random whole number from `first` to `last`, the same on every machine.
QuantaSum random_between(Randomness& randomness, QuantaSum first, QuantaSum last);

enum class Texture { noise, hills };
/// A land with elevations from 0 to about `relief`: independent values per cell, or smooth hills.
IntegerLand random_land(Randomness& randomness, Grid const& grid, Texture texture, Quanta relief);

/// The surface of a land under more water than it can hold (Barnes, Lehman & Mulla 2014).
std::vector<Quanta> priority_flood(IntegerLand const& land);

/// Reference solution for lakes. It fills, spills and joins lakes from the beginning for each pour: a flood starts with
/// the cells of the lake that the water meets and always grows by the lowest adjacent cell. It uses sets instead of
/// queues and stores nothing but the lakes.
class ScratchLakes {
 public:
  explicit ScratchLakes(IntegerLand const& land) : land_(land), bodies_(1), ids_(land.cells(), 0) {}

  void pour(std::size_t cell, QuantaSum amount);
  std::vector<Quanta> depths() const;
  QuantaSum left() const { return left_; }

 private:
  static constexpr std::size_t kOutside = LakeOutflow::kOutside;
  struct Body {
    QuantaSum volume = 0;
    Quanta level = 0;
    std::vector<std::size_t> cells;
  };
  /// Elevation and cell.
  using Key = std::pair<Quanta, std::size_t>;
  /// Height, crest cell, whether there is land beyond the crest, and the key of that land.
  using Gate = std::tuple<Quanta, std::size_t, bool, Key>;
  struct Flood;
  struct Meeting {
    std::set<std::size_t> joined{};
    Gate gate{};
  };
  struct Parcel {
    std::size_t cell = 0;
    QuantaSum amount = 0;
  };

  std::size_t run_down(std::size_t cell) const;
  std::pair<QuantaSum, std::vector<std::size_t>> take(std::size_t id);
  Meeting meet(Flood const& flood, std::size_t cell) const;
  Parcel flood(std::vector<std::size_t> const& cells, QuantaSum volume);

  IntegerLand const& land_;
  std::vector<Body> bodies_;
  std::vector<std::size_t> ids_;
  QuantaSum left_ = 0;
};

/// Pours each outflow at the place where it falls until all water is at rest. Returns the amount that ran off the land.
QuantaSum run_to_rest(Lakes& lakes, IntegerLand const& land);
QuantaSum pour_and_rest(Lakes& lakes, IntegerLand const& land, LakePour pour);
std::vector<Quanta> depths(Lakes const& lakes, IntegerLand const& land);

/// Pours the water of each pool of `lakes` on the dry land. Returns the depths that result and the amount that ran off.
/// A pool is a connected set of cells with a depth above 0.
std::pair<std::vector<Quanta>, QuantaSum> poured_anew(Lakes const& lakes, IntegerLand const& land);

}  // namespace barchan::test
