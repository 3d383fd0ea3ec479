#include "land/brush.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace barchan {

namespace {

constexpr std::array<std::string_view, kBrushActionCount> kActions{"raise",   "lower",   "smooth",
                                                                   "flatten", "roughen", "ramp"};

using B = Brush;
constexpr std::array kRows{
    row::choice<&B::action>(
        "action", "Action", kActions,
        "What the brush does: it raises, lowers, smooths, flattens or roughens the land, or builds an even slope "
        "between two points."),
    row::number<&B::radius>("radius", "Size", "m", {0.01, 10000.0, kByRatio},
                            "Radius of the brush. Higher: the brush changes a larger part of the land."),
    row::number<&B::falloff>(
        "falloff", "Falloff", "", {0.0, 1.0},
        "Fraction of the radius over which the effect fades to nothing towards the edge of the brush. Higher: a softer "
        "edge."),
    row::number<&B::amount>(
        "amount", "Amount", "m", {0.001, 100.0, kByRatio},
        "Height that one dab of the brush adds or removes at its centre. A stroke is a row of overlapping dabs, so "
        "it changes the land by several times this height. Higher: a stronger effect."),
    row::number<&B::strength>(
        "strength", "Strength", "", {0.0, 1.0},
        "Fraction by which one dab of the brush reduces the difference from the target height at its centre. For "
        "plants and masks, it is the change that one dab makes to the value at its centre. Higher: a stronger effect."),
    row::number<&B::detail>("detail", "Bumps", "m", {0.01, 10000.0, kByRatio},
                            "Distance from one bump to the next. Higher: wider bumps."),
    row::number<&B::level>("level", "Level", "m", {-20000.0, 20000.0},
                           "Height above sea level to which the brush brings the land. For a ramp, it is the height "
                           "of the first end. Higher: higher land."),
    row::number<&B::end_level>("end_level", "End level", "m", {-20000.0, 20000.0},
                               "Height above sea level of the other end of a ramp. Higher: the ramp ends higher."),
    row::number<&B::turn>("turn", "Turn", "deg", {-360.0, 360.0},
                          "Rotation of the stencil. Higher: the stencil turns anticlockwise."),
};
static_assert(sizeof(Brush) == kRows.size() * 4, "every member of a brush has its row");

constexpr auto kAmounts = std::to_array<std::string_view>({"radius", "falloff", "amount", "turn"});
constexpr auto kShares = std::to_array<std::string_view>({"radius", "falloff", "strength", "turn"});
constexpr auto kLevels = std::to_array<std::string_view>({"radius", "falloff", "strength", "level", "turn"});
constexpr auto kBumps = std::to_array<std::string_view>({"radius", "falloff", "amount", "detail", "turn"});
constexpr auto kRamps = std::to_array<std::string_view>({"radius", "falloff", "strength", "level", "end_level"});
constexpr std::array<std::span<std::string_view const>, kBrushActionCount> kKeys{kAmounts, kAmounts, kShares,
                                                                                 kLevels,  kBumps,   kRamps};

std::string number_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, 6);
  return {text.data(), end.ptr};
}

std::string points_error(BrushStroke const& stroke) {
  const std::size_t least = stroke.brush.action == BrushAction::ramp ? 2 : 1;
  if (stroke.points.size() < least || stroke.points.size() > BrushStroke::kMostDabs) {
    return "path: expected " + std::to_string(least) + " to " + std::to_string(BrushStroke::kMostDabs) +
           " points, found " + std::to_string(stroke.points.size()) +
           (stroke.points.size() < least ? "; add points" : "; draw several strokes");
  }
  const auto inside = [](float value, float low, float high) { return value >= low && value <= high; };
  for (BrushPoint const& point : stroke.points) {
    if (inside(point.x, -1.0f, 2.0f) && inside(point.y, -1.0f, 2.0f) && inside(point.pressure, 0.0f, 1.0f)) continue;
    if (!inside(point.pressure, 0.0f, 1.0f)) {
      return "path: expected a pressure from 0 to 1, found " + number_text(static_cast<double>(point.pressure));
    }
    return "path: expected coordinates from -1 to 2 (fractions of the land's sides), found " +
           number_text(static_cast<double>(point.x)) + ',' + number_text(static_cast<double>(point.y));
  }
  return {};
}

/// Most cells that all dabs of a stroke from a file may visit together, which takes minutes.
constexpr double kMostVisits = 1e10;

/// Number of dabs, as a floating-point number, because it may be very large.
double dab_count(BrushStroke const& stroke, Grid const& grid) {
  if (stroke.spacing == 0.0f || stroke.brush.action == BrushAction::ramp) {
    return static_cast<double>(stroke.points.size());
  }
  const double cell = static_cast<double>(grid.cell_size);
  double length = 0.0;
  for (std::size_t i = 1; i < stroke.points.size(); ++i) {
    const double dx = static_cast<double>(stroke.points[i].x - stroke.points[i - 1].x) * grid.width * cell;
    const double dy = static_cast<double>(stroke.points[i].y - stroke.points[i - 1].y) * grid.height * cell;
    length += std::sqrt(dx * dx + dy * dy);
  }
  return 1.0 + length / static_cast<double>(stroke.spacing);
}

}  // namespace

std::string_view painted_mask(std::string_view material) {
  return material.starts_with(kMaskMaterial) ? material.substr(kMaskMaterial.size()) : std::string_view();
}

bool names_soil(std::string_view material) {
  return painted_mask(material).empty() && material != kGroundMaterial && material != kWaterMaterial &&
         material != kPlantsMaterial;
}

bool only_adds_or_takes(BrushAction action) { return action == BrushAction::raise || action == BrushAction::lower; }

std::span<ParameterRow const> brush_rows() { return kRows; }

ParameterGroup brush_group(Brush& brush) {
  return {"brush", "Brush", "Shapes and paints the land under the pointer.", kRows, &brush};
}

std::string_view brush_action_id(BrushAction action) { return kActions.at(static_cast<std::size_t>(action)); }
std::span<std::string_view const> brush_keys(BrushAction action, std::string_view material) {
  const bool fractions = material == kPlantsMaterial || !painted_mask(material).empty();
  const bool shares = fractions && only_adds_or_takes(action);
  return shares ? kShares : kKeys.at(static_cast<std::size_t>(action));
}

std::string stroke_error(BrushStroke const& stroke) {
  Brush copy = stroke.brush;
  const ParameterGroup group = brush_group(copy);
  for (ParameterRow const& row : kRows) {
    if (std::string error = parameter_error(row, group.get(row)); !error.empty()) return error;
  }
  if (!(stroke.spacing >= 0.0f && stroke.spacing <= 10000.0f)) {
    return "spacing: expected 0 to 10000 m, found " + number_text(static_cast<double>(stroke.spacing));
  }
  if (stroke.stencil != Stamp{} && !stroke.stencil.is_valid()) {
    return "stencil: expected 1 to 1024 cells per side, found " + std::to_string(stroke.stencil.width) + " x " +
           std::to_string(stroke.stencil.height) + " with " + std::to_string(stroke.stencil.shares.size()) + " values";
  }
  return points_error(stroke);
}

std::string stroke_error(BrushStroke const& stroke, Soils const& soils, Grid const* grid) {
  if (std::string error = stroke_error(stroke); !error.empty()) return error;
  const auto soil = std::ranges::find(soils, stroke.material, &Soil::id);
  if (soil == soils.end() ? names_soil(stroke.material) : soil == soils.begin() + kObstacle) {
    return "material: expected ground, water, plants, a mask such as mask:town or a soil of this land other than "
           "obstacle, found '" +
           stroke.material + "'";
  }
  if (soil == soils.end() && stroke.material != kGroundMaterial && !only_adds_or_takes(stroke.brush.action)) {
    return "material: expected ground or a soil for the action " + std::string(brush_action_id(stroke.brush.action)) +
           ", found '" + stroke.material + "'; " + stroke.material + " can only be raised or lowered";
  }
  if (grid == nullptr) return {};
  const double most = BrushStroke::kMostCells * static_cast<double>(grid->cell_size);
  if (static_cast<double>(stroke.brush.radius) > most) {
    return "radius: expected at most " + number_text(most) + " m on this land (2048 cells), found " +
           number_text(static_cast<double>(stroke.brush.radius));
  }
  if (std::string error = stroke.spacing > 0.0f ? stroke_work_error(stroke, *grid) : ""; !error.empty()) return error;
  if (dab_count(stroke, *grid) > static_cast<double>(BrushStroke::kMostDabs)) {
    return "spacing: expected at most " + std::to_string(BrushStroke::kMostDabs) +
           " dabs along the path, found more; choose a wider spacing or draw several strokes";
  }
  return {};
}

std::string stroke_work_error(BrushStroke const& stroke, Grid const& grid) {
  const double reach = 2.0 * static_cast<double>(stroke.brush.radius) / static_cast<double>(grid.cell_size);
  const double visits = dab_count(stroke, grid) * std::min(reach * reach, static_cast<double>(grid.cells()));
  if (visits <= kMostVisits) return {};
  return "path: expected a stroke whose dabs reach at most 10^10 cells in total, found more; choose a smaller radius, "
         "a wider spacing or fewer points";
}

std::string stroke_mask_error(BrushStroke const& stroke, Masks const& masks) {
  for (const std::string_view id : {painted_mask(stroke.material), std::string_view(stroke.within)}) {
    if (id.empty() || masks.find(id) != nullptr) continue;
    return "expected the id of a mask on this land, found '" + std::string(id) + "'; add that mask first";
  }
  return {};
}

std::vector<BrushPoint> BrushPath::go_on(std::span<BrushPoint const> points) {
  std::vector<BrushPoint> dabs;
  for (BrushPoint const& point : points) {
    if (!std::exchange(begun_, true)) {
      last_ = point;
      dabs.push_back(point);
      continue;
    }
    const double dx = static_cast<double>(point.x - last_.x) * size_x_;
    const double dy = static_cast<double>(point.y - last_.y) * size_y_;
    const double length = std::sqrt(dx * dx + dy * dy);
    if (length == 0.0) continue;
    double at = spacing_ - since_;
    for (; at <= length; at += spacing_) {
      const auto share = static_cast<float>(at / length);
      dabs.push_back({last_.x + (point.x - last_.x) * share, last_.y + (point.y - last_.y) * share,
                      last_.pressure + (point.pressure - last_.pressure) * share});
    }
    since_ = length - (at - spacing_);
    last_ = point;
  }
  return dabs;
}

std::vector<BrushPoint> dabs_of(BrushStroke const& stroke, Grid const& grid) {
  if (stroke.spacing == 0.0f || stroke.brush.action == BrushAction::ramp) return stroke.points;
  const double cell = static_cast<double>(grid.cell_size);
  return BrushPath(static_cast<double>(stroke.spacing), cell * grid.width, cell * grid.height).go_on(stroke.points);
}

}  // namespace barchan
