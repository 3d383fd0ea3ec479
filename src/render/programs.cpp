#include "render/programs.hpp"

namespace barchan::render {

Programs::Programs(ShaderSources const& sources, ShaderKind kind) {
  std::string defines;
  if (kind.full) defines += "#define FULL\n";
  if (kind.ripples) defines += "#define RIPPLES\n";
  if (kind.plants) defines += "#define PLANTS\n";
  if (kind.layers) defines += "#define LAYERS\n";
  if (kind.turns) defines += "#define TURNED\n";
  if (kind.rain) defines += "#define RAIN\n";
  if (kind.dust) defines += "#define DUST\n";
  if (kind.water) {
    defines += "#define WATER\n";
    const std::string surface = "#define WATER_SURFACE\n" + defines;
    water = {sources, "water.frag", surface};
    water_cut = {sources, "wall.vert", "water.frag", surface + "#define CUT\n"};
  }
  land = {sources, "land.frag", defines + (kind.overlay ? "#define OVERLAY\n" : "")};
  if (kind.plants) plant = {sources, defines};
  if (kind.things) thing = {sources, defines};
  solid = {sources, "solid.vert", "solid.frag", defines};
  wall = {sources, "wall.vert", "wall.frag", defines};
  sky = {sources, "fullscreen.vert", "sky.frag", defines};
  streak = {sources, "streak.vert", "streak.frag", defines};
  if (kind.rain) rain = {sources, "rain.vert", "streak.frag", defines};
  streamer = {sources, "streamer.vert", "streamer.frag", defines};
  arrow = {sources, "arrow.vert", "arrow.frag", defines};
  inset = {sources, "fullscreen.vert", "inset.frag", defines};
  antialias = {sources, "fullscreen.vert", "antialias.frag", defines};
}

}  // namespace barchan::render
