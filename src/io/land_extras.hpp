/// Land extras: keys of a layer of the land in a scenario file besides those of its shape. Noise can be warped, and
/// sand can be limited to a part of the land.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "land/composition.hpp"

namespace barchan {

/// Shifts the points at which a layer of noise is evaluated, so that its ridges and valleys bend.
struct NoiseWarp {
  std::size_t layer = 0;      ///< in Composition::base; of shape noise
  double distance = 0.0;      ///< approximate maximum shift, m
  double wavelength = 200.0;  ///< over which the shift varies, m
};

/// The part of the land on which a layer of sand lies. The layer does not change the other cells.
struct SandLimit {
  std::size_t layer = 0;               ///< in Composition::sand; its operation is add or max
  std::optional<double> below_height;  ///< only where the ground without the sand is lower, m above sea level
  std::optional<double> below_slope;   ///< only where the ground without the sand is flatter, degrees
  std::shared_ptr<Raster const> mask;  ///< multiplies the thickness by 0 to 1; null: no mask
};

struct LandExtras {
  std::vector<NoiseWarp> warps;
  std::vector<SandLimit> limits;

  bool empty() const { return warps.empty() && limits.empty(); }
};

/// One key of a layer in scenario files that sets a member of the extras.
struct ExtraKey {
  std::string_view key;
  std::string_view list;  ///< key of the list of layers that has it
  KeyRange range;         ///< of the number
  std::string_view help;
};
/// The keys with numbers. `mask` is a text.
std::span<ExtraKey const> extra_keys();
ExtraKey const& extra_key(std::string_view key);
/// Key of a layer of sand that names the raster of its mask, and its help.
inline constexpr std::string_view kSandMaskKey = "mask";
inline constexpr std::string_view kSandMaskHelp =
    "raster of the land's size that multiplies the thickness; in an image without a range, black counts as 0 and "
    "white as 1; in all other files, the values must be from 0 to 1";

/// Composes a land with its extras. Without extras, the result is the same as that of the other compose_land().
ComposedLand compose_land(Composition const& land, LandExtras const& extras, Grid const& grid, std::uint64_t seed,
                          Scheduler const& scheduler);

}  // namespace barchan
