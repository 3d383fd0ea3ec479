#include "render/cut_face.hpp"

#include <algorithm>
#include <limits>

#include "base/quanta.hpp"

namespace barchan::render {
namespace {

constexpr float kNoEnd = -1.0e6f;  // m, bottom of the bedrock

float metres(QuantaSum quanta) { return static_cast<float>(to_metres(quanta)); }

/// A column from the top.
struct Column {
  std::vector<SoilId> soils;
  std::vector<float> bottoms;  ///< m
  float surface = 0.0f;        ///< m

  explicit Column(std::span<Layer const> layers) {
    QuantaSum height = 0;
    for (Layer const& layer : layers) height += layer.thickness;
    surface = metres(height);
    for (Layer const& layer : layers) {
      height -= layer.thickness;
      soils.push_back(layer.soil);
      bottoms.push_back(metres(height));
    }
    bottoms.back() = kNoEnd;
  }
};

/// Joins two columns from the top.
class Joint {
 public:
  Joint(Column const& left, Column const& right, SoilSet loose) : left_(left), right_(right), loose_(loose) {
    const std::size_t rows = left.soils.size(), columns = right.soils.size();
    common_.assign((rows + 1) * (columns + 1), 0);
    for (std::size_t i = rows; i-- > 0;) {
      for (std::size_t j = columns; j-- > 0;) {
        const bool same = left.soils[i] == right.soils[j];
        common(i, j) = std::max({common(i + 1, j), common(i, j + 1), same ? common(i + 1, j + 1) + 1 : 0});
      }
    }
  }

  std::vector<CutLayer> joined() {
    std::vector<CutLayer> layers;
    std::size_t i = 0, j = 0;
    float above_left = left_.surface, above_right = right_.surface;  // bottoms of the layers joined so far
    while (i < left_.soils.size() || j < right_.soils.size()) {
      const Next next = choose(i, j);
      CutLayer layer;
      if (next == Next::left) {
        layer = {left_.bottoms[i], thinned(left_.bottoms[i], right_.surface, above_right), id(left_.soils[i])};
        above_left = left_.bottoms[i++];
      } else if (next == Next::right) {
        layer = {thinned(right_.bottoms[j], left_.surface, above_left), right_.bottoms[j], id(right_.soils[j])};
        above_right = right_.bottoms[j++];
      } else {
        layer = {left_.bottoms[i], right_.bottoms[j], id(left_.soils[i])};
        above_left = left_.bottoms[i++];
        above_right = right_.bottoms[j++];
      }
      layers.push_back(layer);
    }
    return layers;
  }

 private:
  enum class Next { left, right, both };

  static float id(SoilId soil) { return static_cast<float>(soil); }
  /// Bottom of a layer at the column that does not have it.
  static float thinned(float bottom, float surface, float above) { return bottom > surface ? bottom : above; }

  int& common(std::size_t i, std::size_t j) { return common_[i * (right_.soils.size() + 1) + j]; }
  bool is_loose(SoilId soil) const { return (loose_ & soil_bit(soil)) != 0; }

  /// Chooses the next layers so that the number of joined layers is largest, preferring those near the bedrock. Loose
  /// layers lie over the face of solid ones.
  Next choose(std::size_t i, std::size_t j) {
    const bool left = i < left_.soils.size() && common(i + 1, j) == common(i, j);
    const bool right = j < right_.soils.size() && common(i, j + 1) == common(i, j);
    if (left && right) return is_loose(right_.soils[j]) && !is_loose(left_.soils[i]) ? Next::right : Next::left;
    if (left) return Next::left;
    return right ? Next::right : Next::both;
  }

  Column const& left_;
  Column const& right_;
  SoilSet loose_;
  std::vector<int> common_;  ///< largest number of layers that the remaining parts of both columns have in common
};

}  // namespace

CutFace join_columns(ColumnRow const& row, SoilSet loose) {
  CutFace face;
  if (row.size() == 0) return face;
  std::vector<Column> columns;
  for (std::size_t i = 0; i < row.size(); ++i) columns.emplace_back(row.column(i));
  for (std::size_t gap = 0; gap <= row.size(); ++gap) {
    Column const& left = columns[gap == 0 ? 0 : gap - 1];
    Column const& right = columns[std::min(gap, row.size() - 1)];
    const std::size_t first = face.layers.size();
    if (left.soils == right.soils) {
      for (std::size_t k = 0; k < left.soils.size(); ++k) {
        face.layers.push_back({left.bottoms[k], right.bottoms[k], static_cast<float>(left.soils[k])});
      }
    } else {
      const std::vector<CutLayer> joined = Joint(left, right, loose).joined();
      face.layers.insert(face.layers.end(), joined.begin(), joined.end());
    }
    face.gaps.push_back(
        {static_cast<float>(first), static_cast<float>(face.layers.size() - first), left.surface, right.surface});
  }
  return face;
}

}  // namespace barchan::render
