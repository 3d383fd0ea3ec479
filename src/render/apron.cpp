#include "render/apron.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace barchan::render {
namespace {

constexpr float kRightAngle = 0.5f * std::numbers::pi_v<float>;
constexpr int kRows = 16;
constexpr int kMostColumns = 1024;
constexpr float kWidthExtents = 0.5f;       // width of the apron, in longer sides of the land
constexpr float kWidthShorterSides = 4.0f;  // upper limit of the width for long, narrow lands, in shorter sides
constexpr float kSpread = 0.6f;  // standard deviation of the blur along the edge, as a fraction of the distance from it
// Distance, in columns, up to which rows are evenly spaced. Beyond it, their spacing is proportional to the distance.
constexpr float kFirstRows = 2.0f;
constexpr float kSteepestRise = 0.7f;
constexpr float kRiseColumns = 5.0f;     // columns over which the slope at the edge fades
constexpr float kSeaDepth = 0.02f;       // depth of the sea far out, as a fraction of the land's longer side
constexpr float kPlainAboveSea = 0.05f;  // m
constexpr float kCoveringSand = 0.4f;    // m; a thicker layer of sand looks the same

glm::vec2 half_size(Grid const& grid) { return 0.5f * glm::vec2(grid.width, grid.height) * grid.cell_size; }

int count_columns(Grid const& grid) { return std::clamp(2 * (grid.width + grid.height), 8, kMostColumns) / 4 * 4; }

/// Length of a quarter of the perimeter at the edge, m.
float quarter_length(Grid const& grid) { return half_size(grid).x + half_size(grid).y; }

float column_length(Grid const& grid) { return 4.0f * quarter_length(grid) / static_cast<float>(count_columns(grid)); }

/// A position in one of the four quarters of the perimeter. Each runs from the middle of the east or west side to the
/// middle of the north or south side.
struct Quarter {
  glm::vec2 signs;  ///< signs of x and y relative to the land's centre
  float share;      ///< position along the quarter, as a fraction of its length
  float turn;       ///< 1 if the quarter runs anticlockwise, else -1

  explicit Quarter(float round) {
    const float quarters = 4.0f * round;
    const int index = static_cast<int>(quarters) % 4;
    turn = index % 2 == 0 ? 1.0f : -1.0f;
    share = turn > 0.0f ? quarters - static_cast<float>(index) : static_cast<float>(index + 1) - quarters;
    signs = {index % 3 == 0 ? 1.0f : -1.0f, index < 2 ? 1.0f : -1.0f};
  }
};

float share_of_round(int part, int parts) { return (static_cast<float>(part) + 0.5f) / static_cast<float>(parts); }

/// Blurs the values around the ring. `variance` is in squares of the spacing of the values.
void blur(std::span<float> ring, float variance) {
  const std::size_t count = ring.size();
  const auto step = std::max(1l, std::lround(std::sqrt(2.0f * variance)));
  const float side = variance / (2.0f * static_cast<float>(step * step));
  const std::vector<float> from(ring.begin(), ring.end());
  std::size_t before = count - static_cast<std::size_t>(step) % count, after = static_cast<std::size_t>(step) % count;
  for (std::size_t i = 0; i < count; ++i, ++before, ++after) {
    if (before >= count) before -= count;
    if (after >= count) after -= count;
    ring[i] += side * (from[before] - 2.0f * from[i] + from[after]);
  }
}

float mean(std::span<float const> values) {
  return std::accumulate(values.begin(), values.end(), 0.0f) / static_cast<float>(values.size());
}

}  // namespace

float Apron::width(Grid const& grid) {
  const auto [shorter, longer] = std::minmax(grid.width, grid.height);
  return std::min(kWidthExtents * static_cast<float>(longer), kWidthShorterSides * static_cast<float>(shorter)) *
         grid.cell_size;
}

glm::vec4 Apron::scale(Grid const& grid) {
  const float first = kFirstRows * column_length(grid);
  return {1.0f / first, (1.0f - 1.0f / kRows) / std::log2(1.0f + width(grid) / first), 0.5f / kRows, 0.0f};
}

Apron::Apron(TerrainView const& view) : grid_(view.grid) {
  const int columns = count_columns(grid_);
  const int parts = columns * ((2 * (grid_.width + grid_.height) + columns - 1) / columns);
  const glm::vec2 half = half_size(grid_);
  const glm::ivec2 last(grid_.width - 1, grid_.height - 1);
  for (int i = 0; i < parts; ++i) {
    const Quarter quarter(share_of_round(i, parts));
    const float arc = quarter.share * (half.x + half.y);
    const bool upright = arc < half.y;
    const glm::vec2 from_middle = upright ? glm::vec2(half.x, arc) : glm::vec2(half.x + half.y - arc, half.y);
    const glm::ivec2 at =
        glm::clamp(glm::ivec2((half + quarter.signs * from_middle) / grid_.cell_size), glm::ivec2(0), last);
    const glm::ivec2 inward = upright ? glm::ivec2(-quarter.signs.x, 0) : glm::ivec2(0, -quarter.signs.y);
    const glm::ivec2 inside = glm::clamp(at + inward, glm::ivec2(0), last);
    edge_.push_back({grid_.index(at.x, at.y), grid_.index(inside.x, inside.y)});
  }
  // Walls and houses are not extended beyond the land: the ground beside them takes their place.
  const auto built = [&view](std::size_t cell) { return !view.base_soil.empty() && view.base_soil[cell] == kObstacle; };
  for (std::size_t i = 1; i < 2 * edge_.size(); ++i) {
    EdgeCell& cell = edge_[i % edge_.size()];
    if (built(cell.at)) cell = edge_[(i - 1) % edge_.size()];
    if (built(cell.inside)) cell.inside = cell.at;
  }

  const float first = kFirstRows * column_length(grid_);
  for (int row = 0; row < kRows; ++row) {
    const float share = static_cast<float>(row) / (kRows - 1);
    distances_.push_back(first * (std::pow(1.0f + width(grid_) / first, share) - 1.0f));
  }
  rise_ = along_edge([&](EdgeCell cell) {
    const float slope = (view.elevation[cell.at] - view.elevation[cell.inside]) / grid_.cell_size;
    return std::clamp(slope, -kSteepestRise, kSteepestRise);
  });
  const auto level = sea(view);
  if (level) {
    heights_ = heights_with_sea(view, *level);
  } else {
    std::vector<float> edge = along_edge([&](EdgeCell cell) { return view.elevation[cell.at]; });
    const float plain = mean(edge);
    heights_ = spread(std::move(edge), plain);
  }
  const std::vector<float> rises = spread(rise_, 0.0f);
  const float lost = kRiseColumns * column_length(grid_);
  for (std::size_t i = 0; i < heights_.size(); ++i) {
    const float away = distances_[i / rise_.size()];
    heights_[i] += rises[i] * away * std::exp(-away / lost);
  }
}

/// The mean of `value` over the cells of each column.
template <class Value>
std::vector<float> Apron::along_edge(Value const& value) const {
  std::vector<float> ring(static_cast<std::size_t>(count_columns(grid_)));
  const std::size_t parts = edge_.size() / ring.size();
  for (std::size_t i = 0; i < edge_.size(); ++i) ring[i / parts] += value(edge_[i]) / static_cast<float>(parts);
  return ring;
}

std::optional<float> Apron::sea(TerrainView const& view) {
  Grid const& grid = view.grid;
  if (!view.water.sea) return std::nullopt;
  const auto covered = [&](int x, int y) { return view.elevation[grid.index(x, y)] < *view.water.sea; };
  bool any = false;
  for (int x = 0; x < grid.width; ++x) any |= covered(x, 0) || covered(x, grid.height - 1);
  for (int y = 0; y < grid.height; ++y) any |= covered(0, y) || covered(grid.width - 1, y);
  return any ? view.water.sea : std::nullopt;
}

/// Rows of a layer that is `ring` at the edge. With distance it is blurred along the edge over a growing length.
std::vector<float> Apron::blurred(std::vector<float> ring) const {
  std::vector<float> rows;
  rows.reserve(kRows * ring.size());
  float deviation = 0.0f;
  for (const float away : distances_) {
    const float wanted = kSpread * away / column_length(grid_);
    blur(ring, wanted * wanted - deviation * deviation);
    deviation = wanted;
    rows.insert(rows.end(), ring.begin(), ring.end());
  }
  return rows;
}

float Apron::share_of_plain(std::size_t row) const { return glm::smoothstep(0.0f, distances_.back(), distances_[row]); }

/// Rows of a layer that fades from `ring` at the edge to `plain` far out.
std::vector<float> Apron::spread(std::vector<float> ring, float plain) const {
  const std::size_t columns = ring.size();
  std::vector<float> rows = blurred(std::move(ring));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = glm::mix(rows[i], plain, share_of_plain(i / columns));
  return rows;
}

/// Heights of an apron with sea. Far out it is a plain at sea level if most of the nearest edge is land, else the sea.
std::vector<float> Apron::heights_with_sea(TerrainView const& view, float level) const {
  const float deepest = kSeaDepth * static_cast<float>(std::max(grid_.width, grid_.height)) * grid_.cell_size;
  std::vector<float> rows = blurred(along_edge([&](EdgeCell cell) { return view.elevation[cell.at]; }));
  const std::vector<float> covered =
      blurred(along_edge([&](EdgeCell cell) { return view.elevation[cell.at] < level ? 1.0f : 0.0f; }));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float depth = deepest * std::max(2.0f * covered[i] - 1.0f, 0.0f) - kPlainAboveSea;
    rows[i] = glm::mix(rows[i], level - depth, share_of_plain(i / rise_.size()));
  }
  return rows;
}

float Apron::height_at(glm::vec2 metres) const {
  // The same as apron_place() in shaders/common.glsl.
  const glm::vec2 half = half_size(grid_), from = metres - half, at = glm::abs(from);
  const glm::vec2 beyond = glm::max(at - half, glm::vec2(0.0f));
  const float away = glm::length(beyond), turn = std::atan2(beyond.y, beyond.x);
  float arc = std::min(at.y, half.y) + away * turn;
  if (at.y - half.y > at.x - half.x) arc += std::max(half.x - at.x, 0.0f);
  const float share = 0.25f * arc / (half.x + half.y + kRightAngle * away);
  const float side = from.y > 0.0f ? share : -share;
  const float round = from.x > 0.0f ? side + 1.0f : 0.5f - side;
  const glm::vec4 to_map = scale(grid_);
  const float row = std::min(kRows * to_map.y * std::log2(1.0f + away * to_map.x), kRows - 1.0f);

  const std::size_t columns = rise_.size();
  const float column = round * static_cast<float>(columns) - 0.5f + static_cast<float>(columns);
  const auto left = static_cast<std::size_t>(column),
             low = std::min<std::size_t>(static_cast<std::size_t>(row), kRows - 2);
  const auto at_row = [&](std::size_t r) {
    return glm::mix(heights_[r * columns + left % columns], heights_[r * columns + (left + 1) % columns],
                    column - static_cast<float>(left));
  };
  return glm::mix(at_row(low), at_row(low + 1), row - static_cast<float>(low));
}

glm::vec2 Apron::height_range() const {
  const auto [low, high] = std::minmax_element(heights_.begin(), heights_.end());
  return {*low, *high};
}

/// Slope to the east and north, by the chain rule through rows and columns.
glm::vec2 Apron::slope(int row, int column) const {
  const auto columns = static_cast<int>(rise_.size());
  const auto height = [&](int r, int c) {
    return heights_[static_cast<std::size_t>(r * columns + (c + columns) % columns)];
  };
  const auto distance = [&](int r) { return distances_[static_cast<std::size_t>(r)]; };
  const Quarter quarter(share_of_round(column, columns));
  const glm::vec2 half = half_size(grid_);
  const float away = distance(row), length = half.x + half.y + kRightAngle * away, arc = quarter.share * length;
  // Angle of the outward direction from the axis at which the quarter begins.
  const float turn = std::clamp((arc - half.y) / std::max(away, 1.0e-6f), 0.0f, kRightAngle);
  const float around = quarter.turn * 0.125f * static_cast<float>(columns) *
                       (height(row, column + 1) - height(row, column - 1));  // per fraction of the quarter
  float outward = row == 0 ? rise_[static_cast<std::size_t>(column)] : 0.0f;
  if (row > 0 && row < kRows - 1) {
    outward = (height(row + 1, column) - height(row - 1, column)) / (distance(row + 1) - distance(row - 1));
    outward += around * (turn - quarter.share * kRightAngle) / length;
  }
  const float along = around / length;
  const glm::vec2 way(std::cos(turn), std::sin(turn));
  return quarter.signs * (outward * way + along * glm::vec2(-way.y, way.x));
}

Apron::Maps Apron::maps(TerrainView const& view, std::vector<float> const& dust, bool shadows) const {
  const std::vector<float> sunny;
  const auto layer = [&](std::span<float const> values, float otherwise) {
    return along_edge([&](EdgeCell cell) { return values.empty() ? otherwise : values[cell.at]; });
  };
  const auto spread_to_mean = [this](std::vector<float> ring) {
    const float plain = mean(ring);
    return spread(std::move(ring), plain);
  };
  const std::vector<float> sand =
      spread_to_mean(along_edge([&](EdgeCell cell) { return std::min(view.sediment[cell.at], kCoveringSand); }));
  const std::vector<float> sun = spread(layer(shadows ? view.sun_visibility : sunny, 1.0f), 1.0f);
  const std::vector<float> sky = spread(layer(shadows ? view.sky_visibility : sunny, 1.0f), 1.0f);
  const std::vector<float> plants = spread_to_mean(layer(view.cell_layers.real(CellLayer::plants), 0.0f));
  const std::vector<float> dusty = spread_to_mean(layer(dust, 0.0f));
  const auto columns = static_cast<int>(rise_.size());
  Maps maps{{columns, kRows}, {}, {}};
  for (int row = 0; row < kRows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::size_t i = maps.surface.size();
      maps.surface.emplace_back(slope(row, column), sand[i], sun[i]);
      maps.cover.emplace_back(sky[i], dusty[i], plants[i], heights_[i]);
    }
  }
  return maps;
}

}  // namespace barchan::render
