// Layers that are drawn through from one column to the next.
#include "render/cut_face.hpp"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "base/random.hpp"

namespace barchan::render::cut_face_test {
namespace {

constexpr SoilId kClay = 3, kShale = 4, kDebris = 5;
constexpr SoilSet kLoose = soil_bit(kSand) | soil_bit(kDebris);

Layer metres(SoilId soil, double thickness) { return {soil, to_quanta(thickness)}; }

ColumnRow row_of(std::vector<std::vector<Layer>> const& columns) {
  ColumnRow row;
  for (auto const& column : columns) {
    row.layers.insert(row.layers.end(), column.begin(), column.end());
    row.ends.push_back(row.layers.size());
  }
  return row;
}

/// The soil at a height, at the fraction `share` of the distance from the left to the right column, as in
/// shaders/wall.frag.
SoilId soil_in(CutFace const& face, std::size_t gap, float share, float height) {
  CutGap const& between = face.gaps[gap];
  const auto first = face.layers.begin() + static_cast<std::ptrdiff_t>(between.first);
  const auto layer = std::find_if(first, first + static_cast<std::ptrdiff_t>(between.count), [&](CutLayer const& one) {
    return height >= one.left + share * (one.right - one.left);
  });
  return static_cast<SoilId>(layer->soil);
}

TEST(CutFace, ShowsEachColumnAsItIsWhereItStands) {
  std::vector<std::vector<Layer>> columns;
  for (std::uint32_t i = 0; i < 400; ++i) {
    columns.emplace_back();
    const auto words = random_words(3, 0, RandomStream::scenario, i);
    for (std::uint32_t k = 0; k < words[0] % 9; ++k) {
      const auto layer = random_words(3, 1 + k, RandomStream::scenario, i);
      columns.back().push_back(metres(static_cast<SoilId>(1 + layer[0] % 6), 0.25 * (1 + layer[1] % 12)));
    }
    columns.back().push_back(metres(kRock, 0.25 * (words[1] % 20)));
  }
  const CutFace face = join_columns(row_of(columns), kLoose);
  ASSERT_EQ(face.gaps.size(), columns.size() + 1);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    double top = std::accumulate(columns[i].begin(), columns[i].end(), 0.0,
                                 [](double sum, Layer layer) { return sum + to_metres(layer.thickness); });
    EXPECT_FLOAT_EQ(face.gaps[i].right, static_cast<float>(top));
    EXPECT_FLOAT_EQ(face.gaps[i + 1].left, static_cast<float>(top));
    for (Layer const& layer : columns[i]) {
      const bool bedrock = &layer == &columns[i].back();
      const double bottom = bedrock ? top - 1.0 : top - to_metres(layer.thickness);
      for (const double z : {bottom + 0.01, top - 0.01}) {
        ASSERT_EQ(soil_in(face, i, 1.0f, static_cast<float>(z)), layer.soil) << i << " at " << z;
        ASSERT_EQ(soil_in(face, i + 1, 0.0f, static_cast<float>(z)), layer.soil) << i << " at " << z;
      }
      top = bottom;
    }
  }
}

TEST(CutFace, LayersOfBothColumnsRunStraightFromOneToTheOther) {
  const CutFace face = join_columns(
      row_of({{metres(kSand, 2.0), metres(kClay, 3.0), metres(kRock, 1.0)}, {metres(kClay, 5.0), metres(kRock, 2.0)}}),
      kLoose);
  const auto clay = std::find_if(face.layers.begin() + static_cast<std::ptrdiff_t>(face.gaps[1].first),
                                 face.layers.end(), [](CutLayer const& one) { return one.soil == kClay; });
  EXPECT_EQ(*clay, (CutLayer{1.0f, 2.0f, kClay}));
  // Sand thins towards the column that has none. In the middle, the clay begins below 4 + (5 + 2 - 4) / 2 m.
  EXPECT_EQ(soil_in(face, 1, 0.5f, 5.6f), kSand);
  EXPECT_EQ(soil_in(face, 1, 0.5f, 5.4f), kClay);
}

TEST(CutFace, WhatIsWornAwayEndsLevelAtTheFace) {
  // A cliff of shale and clay above debris.
  const CutFace face = join_columns(row_of({{metres(kShale, 5.0), metres(kClay, 10.0), metres(kRock, 20.0)},
                                            {metres(kDebris, 2.0), metres(kClay, 1.0), metres(kRock, 20.0)}}),
                                    kLoose);
  for (const float share : {0.1f, 0.2f, 0.3f}) EXPECT_EQ(soil_in(face, 1, share, 29.9f), kClay) << share;
  EXPECT_EQ(soil_in(face, 1, 0.2f, 30.5f), kShale);
  // The debris lies on the face of the cliff and thins upwards.
  EXPECT_EQ(soil_in(face, 1, 0.9f, 22.8f), kDebris);
  EXPECT_EQ(soil_in(face, 1, 0.9f, 22.0f), kClay);
}

TEST(CutFace, OfTwinLayersTheLowerOnesBelongTogether) {
  const CutFace face =
      join_columns(row_of({{metres(kClay, 2.0), metres(kShale, 2.0), metres(kClay, 2.0), metres(kRock, 1.0)},
                           {metres(kClay, 1.5), metres(kRock, 1.0)}}),
                   kLoose);
  EXPECT_EQ(soil_in(face, 1, 0.5f, 1.2f), kClay);
  EXPECT_EQ(soil_in(face, 1, 0.1f, 3.5f), kShale);
  EXPECT_EQ(face.gaps[1].count, 4.0f);
}

}  // namespace
}  // namespace barchan::render::cut_face_test
