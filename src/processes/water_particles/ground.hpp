/// The land that a round reads, and the sums that it writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/lakes.hpp"
#include "land/sea.hpp"
#include "land/soil.hpp"

namespace barchan::water {

/// Running water: discharge to the east and to the north, m3/s, and depth averaged over the cell, m.
struct Flow {
  float x = 0.0f, y = 0.0f, depth = 0.0f;
};
/// Cross-section of a stream that is wider than a cell, as seen from one of its cells.
struct Section {
  float width = 0.0f;   ///< m; 0: none
  float offset = 0.0f;  ///< distance from the middle of the stream to the middle of the cell, m; positive to the left
  float along_x = 0.0f, along_y = 0.0f;  ///< unit vector downstream
  float slope = 0.0f;                    ///< slope down along the stream, m/m
  float curvature = 0.0f;                ///< 1/m; positive where the stream turns left
  Quanta bed = 0;                        ///< mean elevation of the bed
  bool leaves = false;                   ///< the land ends within one width downstream
};
/// Constants of the law of bed load in a cell, as in hydraulics.hpp.
struct BedLoad {
  float shields = 0.0f;  ///< Shields number divided by slope^0.7
  float load = 0.0f;     ///< sediment per volume of water, pores included, at an excess of the Shields number of 1
};
/// Volume of water times its displacement to the east and to the north, quanta x cells; and volume times the rounds for
/// which it stayed.
struct Passage {
  std::int64_t x = 0, y = 0, stay = 0;
};

/// The layer from which each cell gives sediment on a land of several soils: only the uppermost one. On a land of sand
/// on a base all members are null, except that `ease` is set if plants grow there.
struct MixedGround {
  float const* ease = nullptr;              ///< erodibility of the layer, 1 = sand without plants
  std::uint8_t const* kind = nullptr;       ///< index of the soil within a load
  std::span<std::int32_t const> settles{};  ///< relative rate at which each soil of a load settles
};

/// The land as it was when the round began, one entry per cell.
struct RoundLand {
  Grid grid;
  int segments_per_row = 1;
  Quanta const* elevation = nullptr;
  Quanta const* available = nullptr;
  SoilId const* base_soil = nullptr;
  Flow const* flow = nullptr;  ///< time average
  Lakes const* lakes = nullptr;
  Sea const* sea = nullptr;
  Section const* sections = nullptr;  ///< null: no stream is wider than a cell
  float const* pull = nullptr;        ///< gravity over friction, m2/s2, if it varies; null: that of the rule
  float const* soaks = nullptr;       ///< fraction of the water that soaks into the ground per round; null: none does
  BedLoad const* bed_load = nullptr;  ///< null: the capacity follows from the rule
  std::uint8_t const* inlets = nullptr;  ///< 1 where an open edge is closed to water; null: closed nowhere
  MixedGround mixed;
  Quanta base_level = 0;  ///< erosion through an open edge does not go below this elevation

  /// Index of the segment that contains the cell (x, y).
  std::size_t segment(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(segments_per_row) +
           static_cast<std::size_t>(x) / kSegment;
  }
};

/// Sums of the amounts that droplets want from cells and leave in them. The sums are integers, so they do not depend on
/// the order of addition. They have more bits than elevations, because many droplets together may want more than an
/// elevation can hold.
struct Sums {
  QuantaSum* wish = nullptr;                        ///< wanted from each cell
  QuantaSum* gain = nullptr;                        ///< deposited in each cell
  std::span<std::vector<QuantaSum>> mixed_gains{};  ///< the same by soil of the load, if there are several
  QuantaSum* soaked = nullptr;                      ///< water that soaks in, per cell
  Passage* passage = nullptr;                       ///< passage of water in this step
  std::uint8_t* passed = nullptr;                   ///< segments through which water has passed
  std::uint8_t* touched = nullptr;                  ///< segments in which something is wanted or deposited

  void mark(std::size_t segment) const { touched[segment] = 1; }
  /// Adds to the water that has passed through a cell of a segment. `cells` is its displacement to the east and north.
  void add_passage(std::size_t cell, std::size_t segment, Quanta volume, glm::vec2 cells) const {
    passed[segment] = 1;
    // The truncated fraction of a quantum is less than a millionth of any droplet large enough to matter.
    passage[cell].x += static_cast<std::int64_t>(cells.x * static_cast<float>(volume));
    passage[cell].y += static_cast<std::int64_t>(cells.y * static_cast<float>(volume));
    passage[cell].stay += static_cast<std::int64_t>(volume);
  }
};

/// Cells from which more is wanted than they may give.
struct Contest {
  /// The amount that a cell may give; -1 if all requests to it are granted. Between rounds all entries are -1.
  Quanta* cap = nullptr;
  std::uint8_t* contested = nullptr;  ///< segments that contain such cells
  Quanta* granted = nullptr;          ///< total that such a cell has given
};

}  // namespace barchan::water
