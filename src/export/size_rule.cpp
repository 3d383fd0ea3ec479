#include "export/size_rule.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace barchan {

namespace {

constexpr std::array<SizeRuleRow, 4> kRules{{
    {SizeRule::any, "any", "a size from 1 to 32769", false},
    {SizeRule::power, "power", "a power of two from 64 to 16384", false},
    {SizeRule::power_plus_one, "power+1", "a power of two plus one from 33 to 4097", true},
    {SizeRule::unreal, "unreal",
     "a size that whole components of a landscape fill, such as 505, 1009, 2017, 4033 or 8129", false},
}};

/// Recommended sizes of landscapes (Unreal Engine documentation, "Landscape Technical Guide").
constexpr std::array kUnrealSizes{127, 253, 505, 1009, 2017, 4033, 8129};
constexpr int kLargestUnreal = 8192;
constexpr int kMostComponents = 32;  // along a side

/// Returns whether sections of 7 to 255 quads, one or two to the side of a component, fill the landscape.
bool fills_components(int samples) {
  constexpr std::array kSectionQuads{7, 15, 31, 63, 127, 255};
  if (samples < 8 || samples > kLargestUnreal) return false;
  return std::ranges::any_of(kSectionQuads, [&](int quads) {
    return std::ranges::any_of(std::array{1, 2}, [&](int sections) {
      const int component = quads * sections;
      return (samples - 1) % component == 0 && (samples - 1) / component <= kMostComponents;
    });
  });
}

bool is_power_of_two(int number) { return number > 0 && (number & (number - 1)) == 0; }

/// The sizes among which recommended_size() chooses.
std::vector<int> sizes_of(SizeRule rule) {
  std::vector<int> sizes;
  if (rule == SizeRule::unreal) sizes.assign(kUnrealSizes.begin(), kUnrealSizes.end());
  if (rule == SizeRule::power) {
    for (int size = 64; size <= 16384; size *= 2) sizes.push_back(size);
  }
  if (rule == SizeRule::power_plus_one) {
    for (int size = 32; size <= 4096; size *= 2) sizes.push_back(size + 1);
  }
  return sizes;
}

}  // namespace

std::span<SizeRuleRow const> size_rules() { return kRules; }

bool is_allowed(SizeRule rule, int samples) {
  if (samples < 1 || samples > kMostSamples) return false;
  if (rule == SizeRule::any) return true;
  if (rule == SizeRule::unreal) return fills_components(samples);
  const int quads = rule == SizeRule::power ? samples : samples - 1;
  const std::vector<int> sizes = sizes_of(rule);
  return is_power_of_two(quads) && samples >= sizes.front() && samples <= sizes.back();
}

int recommended_size(SizeRule rule, int cells) {
  if (rule == SizeRule::any) return cells;
  const std::vector<int> sizes = sizes_of(rule);
  const auto ratio = [&](int size) {
    return std::max(static_cast<double>(size) / cells, static_cast<double>(cells) / size);
  };
  return *std::min_element(sizes.rbegin(), sizes.rend(), [&](int a, int b) { return ratio(a) < ratio(b); });
}

}  // namespace barchan
