/// How linear light becomes the colour of a pixel.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <glm/glm.hpp>

namespace barchan {

inline float to_srgb(float linear) {
  constexpr float kToe = 0.0031308f;
  return linear <= kToe ? 12.92f * linear : 1.055f * std::pow(linear, 1.0f / 2.4f) - 0.055f;
}

/// Compresses bright parts instead of clipping them, so that hues are kept (Reinhard's curve with a white point).
inline glm::vec3 tone(glm::vec3 color) {
  constexpr float kWhite = 2.6f;
  const float luminance = glm::dot(color, glm::vec3(0.2126f, 0.7152f, 0.0722f));
  const float mapped = luminance * (1.0f + luminance / (kWhite * kWhite)) / (1.0f + luminance);
  return color * (luminance > 0.0f ? mapped / luminance : 0.0f);
}

/// Linear light as a pixel in sRGB.
inline std::array<std::uint8_t, 3> to_pixel(glm::vec3 light) {
  const glm::vec3 color = tone(light);
  std::array<std::uint8_t, 3> pixel{};
  for (int channel = 0; channel < 3; ++channel) {
    const float value = std::clamp(to_srgb(color[channel]), 0.0f, 1.0f);
    pixel[static_cast<std::size_t>(channel)] = static_cast<std::uint8_t>(value * 255.0f + 0.5f);
  }
  return pixel;
}

}  // namespace barchan
