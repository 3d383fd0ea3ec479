#include "export/engine_settings.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace barchan {

namespace {

using Range = std::pair<double, double>;

/// A number with up to nine digits.
std::string digits(double value) { return fmt::format("{:.9g}", value); }

/// Landscapes: a scale of 100 is 1 m between samples; at a Z scale of 1, heights span 512 cm, and the code 32768 lies
/// at the location of the landscape (Unreal Engine documentation, "Landscape Technical Guide").
std::vector<ExportSetting> unreal(ExportPlan const& plan, Range const& range) {
  constexpr double kCentimetres = 100.0, kSpan = 512.0;
  const double z = (range.second - range.first) * kCentimetres / kSpan;
  return {{"Scale X", digits(plan.spacing_x * kCentimetres)},
          {"Scale Y", digits(plan.spacing_y * kCentimetres)},
          {"Scale Z", digits(z)},
          {"Location Z", digits(range.first * kCentimetres + kSpan / 2.0 * z)}};
}

/// Terrains span the samples of a tile; the code 65536 would lie at the height of the terrain.
std::vector<ExportSetting> unity(ExportOrder const& order, ExportPlan const& plan, Range const& range) {
  GridWindow const& tile = plan.tiles.front().window;
  return {{"Resolution", fmt::to_string(tile.width)},
          {"Depth", "Bit 16"},
          {"Byte Order", order.big_endian ? "Mac" : "Windows"},
          {"Flip Vertically", order.south_first ? "off" : "on"},
          {"Terrain Width (X)", digits((tile.width - 1) * plan.spacing_x)},
          {"Terrain Height (Y)", digits(range.second - range.first)},
          {"Terrain Length (Z)", digits((tile.height - 1) * plan.spacing_y)},
          {"Position Y", digits(range.first)}};
}

/// Terrain3D: a land has at most 32 regions along a side.
std::vector<ExportSetting> godot(ExportPlan const& plan, Range const& range) {
  constexpr int kRegions = 32, kLeast = 256, kMost = 2048;
  int region = kLeast;
  while (region < kMost && region * kRegions / 2 < std::max(plan.width, plan.height)) region *= 2;
  return {{"Vertex Spacing", digits(plan.spacing_x)},
          {"Region Size", fmt::to_string(region)},
          {"Import Scale", "1"},
          {"Height Offset", "0"},
          {"R16 Range", fmt::format("{}, {}", digits(range.first), digits(range.second))},
          {"R16 Size", fmt::format("{}, {}", plan.tiles.front().window.width, plan.tiles.front().window.height)}};
}

std::vector<ExportSetting> blender(ExportPlan const& plan) {
  return {{"Size X", digits(plan.width * plan.spacing_x)},
          {"Size Y", digits(plan.height * plan.spacing_y)},
          {"Displace: Strength", "1"},
          {"Displace: Midlevel", "0"}};
}

std::vector<ExportSetting> houdini(ExportPlan const& plan) {
  return {{"Size X", digits(plan.width * plan.spacing_x)},
          {"Size Y", digits(plan.height * plan.spacing_y)},
          {"Height Scale", "1"}};
}

std::vector<ExportSetting> print(ExportOrder const& order, ExportPlan const& plan, Range const& extent) {
  const double wide = plan.width * plan.spacing_x, high = plan.height * plan.spacing_y;
  const double scale = order.print_size / std::max(wide, high);
  return {{"Size X (mm)", digits(wide * scale)},
          {"Size Y (mm)", digits(high * scale)},
          {"Range Z (mm)", digits((extent.second - extent.first) * scale * order.exaggeration + order.print_base)},
          {"Unit", "mm"}};
}

}  // namespace

std::vector<ExportSetting> engine_settings(ExportOrder const& order, ExportPlan const& plan, Range range) {
  switch (order.target) {
    case ExportTarget::unreal:
      return unreal(plan, range);
    case ExportTarget::unity:
      return unity(order, plan, range);
    case ExportTarget::godot:
      return godot(plan, range);
    case ExportTarget::blender:
      return blender(plan);
    case ExportTarget::houdini:
      return houdini(plan);
    case ExportTarget::paraview:
      return {{"Warp By Scalar: Scalars", "elevation"}, {"Warp By Scalar: Scale Factor", "1"}};
    case ExportTarget::print:
      return print(order, plan, range);
    case ExportTarget::qgis:
    case ExportTarget::numpy:
    case ExportTarget::none:
      break;
  }
  return {{"Spacing X (m)", digits(plan.spacing_x)}, {"Spacing Y (m)", digits(plan.spacing_y)}};
}

std::string settings_line(std::vector<ExportSetting> const& settings) {
  std::string line;
  for (ExportSetting const& each : settings) {
    line += fmt::format("{}{} = {}", line.empty() ? "" : "; ", each.name, each.value);
  }
  return line;
}

}  // namespace barchan
