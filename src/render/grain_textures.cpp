#include "render/grain_textures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include <glm/common.hpp>
#include <glm/gtc/noise.hpp>
#include <glm/vec4.hpp>

#include "barchan/base/random.hpp"
#include "render/texture.hpp"

namespace barchan {
namespace {

constexpr int kNoiseSide = 256;
constexpr int kRippleSide = 512;
constexpr int kRippleWaves = 32;  // along the side
constexpr int kRippleSpread = 9;  // waves by which the number along the side varies
constexpr int kRippleSlant = 6;   // waves across: how often crests end and fork
constexpr int kRippleComponents = 56;
constexpr float kRippleSharpness = 0.55f;  // share of the second harmonic's push towards the lee

/// A square texture; `color` gives what stands at (x, y).
template <class ColorAt>
GlTexture grain_texture(int side, bool smooth, ColorAt const& color) {
  std::vector<std::uint8_t> rgba;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const glm::vec4 bytes = glm::round(255.0f * glm::clamp(color(x, y), 0.0f, 1.0f));
      for (int c = 0; c < 4; ++c) rgba.push_back(static_cast<std::uint8_t>(bytes[c]));
    }
  }
  return make_texture(
      {.size = glm::ivec2(side), .filter = smooth ? GL_LINEAR_MIPMAP_LINEAR : GL_LINEAR_MIPMAP_NEAREST, .wraps = true},
      rgba.data());
}

float random_unit(std::uint32_t entity, std::uint32_t draw) {
  return to_unit(random_words(1, 0, RandomStream::scenario, entity, draw)[0]);
}

/// Periodic fractal gradient noise at (x, y) in 0 .. 1, about -0.7 .. 0.7.
float fractal(float x, float y, int base, int octaves, float offset) {
  float sum = 0.0f, gain = 1.0f;
  for (int octave = 0, cells = base; octave < octaves; ++octave, cells *= 2, gain *= 0.52f) {
    const auto period = static_cast<float>(cells);
    // A shift by whole periods keeps the seam closed and sets the octaves apart.
    sum += gain * glm::perlin(glm::vec2(x * period + offset, y * period + 0.5f * offset), glm::vec2(period));
  }
  return sum;
}

/// Values at the wrapped neighbours give the slopes.
template <class Value>
glm::vec2 slopes(Value const& value, int side, int x, int y) {
  const auto at = [&](int i, int j) {
    return value[static_cast<std::size_t>(((j + side) % side) * side + (i + side) % side)];
  };
  return 0.5f * glm::vec2(at(x + 1, y) - at(x - 1, y), at(x, y + 1) - at(x, y - 1));
}

}  // namespace

GlTexture make_noise_texture(bool smooth) {
  constexpr auto kCells = static_cast<std::size_t>(kNoiseSide) * kNoiseSide;
  std::vector<float> coarse(kCells), rough(kCells);
  for (int y = 0; y < kNoiseSide; ++y) {
    for (int x = 0; x < kNoiseSide; ++x) {
      const float u = static_cast<float>(x) / kNoiseSide, v = static_cast<float>(y) / kNoiseSide;
      const auto i = static_cast<std::size_t>(y * kNoiseSide + x);
      coarse[i] = fractal(u, v, 4, 5, 0.25f);
      rough[i] = fractal(u, v, 8, 5, 7.75f);
    }
  }
  constexpr float kContrast = 0.85f, kSlopeContrast = 5.0f, kFineContrast = 1.1f;
  return grain_texture(kNoiseSide, smooth, [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * kNoiseSide + x);
    const glm::vec2 slope = slopes(rough, kNoiseSide, x, y);
    return 0.5f + glm::vec4(kContrast * coarse[i], kSlopeContrast * slope, kFineContrast * rough[i]);
  });
}

GlTexture make_ripple_texture(bool smooth) {
  using Complex = std::complex<float>;
  constexpr float kTurn = 6.28318531f;
  constexpr auto kSide = static_cast<std::size_t>(kRippleSide);
  std::vector<float> height(kSide * kSide, 0.0f);
  std::vector<Complex> wave(kSide * kSide, Complex(0.0f));
  std::array<Complex, kRippleSide> along{}, across{};
  for (std::uint32_t k = 0; k < kRippleComponents; ++k) {
    // Waves of nearly one length and direction beat against each other: crests wander, end and fork.
    const int nx =
        kRippleWaves + static_cast<int>(std::lround((random_unit(k, 0) + random_unit(k, 1) - 1.0f) * kRippleSpread));
    const int ny = static_cast<int>(std::lround((random_unit(k, 2) + random_unit(k, 3) - 1.0f) * kRippleSlant));
    const float phase = kTurn * random_unit(k, 4);
    for (int i = 0; i < kRippleSide; ++i) {
      const float t = kTurn * static_cast<float>(i) / kRippleSide;
      along[static_cast<std::size_t>(i)] = std::polar(1.0f, t * static_cast<float>(nx) + phase);
      across[static_cast<std::size_t>(i)] = std::polar(1.0f, t * static_cast<float>(ny));
    }
    for (std::size_t y = 0; y < kSide; ++y) {
      for (std::size_t x = 0; x < kSide; ++x) wave[y * kSide + x] += along[x] * across[y];
    }
  }
  const float scale = 1.0f / std::sqrt(static_cast<float>(kRippleComponents));
  for (std::size_t i = 0; i < wave.size(); ++i) {
    // The local phase bent forward gives a gentle stoss and a steep lee; the envelope lets trains fade in and out.
    const float strength = std::min(std::abs(wave[i]) * scale, 1.4f) / 1.4f;
    const float phase = std::arg(wave[i]);
    height[i] = std::sqrt(strength) * std::sin(phase + kRippleSharpness * std::sin(phase));
  }
  constexpr float kSlopeContrast = 0.9f, kHeightContrast = 0.45f;
  return grain_texture(kRippleSide, smooth, [&](int x, int y) {
    const auto i = static_cast<std::size_t>(y * kRippleSide + x);
    return 0.5f + glm::vec4(kSlopeContrast * slopes(height, kRippleSide, x, y), kHeightContrast * height[i], 0.5f);
  });
}

}  // namespace barchan
