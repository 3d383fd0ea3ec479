#include "render/color_ramp.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <glm/common.hpp>
#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

#include "base/srgb.hpp"

namespace barchan::render {
namespace {

using Rgb8 = std::array<std::uint8_t, 3>;

// Evenly spaced samples of the published maps; colours between them are interpolated in OKLab.
constexpr Rgb8 kViridis[] = {{0x44, 0x01, 0x54}, {0x48, 0x28, 0x78}, {0x3e, 0x49, 0x89}, {0x31, 0x68, 0x8e},
                             {0x26, 0x82, 0x8e}, {0x1f, 0x9e, 0x89}, {0x35, 0xb7, 0x79}, {0x6e, 0xce, 0x58},
                             {0xb5, 0xde, 0x2b}, {0xfd, 0xe7, 0x25}};
constexpr Rgb8 kCividis[] = {{0x00, 0x22, 0x4e}, {0x12, 0x35, 0x70}, {0x3b, 0x49, 0x6c}, {0x57, 0x5d, 0x6d},
                             {0x70, 0x71, 0x73}, {0x8a, 0x86, 0x78}, {0xa5, 0x9c, 0x74}, {0xc3, 0xb3, 0x69},
                             {0xe1, 0xcc, 0x55}, {0xfe, 0xe8, 0x38}};
// The ends differ in lightness too, so that they do not look alike without colours.
constexpr Rgb8 kBlueOrange[] = {{0x1b, 0x3a, 0x8c}, {0xec, 0xea, 0xe6}, {0xd2, 0x74, 0x1a}};

float decode(float encoded) { return static_cast<float>(srgb::decoded(static_cast<double>(encoded))); }
float encode(float linear) { return static_cast<float>(srgb::encoded(static_cast<double>(linear))); }

// OKLab (Ottosson 2020): matrices by columns.
const glm::mat3 kRgbToLms(0.4122214708f, 0.2119034982f, 0.0883024619f, 0.5363325363f, 0.6806995451f, 0.2817188376f,
                          0.0514459929f, 0.1073969566f, 0.6299787005f);
const glm::mat3 kLmsToLab(0.2104542553f, 1.9779984951f, 0.0259040371f, 0.7936177850f, -2.4285922050f, 0.7827717662f,
                          -0.0040720468f, 0.4505937099f, -0.8086757660f);

glm::vec3 to_lab(Rgb8 const& color) {
  const glm::vec3 linear(decode(color[0] / 255.0f), decode(color[1] / 255.0f), decode(color[2] / 255.0f));
  const glm::vec3 lms = kRgbToLms * linear;
  return kLmsToLab * glm::vec3(std::cbrt(lms.x), std::cbrt(lms.y), std::cbrt(lms.z));
}

Rgb8 from_lab(glm::vec3 lab) {
  const glm::vec3 root = glm::inverse(kLmsToLab) * lab;
  const glm::vec3 linear = glm::inverse(kRgbToLms) * (root * root * root);
  const auto byte = [](float v) {
    return static_cast<std::uint8_t>(std::lround(255.0f * encode(std::clamp(v, 0.0f, 1.0f))));
  };
  return {byte(linear.x), byte(linear.y), byte(linear.z)};
}

ColorRamp make_ramp(std::span<Rgb8 const> stations) {
  ColorRamp ramp;
  const auto last = stations.size() - 1;
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const float at = static_cast<float>(i) / static_cast<float>(kRampSize - 1) * static_cast<float>(last);
    const std::size_t k = std::min(static_cast<std::size_t>(at), last - 1);
    ramp[i] = from_lab(glm::mix(to_lab(stations[k]), to_lab(stations[k + 1]), at - static_cast<float>(k)));
  }
  return ramp;
}

}  // namespace

ColorRamp const& color_ramp(FieldRamp kind) {
  static const ColorRamp kSequential = make_ramp(kViridis);
  static const ColorRamp kElevation = make_ramp(kCividis);
  static const ColorRamp kDiverging = make_ramp(kBlueOrange);
  if (kind == FieldRamp::elevation) return kElevation;
  return kind == FieldRamp::diverging ? kDiverging : kSequential;
}

RampRange ramp_range(FieldRamp kind, float minimum, float maximum) {
  if (!(minimum <= maximum)) return {};
  RampRange range{minimum, maximum};
  if (kind == FieldRamp::diverging) {
    range.high = std::max(std::abs(minimum), std::abs(maximum));
    range.low = -range.high;
  }
  // A field with a single value still needs a range: a little on both sides of it.
  const float least = std::max(1.0e-6f * std::max(std::abs(range.low), std::abs(range.high)), 1.0e-9f);
  if (range.high - range.low < least) {
    range.low -= least;
    range.high += least;
  }
  return range;
}

}  // namespace barchan::render
