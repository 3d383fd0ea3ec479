/// PackedMaps: what the shading of the ground needs to know about each cell, in two maps of half-precision floats. Pure
/// code. Rows can be computed in any pieces, so that no frame has to compute a whole land.
#pragma once

#include <array>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "render/packed_kernel.hpp"
#include "render/surroundings.hpp"

namespace barchan::render {

/// The grids from which the maps are computed, row-major, one value per cell. All but the heights may be empty.
struct PackedInput {
  Grid grid;
  std::span<float const> heights;       ///< m
  std::span<float const> sand{};        ///< m; empty: none
  std::span<float const> sun{}, sky{};  ///< visibility, 0 to 1; empty: 1
  std::span<float const> shade{};       ///< height up to which the land's shadow reaches, m; empty: unknown
  std::span<float const> turn{};        ///< sine of the turn of the local wind; empty: 0
  std::span<float const> dust{};        ///< fraction of full dust; empty: none
  glm::vec2 wind{1.0f, 0.0f};           ///< direction towards which the prevailing wind blows, unit length
  SunBeyond const* beyond = nullptr;    ///< sun beyond the edges, whose ground shades the land too; null: none
};

class PackedMaps {
 public:
  /// Begins to compute the maps of another land. The grids of `input` must exist until their rows are computed.
  void begin(PackedInput const& input);

  /// Rows of the map of slope in x, slope in y, sand (m) and visibility of the sun, valid until the next call.
  std::span<kernel::HalfTexel const> surface(int first, int last);
  /// Rows of the map of visibility of the sky, dust (fraction of full dust), hollowness and turn of the wind, valid
  /// until the next call. If there is dust, all its stages must be complete.
  std::span<kernel::HalfTexel const> cover(int first, int last);

  /// Dust trails downwind of where it is lifted. Its trails are computed in this many stages from coarser grids.
  static constexpr int kDustStages = 3;
  /// Number of rows and columns of a stage.
  glm::ivec2 stage_size(int stage) const;
  /// Computes rows of a stage. All rows of the stages before it must be complete.
  void compute_stage(int stage, int first, int last);

 private:
  /// A row with one more cell on both sides.
  class PaddedRow {
   public:
    void resize(int width) { values_.resize(static_cast<std::size_t>(width) + 2); }
    float* begin() { return values_.data() + 1; }
    /// Continues the row beyond its ends.
    void pad(bool periodic, bool with_slope = false);

   private:
    std::vector<float> values_;
  };
  /// A grid of half or a quarter of the resolution.
  struct CoarseGrid {
    glm::ivec2 size{0};
    std::vector<float> values;
    bool periodic = false;

    float at(int x, int y) const;
    float between(glm::vec2 place) const;
  };

  int width() const { return input_.grid.width; }
  float const* row_of(std::span<float const> values, int y, std::vector<float> const& usual) const;
  kernel::NeighbourRows rows_around(std::span<float const> values, int y) const;
  void weigh_heights(int y);
  void weigh_sun(int y);
  void see_sun_beyond(int y);
  void trail_dust(int y);
  void upsample_dust(int y);

  PackedInput input_;
  std::vector<kernel::HalfTexel> texels_;
  std::vector<float> zeros_, ones_, continued_, beyond_, dust_;
  PaddedRow height_sum_, rise_, sun_sum_, shade_sum_, coarse_row_, sun_row_;
  CoarseGrid halves_, quarters_, trails_;
};

}  // namespace barchan::render
