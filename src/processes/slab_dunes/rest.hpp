/// Rest: whether flying sand stays where it comes down, in both transports.
#pragma once

namespace barchan {

/// Probabilities of coming to rest by what lies there.
struct RestChances {
  float bare = 1.0f;  ///< on ground without sand
  float sand = 1.0f;  ///< on sand

  /// Where sand hides the share `hidden` of the ground, 0 .. 1.
  float on(float hidden) const { return bare + (sand - bare) * hidden; }
};

/// Shelter keeps its share of what comes over a cell; the rest stays as the ground lets it, less where the wind is the
/// `ratio` of the prevailing one.
inline float chance_of_rest(float sheltered, float on_ground, float ratio) {
  return sheltered + (1.0f - sheltered) * on_ground / ratio;
}

}  // namespace barchan
