#include "render/packed_maps.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>

namespace barchan::render {
namespace {

constexpr float kAlways = 2.0f;       // more than any visibility of the sun
constexpr float kHighShade = 4.0e6f;  // m; a sum of shade above everything

// Weight of the dust at a distance upwind, cells. Farther away, the dust is that of larger areas.
struct Upwind {
  float weight, distance;
};
constexpr float kHere = 0.34f;
constexpr Upwind kNear{0.26f, 2.5f};
constexpr std::array<Upwind, 2> kFar{{{0.22f, 5.5f}, {0.18f, 10.0f}}};
constexpr float kOwnHalf = 0.75f;  // weight of the nearer of two coarse cells

glm::ivec2 halved(glm::ivec2 size) { return (size + 1) / 2; }

/// The mean of four cells, fewer at the end of an odd row or column.
template <class Value>
float mean_of_four(glm::ivec2 size, glm::ivec2 cell, Value const& value) {
  const int west = 2 * cell.x, south = 2 * cell.y;
  const int east = std::min(west + 1, size.x - 1), north = std::min(south + 1, size.y - 1);
  return 0.25f * (value(west, south) + value(east, south) + value(west, north) + value(east, north));
}

/// Index of a cell beyond the ends of a row or column of `count` cells. A land that is not periodic is mirrored.
int inside(int i, int count, bool periodic) {
  if (periodic) return ((i % count) + count) % count;
  const int south = i < 0 ? -1 - i : i;
  return std::clamp(south < count ? south : 2 * count - 1 - south, 0, count - 1);
}

}  // namespace

void PackedMaps::PaddedRow::pad(bool periodic, bool with_slope) {
  float* const first = values_.data() + 1;
  float* const last = values_.data() + values_.size() - 2;
  const bool slopes = with_slope && last > first;
  const auto beyond = [slopes](float end, float next) { return slopes ? 2.0f * end - next : end; };
  const float west = periodic ? *last : beyond(first[0], first[1]);
  const float east = periodic ? *first : beyond(last[0], last[-1]);
  first[-1] = west;
  last[1] = east;
}

float PackedMaps::CoarseGrid::at(int x, int y) const {
  const int column = inside(x, size.x, periodic), row = inside(y, size.y, periodic);
  return values[static_cast<std::size_t>(row) * static_cast<std::size_t>(size.x) + static_cast<std::size_t>(column)];
}

/// The value at a place in cells, interpolated between the centres of cells, which are at whole numbers.
float PackedMaps::CoarseGrid::between(glm::vec2 place) const {
  const glm::vec2 low = glm::floor(place), share = place - low;
  const int x = static_cast<int>(low.x), y = static_cast<int>(low.y);
  const auto mixed = [&](float a, float b, float c, float d) {
    return glm::mix(glm::mix(a, b, share.x), glm::mix(c, d, share.x), share.y);
  };
  if (x < 0 || y < 0 || x + 1 >= size.x || y + 1 >= size.y) {
    return mixed(at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1));
  }
  float const* const south = values.data() + static_cast<std::ptrdiff_t>(y) * size.x + x;
  float const* const north = south + size.x;
  return mixed(south[0], south[1], north[0], north[1]);
}

void PackedMaps::begin(PackedInput const& input) {
  const bool other = !(input.grid == input_.grid) || zeros_.empty();
  input_ = input;
  if (other) {
    const auto cells = static_cast<std::size_t>(width());
    zeros_.assign(cells, 0.0f);
    ones_.assign(cells, 1.0f);
    continued_.assign(cells, 0.0f);
    dust_.assign(cells, 0.0f);
    for (PaddedRow* const row : {&height_sum_, &rise_, &sun_sum_, &shade_sum_}) row->resize(width());
    coarse_row_.resize(halved({width(), 1}).x);
  }
  beyond_.assign(static_cast<std::size_t>(width()), kAlways);
  const glm::ivec2 half = halved({input.grid.width, input.grid.height});
  for (CoarseGrid* const coarse : {&halves_, &trails_}) coarse->size = half;
  quarters_.size = halved(half);
  for (CoarseGrid* const coarse : {&halves_, &quarters_, &trails_}) {
    coarse->periodic = input.grid.periodic();
    coarse->values.resize(input.dust.empty() ? 0 : static_cast<std::size_t>(coarse->size.x * coarse->size.y));
  }
}

float const* PackedMaps::row_of(std::span<float const> values, int y, std::vector<float> const& usual) const {
  return values.empty() ? usual.data() : values.data() + input_.grid.index(0, y);
}

/// Beyond an edge that does not wrap, the neighbour is the row itself.
kernel::NeighbourRows PackedMaps::rows_around(std::span<float const> values, int y) const {
  const int height = input_.grid.height;
  const bool periodic = input_.grid.periodic();
  const auto row = [&](int at) { return values.data() + input_.grid.index(0, inside(at, height, periodic)); };
  return {row(y - 1), row(y), row(y + 1)};
}

/// Sums and rises of the heights. Beyond an edge that does not wrap, the land goes on with its slope.
void PackedMaps::weigh_heights(int y) {
  const auto count = static_cast<std::size_t>(width());
  kernel::NeighbourRows rows = rows_around(input_.heights, y);
  const bool periodic = input_.grid.periodic(), only = input_.grid.height == 1;
  const bool south = y == 0, north = y == input_.grid.height - 1;
  if (!periodic && !only && (south || north)) {
    float const* const next = south ? rows.north : rows.south;
    for (std::size_t x = 0; x < count; ++x) continued_[x] = 2.0f * rows.here[x] - next[x];
    (south ? rows.south : rows.north) = continued_.data();
  }
  kernel::weigh_rows(rows, count, height_sum_.begin());
  kernel::rise_between(rows, count, rise_.begin());
  height_sum_.pad(periodic, true);
  rise_.pad(periodic);
}

void PackedMaps::weigh_sun(int y) {
  const auto count = static_cast<std::size_t>(width());
  const auto weigh = [&](std::span<float const> values, float usual, PaddedRow& sum) {
    if (values.empty()) {
      std::fill_n(sum.begin(), count, usual);
    } else {
      kernel::weigh_rows(rows_around(values, y), count, sum.begin());
    }
    sum.pad(input_.grid.periodic());
  };
  weigh(input_.sun, 4.0f, sun_sum_);
  weigh(input_.shade, kHighShade, shade_sum_);
}

/// Interpolates the map of the sun beyond the edges, which repeats.
void PackedMaps::see_sun_beyond(int y) {
  if (input_.beyond == nullptr || input_.beyond->size.x == 0) return;
  SunBeyond const& sun = *input_.beyond;
  const glm::vec2 per_cell = glm::vec2(sun.size) / (sun.lands * glm::vec2(width(), input_.grid.height));
  const float v = (static_cast<float>(y) + 0.5f) * per_cell.y - 0.5f, low = std::floor(v), share = v - low;
  const auto row = [&](int at) {
    return sun.visibility.data() + static_cast<std::ptrdiff_t>(inside(at, sun.size.y, true)) * sun.size.x;
  };
  float const *const south = row(static_cast<int>(low)), *const north = row(static_cast<int>(low) + 1);
  sun_row_.resize(sun.size.x);
  float* const mixed = sun_row_.begin();
  for (int x = 0; x < sun.size.x; ++x) mixed[x] = glm::mix(south[x], north[x], share) + sun.error;
  sun_row_.pad(true);
  // The land is a part of the map, so that no place lies farther outside the row than the padding.
  for (std::size_t x = 0; x < beyond_.size(); ++x) {
    const float place = (static_cast<float>(x) + 0.5f) * per_cell.x + 0.5f;  // in the row with its padding
    const auto west = static_cast<std::int32_t>(place);
    const float a = mixed[west - 1], b = mixed[west];
    beyond_[x] = a + (place - static_cast<float>(west)) * (b - a);
  }
}

std::span<kernel::HalfTexel const> PackedMaps::surface(int first, int last) {
  texels_.resize(input_.grid.index(0, last - first));
  for (int y = first; y < last; ++y) {
    weigh_heights(y);
    weigh_sun(y);
    see_sun_beyond(y);
    kernel::pack_surface({.height_sum = height_sum_.begin(),
                          .rise = rise_.begin(),
                          .sand = row_of(input_.sand, y, zeros_),
                          .sun_sum = sun_sum_.begin(),
                          .beyond = beyond_.data(),
                          .shade_sum = shade_sum_.begin(),
                          .per_metre = 1.0f / input_.grid.cell_size},
                         zeros_.size(), texels_.data() + input_.grid.index(0, y - first));
  }
  return texels_;
}

std::span<kernel::HalfTexel const> PackedMaps::cover(int first, int last) {
  texels_.resize(input_.grid.index(0, last - first));
  for (int y = first; y < last; ++y) {
    weigh_heights(y);
    upsample_dust(y);
    kernel::pack_cover({.height_sum = height_sum_.begin(),
                        .height = row_of(input_.heights, y, zeros_),
                        .sky = row_of(input_.sky, y, ones_),
                        .dust = dust_.data(),
                        .turn = row_of(input_.turn, y, zeros_),
                        .per_metre = 1.0f / input_.grid.cell_size},
                       zeros_.size(), texels_.data() + input_.grid.index(0, y - first));
  }
  return texels_;
}

glm::ivec2 PackedMaps::stage_size(int stage) const { return stage == 1 ? quarters_.size : halves_.size; }

void PackedMaps::compute_stage(int stage, int first, int last) {
  const glm::ivec2 size = stage_size(stage);
  CoarseGrid& coarse = stage == 0 ? halves_ : quarters_;
  for (int y = first; y < last; ++y) {
    if (stage == 2) {
      trail_dust(y);
      continue;
    }
    float* const row = coarse.values.data() + static_cast<std::ptrdiff_t>(y) * size.x;
    for (int x = 0; x < size.x; ++x) {
      row[x] = stage == 0 ? mean_of_four({input_.grid.width, input_.grid.height}, {x, y},
                                         [&](int i, int j) { return input_.dust[input_.grid.index(i, j)]; })
                          : mean_of_four(halves_.size, {x, y}, [&](int i, int j) { return halves_.at(i, j); });
    }
  }
}

/// The dust is sampled upwind.
void PackedMaps::trail_dust(int y) {
  float* const row = trails_.values.data() + static_cast<std::ptrdiff_t>(y) * trails_.size.x;
  for (int x = 0; x < trails_.size.x; ++x) {
    glm::vec2 way = input_.wind;
    if (!input_.turn.empty()) {
      const float turn = input_.turn[input_.grid.index(2 * x, 2 * y)];
      way = way * std::sqrt(std::max(1.0f - turn * turn, 0.0f)) + glm::vec2(-way.y, way.x) * turn;
    }
    const glm::vec2 half(x, y), quarter = 0.5f * half - 0.25f;
    float dust = kHere * halves_.at(x, y) + kNear.weight * halves_.between(half - 0.5f * kNear.distance * way);
    for (Upwind const& far : kFar) dust += far.weight * quarters_.between(quarter - 0.25f * far.distance * way);
    row[x] = dust;
  }
}

/// Interpolates the trails between the centres of their cells, which are twice as large as those of the land.
void PackedMaps::upsample_dust(int y) {
  if (trails_.values.empty()) {
    std::ranges::fill(dust_, 0.0f);
    return;
  }
  const auto row = [&](int at) {
    return trails_.values.data() +
           static_cast<std::ptrdiff_t>(inside(at, trails_.size.y, trails_.periodic)) * trails_.size.x;
  };
  float const *const own = row(y / 2), *const next = row(y / 2 + (y % 2 == 0 ? -1 : 1));
  float* const mixed = coarse_row_.begin();
  for (int x = 0; x < trails_.size.x; ++x) mixed[x] = kOwnHalf * own[x] + (1.0f - kOwnHalf) * next[x];
  coarse_row_.pad(trails_.periodic);
  for (int x = 0; x < width(); ++x) {
    float const* const at = mixed + x / 2;
    dust_[static_cast<std::size_t>(x)] = kOwnHalf * at[0] + (1.0f - kOwnHalf) * at[x % 2 == 0 ? -1 : 1];
  }
}

}  // namespace barchan::render
