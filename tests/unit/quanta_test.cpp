#include "base/quanta.hpp"

#include <limits>

#include <gtest/gtest.h>

namespace barchan::quanta_test {
namespace {

TEST(Quanta, EveryQuantumSurvivesTheTripThroughMetres) {
  for (Quanta q : {0, 1, -1, 2, 261, kQuantaPerMetre, -kQuantaPerMetre, 8191 * kQuantaPerMetre, -8191 * kQuantaPerMetre,
                   8000 * kQuantaPerMetre + 1}) {
    EXPECT_EQ(to_quanta(to_metres(q)), q);
  }
}

TEST(Quanta, RoundsToTheNearestHalvesAwayFromZero) {
  const double quantum = 1.0 / kQuantaPerMetre;
  EXPECT_EQ(to_quanta(0.49 * quantum), 0);
  EXPECT_EQ(to_quanta(0.5 * quantum), 1);
  EXPECT_EQ(to_quanta(-0.49 * quantum), 0);
  EXPECT_EQ(to_quanta(-0.5 * quantum), -1);
  EXPECT_EQ(to_quanta(1.0), 262144);
  EXPECT_EQ(to_quanta(-2.25), -589824);
}

TEST(Quanta, ThicknessesBelow64MetresAreExactInFloat32) {
  for (Quanta q = 64 * kQuantaPerMetre - 1; q > 64 * kQuantaPerMetre - 1000; --q) {
    const float metres = static_cast<float>(q) * kMetresPerQuantum;
    EXPECT_EQ(to_quanta(static_cast<double>(metres)), q);
  }
}

TEST(Quanta, ASumOfTheLargestGridAtFullRangeFits) {
  constexpr QuantaSum kCells = QuantaSum{16384} * 16384;
  constexpr QuantaSum kSum = kCells * std::numeric_limits<Quanta>::max();
  EXPECT_EQ(kSum / kCells, std::numeric_limits<Quanta>::max());
  EXPECT_DOUBLE_EQ(to_metres(kSum), static_cast<double>(kSum) / 262144.0);
}

}  // namespace
}  // namespace barchan::quanta_test
