#include <array>

#include "barchan/land/composition.hpp"

namespace barchan {

namespace {

constexpr double kHighest = 12000.0;  ///< m: above and below everything on Earth's land and sea floor
constexpr double kWidest = 1e6;       ///< m
constexpr double kSmallest = 0.01;    ///< m

std::vector<LayerShape> all_shapes() {
  std::vector<LayerShape> shapes;
  for (int i = 0; i < kLayerShapeCount; ++i) shapes.push_back(static_cast<LayerShape>(i));
  return shapes;
}

struct ShapeRow {
  std::string_view id, help;
};
constexpr std::array<ShapeRow, kLayerShapeCount> kShapes{{
    {"uniform", "the same everywhere"},
    {"noise", "layered gradient noise: octaves of hills, each finer and lower than the one before"},
    {"white_noise",
     "an independent value in each cell, drawn evenly between level - amplitude and level + amplitude, or a smooth "
     "random surface without short wavelengths"},
    {"plane", "one slope over the whole land, at its level in (x, y)"},
    {"ramp", "a slope of finite length about (x, y), level on both sides"},
    {"pyramid", "four plane faces over a square"},
    {"cone", "a cone over a disc"},
    {"cylinder", "an upright cylinder"},
    {"dome", "a smooth round hill"},
    {"wall", "a box"},
    {"bowl", "a round hollow with a parabolic floor"},
    {"patches",
     "discs at random places, until a share of the land lies in one; the thicker one counts where they meet"},
    {"heightmap", "a raster file; the grid takes its size"},
}};

}  // namespace

std::string_view shape_id(LayerShape shape) { return kShapes[static_cast<std::size_t>(shape)].id; }
std::string_view shape_help(LayerShape shape) { return kShapes[static_cast<std::size_t>(shape)].help; }

/// A table, in one piece.
std::span<LayerKey const> layer_keys() {
  using enum LayerShape;
  static const std::vector<LayerKey> kKeys{
      {"level", &LandLayer::level, "m", -kHighest, kHighest, false, "added to the shape", all_shapes(), true},
      {"thickness",
       &LandLayer::thickness,
       "m",
       0.0,
       kHighest,
       false,
       "of the layer; patches: of the middle of each",
       {uniform, patches},
       true},
      {"amplitude",
       &LandLayer::amplitude,
       "m",
       0.0,
       kHighest,
       false,
       "noise: height of the first octave's hills; white_noise: values lie within plus or minus this",
       {noise, white_noise},
       true},
      {"wavelength",
       &LandLayer::wavelength,
       "m",
       kSmallest,
       kWidest,
       false,
       "of the first octave; a periodic land takes the nearest whole number of waves",
       {noise}},
      {"octaves", &LandLayer::octaves, "", 1.0, 16.0, true, "number of layers of noise", {noise}},
      {"gain", &LandLayer::gain, "", 0.0, 1.0, false, "height of each octave as a share of the one before", {noise}},
      {"lacunarity", &LandLayer::lacunarity, "", 1.0, 4.0, false, "how many times finer each octave is", {noise}},
      {"smallest_wavelength",
       &LandLayer::smallest_wavelength,
       "m",
       0.0,
       kWidest,
       false,
       "0: each cell on its own; else no shorter wave is in it, and any cell size gives the same land",
       {white_noise}},
      {"x",
       &LandLayer::x,
       "share of the width",
       -1.0,
       2.0,
       false,
       "of the centre, from the west",
       {plane, ramp, pyramid, cone, cylinder, dome, wall, bowl}},
      {"y",
       &LandLayer::y,
       "share of the height",
       -1.0,
       2.0,
       false,
       "of the centre, from the south",
       {plane, ramp, pyramid, cone, cylinder, dome, wall, bowl}},
      {"height",
       &LandLayer::height,
       "m",
       0.0,
       kHighest,
       false,
       "of the top above the foot",
       {ramp, pyramid, cone, cylinder, dome, wall},
       true},
      {"depth", &LandLayer::depth, "m", 0.0, kHighest, false, "of the middle below the rim", {bowl}, true},
      {"radius",
       &LandLayer::radius,
       "m",
       kSmallest,
       kWidest,
       false,
       "of the foot, rim or patch",
       {cone, cylinder, dome, bowl, patches}},
      {"cover",
       &LandLayer::cover,
       "",
       0.0,
       1.0,
       false,
       "share of the cells that lie in a patch, to one patch",
       {patches}},
      {"edge",
       &LandLayer::edge,
       "",
       0.0,
       1.0,
       false,
       "share of the radius over which a patch thins out: 0 flat discs, 1 smooth heaps",
       {patches}},
      {"width",
       &LandLayer::width,
       "m",
       kSmallest,
       kWidest,
       false,
       "pyramid: side of the square; wall: across it",
       {pyramid, wall}},
      {"length",
       &LandLayer::length,
       "m",
       kSmallest,
       kWidest,
       false,
       "ramp: along the slope; wall: along it",
       {ramp, wall}},
      {"slope", &LandLayer::slope, "degrees", 0.0, 80.0, false, "rise along the azimuth", {plane}},
      {"azimuth",
       &LandLayer::azimuth,
       "degrees",
       -360.0,
       360.0,
       false,
       "anticlockwise from east: plane and ramp rise that way, a pyramid's side and a wall lie along it",
       {plane, ramp, pyramid, wall}},
  };
  return kKeys;
}

}  // namespace barchan
