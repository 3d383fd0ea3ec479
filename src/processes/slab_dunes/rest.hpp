/// Rest: the probability that flying sand stays where it comes down, for both transports.
#pragma once

namespace barchan {

/// Probabilities of rest, by ground.
struct RestChances {
  float bare = 1.0f;  ///< on ground without sand
  float sand = 1.0f;  ///< on sand

  /// Where sand hides the fraction `hidden` of the ground, 0 to 1.
  float on(float hidden) const { return bare + (sand - bare) * hidden; }
};

/// Shelter keeps the fraction `sheltered` of the sand that comes over a cell. The rest stays with the probability of
/// the ground, divided by the `ratio` of the local to the prevailing wind.
inline float chance_of_rest(float sheltered, float on_ground, float ratio) {
  return sheltered + (1.0f - sheltered) * on_ground / ratio;
}

}  // namespace barchan
