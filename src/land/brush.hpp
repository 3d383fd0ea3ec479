/// Brush: shapes and paints the land along a path. A stroke is a command, so it is recorded, replayed and undone.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/grid.hpp"
#include "base/parameter.hpp"
#include "land/mask.hpp"
#include "land/obstacle.hpp"
#include "land/soil.hpp"

namespace barchan {

/// What a dab of the brush does.
enum class BrushAction : std::int32_t { raise, lower, smooth, flatten, roughen, ramp };
inline constexpr int kBrushActionCount = 6;

/// The numbers of a brush. Each member has a row in brush_rows(). brush_keys() lists the members that each action
/// reads.
struct Brush {
  BrushAction action = BrushAction::raise;
  float radius = 20.0f;    ///< m
  float falloff = 1.0f;    ///< fraction of the radius over which the effect fades to 0; 0: a sharp edge
  float amount = 0.5f;     ///< m in the middle of a dab
  float strength = 0.3f;   ///< fraction of the difference from the wanted height that a dab removes in its middle
  float detail = 10.0f;    ///< m, size of the bumps of `roughen`
  float level = 0.0f;      ///< m above sea level: height of `flatten`, and of the first end of a `ramp`
  float end_level = 0.0f;  ///< m above sea level: height of the other end of a `ramp`
  float turn = 0.0f;       ///< rotation of the stencil, degrees anticlockwise

  bool operator==(Brush const&) const = default;
};

std::span<ParameterRow const> brush_rows();
/// The rows with the members of `brush`, and title and help for the user.
ParameterGroup brush_group(Brush& brush);
std::string_view brush_action_id(BrushAction action);
/// Keys that an action reads for a material (BrushStroke::material), without `action` itself.
std::span<std::string_view const> brush_keys(BrushAction action, std::string_view material);

/// A point of the path.
struct BrushPoint {
  float x = 0.5f, y = 0.5f;  ///< fractions of the land's sides from the south-west corner, -1 to 2
  float pressure = 1.0f;     ///< 0 to 1; multiplies the effect

  bool operator==(BrushPoint const&) const = default;
};

/// Materials besides the soils of the land. A soil with the same id takes precedence.
inline constexpr std::string_view kGroundMaterial = "ground";  ///< whatever lies on top
inline constexpr std::string_view kWaterMaterial = "water";    ///< lakes
inline constexpr std::string_view kPlantsMaterial = "plants";
/// The mask that a material such as "mask:town" names; empty if it names none.
std::string_view painted_mask(std::string_view material);
/// False for masks and for the materials above.
bool names_soil(std::string_view material);
/// True for the actions that water, plants and masks can have.
bool only_adds_or_takes(BrushAction action);

/// Command: a stroke of a brush. The stroke consists of *dabs*, which are carried out one after the other.
///
/// The action determines how much the surface rises or falls, and the material determines what is added or taken.
/// Bedrock and other solid soils change below the loose soils, which are lifted or lowered. A loose soil is added on
/// top, and taken only where it is the cover. The ledger records what a stroke adds or takes as "by hand".
struct BrushStroke {
  /// Most points of a path, and most dabs of a stroke.
  static constexpr std::size_t kMostDabs = 100'000;
  /// Usual distance between dabs, as a fraction of the radius.
  static constexpr float kUsualSpacing = 0.25f;
  /// Largest radius, in cells.
  static constexpr double kMostCells = 2048.0;

  Brush brush{};
  std::string material = "rock";  ///< id of a soil, one of the materials above, or a mask as in "mask:town"
  float spacing = 0.0f;           ///< m between dabs along the path; 0: one dab at each point
  bool picks_levels = false;      ///< the levels are those of the land at the ends of the path before the stroke
  std::string within{};           ///< id of a mask that multiplies the effect; may be empty
  Stamp stencil{};                ///< fractions that multiply the effect, over the square around a dab; may be empty
  std::vector<BrushPoint> points{};

  bool operator==(BrushStroke const&) const = default;
};

/// Returns one sentence that says what is wrong with the stroke on a land with these soils, or an empty string. Without
/// a grid, skips the checks that depend on its size.
std::string stroke_error(BrushStroke const& stroke, Soils const& soils, Grid const* grid);
/// The same, but only for what is wrong on every land, such as a number out of range.
std::string stroke_error(BrushStroke const& stroke);
/// Returns one sentence if the stroke would take longer than some minutes on this land, or an empty string. A stroke
/// that a user draws is a list of dabs (spacing 0), and is never refused for its length. In files, it is.
std::string stroke_work_error(BrushStroke const& stroke, Grid const& grid);
/// Returns one sentence if a mask that the stroke paints or reads is not on the land, or an empty string.
std::string stroke_mask_error(BrushStroke const& stroke, Masks const& masks);

/// Positions of the dabs of a stroke: equally spaced along its path, or at its points.
std::vector<BrushPoint> dabs_of(BrushStroke const& stroke, Grid const& grid);

/// Sets dabs at equal distances along the path of a pointer. The dabs depend only on the points, not on how many points
/// are passed in one call.
class BrushPath {
 public:
  /// `spacing`: m between dabs, > 0. `size`: lengths of the land's sides, m.
  BrushPath(double spacing, double size_x, double size_y) : spacing_(spacing), size_x_(size_x), size_y_(size_y) {}

  /// Continues the path through further points. Returns the dabs on this part of it. The first point of the path is a
  /// dab.
  std::vector<BrushPoint> go_on(std::span<BrushPoint const> points);

 private:
  double spacing_, size_x_, size_y_;
  bool begun_ = false;
  BrushPoint last_;
  double since_ = 0.0;  ///< m along the path since the last dab
};

}  // namespace barchan
