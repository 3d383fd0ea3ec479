/// Sizes of height maps that engines accept.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace barchan {

/// Which numbers of samples along a side an engine accepts.
enum class SizeRule : std::uint8_t {
  any,
  power,           ///< 2^n: textures, Terrain3D for Godot
  power_plus_one,  ///< 2^n + 1: Unity
  unreal,          ///< whole components of Unreal's landscapes
};

struct SizeRuleRow {
  SizeRule rule;
  std::string_view id;    ///< on the command line
  std::string_view help;  ///< the accepted sizes, as in "expected ..."
  bool square;            ///< both sides must be equal
};
/// In the order of SizeRule.
std::span<SizeRuleRow const> size_rules();

/// Largest number of samples along a side.
inline constexpr int kMostSamples = 32769;

/// Returns whether the rule accepts this size.
bool is_allowed(SizeRule rule, int samples);
/// The size that is recommended for a land with this many cells along a side: the nearest by ratio, and of two equally
/// near ones the larger.
int recommended_size(SizeRule rule, int cells);

}  // namespace barchan
