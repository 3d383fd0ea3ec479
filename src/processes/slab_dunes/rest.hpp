/// Rest: the probability that flying sand comes to rest where it comes down, for both kinds of transport.
#pragma once

namespace barchan {

/// Probabilities of rest by kind of ground.
struct RestChances {
  float bare = 1.0f;  ///< on ground without sand
  float sand = 1.0f;  ///< on sand

  /// Probability on ground of which sand hides the fraction `hidden`, 0 to 1.
  float on(float hidden) const { return bare + (sand - bare) * hidden; }
};

/// Probability of rest over a cell. Shelter stops the fraction `sheltered` of the sand. The remainder comes to rest
/// with the probability of the ground divided by the `ratio` of the local to the prevailing wind.
inline float chance_of_rest(float sheltered, float on_ground, float ratio) {
  return sheltered + (1.0f - sheltered) * on_ground / ratio;
}

}  // namespace barchan
