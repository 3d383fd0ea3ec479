/// The land that a round reads and the sums that it writes.
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

/// Water that runs: discharge to the east and to the north, m3/s, and its depth spread over the cell, m.
struct Flow {
  float x = 0.0f, y = 0.0f, depth = 0.0f;
};
/// A section across a stream that is wider than a cell, as it is seen from one of its cells.
struct Section {
  float width = 0.0f;                    ///< m; 0: none
  float offset = 0.0f;                   ///< m from the middle of the stream to the cell's, positive to the left
  float along_x = 0.0f, along_y = 0.0f;  ///< unit vector downstream
  float slope = 0.0f;                    ///< m/m, down along the stream
  float curvature = 0.0f;                ///< 1/m, positive where the stream turns to the left
  Quanta bed = 0;                        ///< mean elevation
  bool leaves = false;                   ///< no further down than its width the land ends
};
/// Volume of water times its way to the east and to the north, quanta cells; and times the rounds that it was there.
struct Passage {
  std::int64_t x = 0, y = 0, stay = 0;
};

/// What each cell gives where several soils lie: its uppermost layer and nothing of the next one. Null where all is
/// sand on a base; the ease alone is not where plants stand on that.
struct MixedGround {
  float const* ease = nullptr;              ///< how readily the layer is taken up, 1 = sand without plants
  std::uint8_t const* kind = nullptr;       ///< which part of a load it becomes
  std::span<std::int32_t const> settles{};  ///< of each kind of load, how soon it falls out against the others
};

/// The land as it was when the round began, one entry a cell.
struct RoundLand {
  Grid grid;
  int segments_per_row = 1;
  Quanta const* elevation = nullptr;
  Quanta const* available = nullptr;
  SoilId const* base_soil = nullptr;
  Flow const* flow = nullptr;  ///< time average
  Lakes const* lakes = nullptr;
  Sea const* sea = nullptr;
  Section const* sections = nullptr;     ///< null: no stream is wider than a cell
  float const* pull = nullptr;           ///< m2/s2, where it is not that of the rule
  float const* soaks = nullptr;          ///< share of the water that goes into the ground in a round; null: none does
  std::uint8_t const* inlets = nullptr;  ///< 1 where no water leaves over an open edge; null: nowhere
  MixedGround mixed;
  Quanta base_level = 0;  ///< nothing is dug below it through an open edge

  std::size_t segment(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(segments_per_row) +
           static_cast<std::size_t>(x) / kSegment;
  }
};

/// What droplets ask of cells and leave in them: integers, whose sums know no order. A crowd may ask more of a cell
/// than the range of elevations holds.
struct Sums {
  QuantaSum* wish = nullptr;                        ///< wanted of each cell
  QuantaSum* gain = nullptr;                        ///< laid down in each cell
  std::span<std::vector<QuantaSum>> mixed_gains{};  ///< the same of each kind of load, where several soils lie
  QuantaSum* soaked = nullptr;                      ///< of each cell, where water soaks in
  Passage* passage = nullptr;                       ///< in this step
  std::uint8_t* passed = nullptr;                   ///< segments through which water has
  std::uint8_t* touched = nullptr;                  ///< segments with a wish or a gain

  void mark(std::size_t segment) const { touched[segment] = 1; }
  /// Adds to the water that has passed through a cell of a segment, in cells to the east and to the north.
  void add_passage(std::size_t cell, std::size_t segment, Quanta volume, glm::vec2 cells) const {
    passed[segment] = 1;
    // The fraction of a quantum is below a millionth of a droplet that matters.
    passage[cell].x += static_cast<std::int64_t>(cells.x * static_cast<float>(volume));
    passage[cell].y += static_cast<std::int64_t>(cells.y * static_cast<float>(volume));
    passage[cell].stay += static_cast<std::int64_t>(volume);
  }
};

/// Cells of which more is wanted than they may give.
struct Contest {
  Quanta* cap = nullptr;              ///< what a cell gives, -1 where all is granted: everywhere between rounds
  std::uint8_t* contested = nullptr;  ///< segments with such cells
  Quanta* granted = nullptr;          ///< sum of what such a cell has given
};

}  // namespace barchan::water
