/// Masks: named layers of values from 0 to 1 over the land. A mask multiplies strengths of processes, limits brushes
/// and can be shown.
///
/// A mask has a recipe: a list of layers that are combined one after the other, beginning with 1 everywhere. The values
/// either follow the land, which means that they are computed again every kMaskRenewal steps, or stay as they are. A
/// stroke that paints a mask changes its values, which then no longer follow the land.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "base/parameter.hpp"
#include "land/soil.hpp"

namespace barchan {

class Archive;

/// What a layer of a mask is computed from, or how it changes the layers before it.
enum class MaskSource : std::int32_t {
  fill,
  height,
  slope,
  aspect,
  curvature,
  soil,
  wetness,
  distance,
  noise,
  raster,
  mask,
  invert,
  blur,
  levels,
};
inline constexpr int kMaskSourceCount = 14;

/// How the values of a layer are combined with those of the layers before it. The result is clamped to 0 to 1.
enum class MaskCombine : std::int32_t { multiply, add, subtract, minimum, maximum };

/// The numbers of a layer. Each member has a row in mask_rows(). mask_keys() lists the members that each source reads.
struct MaskNumbers {
  MaskSource source = MaskSource::fill;
  MaskCombine combine = MaskCombine::multiply;
  float value = 1.0f;
  float low = 0.0f;           ///< in the unit of the source
  float high = 1.0f;          ///< in the unit of the source
  float fade = 0.0f;          ///< in the unit of the source
  float direction = 0.0f;     ///< degrees anticlockwise from east
  float width = 45.0f;        ///< degrees
  float radius = 10.0f;       ///< m
  float wavelength = 100.0f;  ///< m
  std::int32_t octaves = 4;
  std::int32_t seed = 1;

  bool operator==(MaskNumbers const&) const = default;
};

std::span<ParameterRow const> mask_rows();
/// The rows with the members of `numbers`, and title and help for the user.
ParameterGroup mask_group(MaskNumbers& numbers);
std::string_view mask_source_id(MaskSource source);
std::string_view mask_source_help(MaskSource source);
/// Keys that a source reads, without `source` itself.
std::span<std::string_view const> mask_keys(MaskSource source);
/// What `MaskLayer::of` names for a source: "" if nothing, else a phrase for messages such as "a soil".
std::string_view mask_object(MaskSource source);
/// True for the sources that change the layers before them, and so are not combined with them.
constexpr bool modifies(MaskSource source) { return source >= MaskSource::invert; }

/// Values of a raster, which are part of the layer so that a recording needs no other file.
struct MaskRaster {
  std::int32_t width = 0, height = 0;  ///< cells of the land; 0: none
  std::vector<float> values;           ///< per cell, row 0 = south, 0 to 1

  bool operator==(MaskRaster const&) const = default;
};

struct MaskLayer {
  MaskNumbers numbers{};
  std::string of{};     ///< id of a soil, `water` or another mask, as mask_object() says
  MaskRaster raster{};  ///< for the source `raster`

  bool operator==(MaskLayer const&) const = default;
};
/// A layer with the usual numbers of its source.
MaskLayer usual_mask_layer(MaskSource source);

struct MaskRecipe {
  std::string id;                         ///< lower-case letters, digits and underscores, beginning with a letter
  bool follows = true;                    ///< the values follow the land
  std::vector<std::string> multiplies{};  ///< parameters that it multiplies, such as "wind.speed"
  std::vector<MaskLayer> layers{};

  bool operator==(MaskRecipe const&) const = default;
};

inline constexpr std::size_t kMostMasks = 8, kMostMaskLayers = 16;
inline constexpr std::size_t kMostMultiplied = 64;  ///< parameters of one mask
/// Number of steps between two computations of the masks that follow the land.
inline constexpr std::uint64_t kMaskRenewal = 16;
/// Prefix of the material of a brush that paints a mask: "mask:town".
inline constexpr std::string_view kMaskMaterial = "mask:";
/// Object of a distance from standing water.
inline constexpr std::string_view kWaterObject = "water";

/// Command: adds a mask, or replaces the mask with the same id. Values that do not follow the land are computed once,
/// and again if the layers change; what was painted is then lost.
struct SetMask {
  MaskRecipe recipe{};

  bool operator==(SetMask const&) const = default;
};

/// Command: removes a mask.
struct RemoveMask {
  std::string id;

  bool operator==(RemoveMask const&) const = default;
};

/// Returns one sentence if the recipe is invalid on every land, for example because a number is out of range; otherwise
/// an empty string.
std::string mask_error(MaskRecipe const& recipe);
/// The same, and also for a recipe that is invalid on a land with this grid and these soils.
std::string mask_error(MaskRecipe const& recipe, Soils const& soils, Grid const& grid);
/// Returns one sentence if `parameter`, such as "wind.speed", cannot be multiplied by a mask; or an empty string.
std::string masked_parameter_error(std::string_view parameter, std::span<ParameterGroup const> groups);

/// Reads or writes a recipe. Throws ArchiveError. The caller must check it.
void keep_recipe(Archive& archive, MaskRecipe& recipe);

struct Mask {
  MaskRecipe recipe{};
  LandVector<float> values{};  ///< per cell, 0 to 1

  bool operator==(Mask const&) const = default;
};

/// Reads or writes a mask on a land with this number of cells. Throws ArchiveError.
void keep_mask(Archive& archive, Mask& mask, std::size_t cells);

/// The masks of a land, in the order in which they were added.
class Masks {
 public:
  std::span<Mask const> list() const { return list_; }
  Mask const* find(std::string_view id) const;
  /// Returns one sentence if this mask cannot be added beside the others, or an empty string.
  std::string fit_error(MaskRecipe const& recipe) const;
  /// Returns one sentence if this mask cannot be removed, or an empty string.
  std::string removal_error(std::string_view id) const;

  /// Adds a mask or replaces the one with the same id. The values must be computed next.
  Mask& put(MaskRecipe const& recipe);
  void remove(std::string_view id);
  /// The mask with this id, whose values may be changed; null: none. Call mark_changed() after the change.
  Mask* open(std::string_view id);
  /// Call after each change of recipes or values.
  void mark_changed();

  /// Values by which a parameter such as "wind.speed" is multiplied, per cell. Empty if they are 1 everywhere.
  std::span<float const> of(std::string_view parameter) const;
  /// Returns whether the masks of a parameter are 0 everywhere.
  bool exclude_all(std::string_view parameter) const;
  /// Number of changes of masks since the land was created. It is not part of the state.
  std::uint64_t changes() const { return changes_; }

  /// Reads or writes the masks of a land with these soils. A hash leaves out masks that are 1 everywhere, which have no
  /// effect. Throws ArchiveError, also for recipes that the land could not have.
  void keep(Archive& archive, Soils const& soils, Grid const& grid);

 private:
  std::vector<Mask> list_;
  /// The factors of a parameter.
  struct Product {
    std::string parameter;
    LandVector<float> values;
    bool nowhere = false;  ///< 0 everywhere
  };
  Product const* product(std::string_view parameter) const;

  std::vector<Product> products_;  ///< without those that are 1 everywhere
  std::uint64_t changes_ = 0;
};

/// The product of the masks of several parameters of a process.
class MaskFactor {
 public:
  MaskFactor(Masks const& masks, std::initializer_list<std::string_view> parameters);

  /// Returns whether it is 1 everywhere.
  bool none() const { return count_ == 0; }
  float at(std::size_t cell) const {
    float product = 1.0f;
    for (std::size_t i = 0; i < count_; ++i) product *= factors_[i][cell];
    return product;
  }

 private:
  static constexpr std::size_t kMost = 3;
  std::array<float const*, kMost> factors_{};
  std::size_t count_ = 0;
};

/// For each cell, the nearest cell in which a process may deposit. A process must not change cells whose factor is 0.
/// What would come to rest in such a cell is deposited in the nearest other cell.
class Porch {
 public:
  /// Finds the nearest cells again if the masks have changed.
  void renew(Grid const& grid, Masks const& masks, MaskFactor const& factor);
  /// Returns whether there are cells that must not change.
  bool any() const { return !closed_.empty(); }
  /// The cell itself if it may change, otherwise the nearest cell that may change. If no cell may change, the cell
  /// itself.
  std::size_t of(std::size_t cell) const { return nearest_.empty() ? cell : static_cast<std::size_t>(nearest_[cell]); }
  /// The nearest cells, one per cell of the land; empty unless any().
  std::span<std::int32_t const> nearest() const { return nearest_; }
  /// The cells that must not change, in ascending order.
  std::span<std::int32_t const> closed() const { return closed_; }
  bool is_closed(std::size_t cell) const {
    return !nearest_.empty() && static_cast<std::size_t>(nearest_[cell]) != cell;
  }

 private:
  std::vector<std::int32_t> nearest_, closed_;
  std::uint64_t seen_ = 0;
};

}  // namespace barchan
