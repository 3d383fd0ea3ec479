/// Random numbers as a pure function of (seed, step, stream, entity, draw). No generator has state.
#pragma once

#include <array>
#include <cstdint>

#include <Random123/philox.h>

namespace barchan {

/// One stream per process, so that switching a process on does not change the numbers of another.
enum class RandomStream : std::uint32_t {
  scenario = 1,
  wind_births,
  wind_flight,
  water_births,
  water_flight,
  sand_supply,
  slab_dunes,
  vegetation,
  sand_blasting,
  wind_eddies,
  water_sources,
  antecedent_rain
};

/// Four independent 32-bit words (Philox 4x32, Salmon et al. 2011, 7 rounds: passes BigCrush).
inline std::array<std::uint32_t, 4> random_words(std::uint64_t seed, std::uint64_t step, RandomStream stream,
                                                 std::uint32_t entity, std::uint32_t draw = 0) {
  const r123::Philox4x32_R<7>::ctr_type counter{
      {entity, static_cast<std::uint32_t>(step),
       (static_cast<std::uint32_t>(step >> 32) << 8) ^ static_cast<std::uint32_t>(stream), draw}};
  const r123::Philox4x32_R<7>::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}};
  const auto words = r123::Philox4x32_R<7>{}(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

/// Uniform number in [0, 1) with 24 bits.
inline float to_unit(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word >> 8)) * (1.0f / 16777216.0f);
}
/// Uniform number in [-1, 1).
inline float to_signed_unit(std::uint32_t word) { return to_unit(word) * 2.0f - 1.0f; }

/// Golden-ratio sequence: evenly distributed numbers in [0, 1). Rounding with them preserves the mean over many steps
/// of amounts below one quantum.
inline float golden_fraction(std::uint64_t number) {
  return to_unit(static_cast<std::uint32_t>(number) * 2654435769u);  // 2^32 over the golden ratio
}

}  // namespace barchan
