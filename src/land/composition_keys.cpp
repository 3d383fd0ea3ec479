#include <array>

#include "land/composition.hpp"

namespace barchan {

namespace {

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

using enum LayerShape;
constexpr LayerShape kAnyNoise[]{noise, white_noise}, kNoise[]{noise}, kWhiteNoise[]{white_noise};
constexpr LayerShape kSpread[]{uniform, patches}, kPatches[]{patches}, kPlane[]{plane}, kBowl[]{bowl};
constexpr LayerShape kCentred[]{plane, ramp, pyramid, cone, cylinder, dome, wall, bowl};
constexpr LayerShape kRaised[]{ramp, pyramid, cone, cylinder, dome, wall};
constexpr LayerShape kRound[]{cone, cylinder, dome, bowl, patches};
constexpr LayerShape kTurned[]{plane, ramp, pyramid, wall}, kWide[]{pyramid, wall}, kLong[]{ramp, wall};

constexpr double kHighest = 12000.0;  // m: higher and lower than any point on Earth's land and sea floor
constexpr KeyRange kLevel{"m", -kHighest, kHighest, true}, kAmount{"m", 0.0, kHighest, true};
constexpr KeyRange kLength{"m", 0.01, 1e6}, kLengthOrNone{"m", 0.0, 1e6}, kShare{"", 0.0, 1.0},
    kTurn{"degrees", -360.0, 360.0};
constexpr KeyRange kAcross{"share of the width", -1.0, 2.0}, kUp{"share of the height", -1.0, 2.0};

constexpr LayerKey kKeys[]{
    {"level", &LandLayer::level, kLevel, {}, "added to the shape"},
    {"thickness", &LandLayer::thickness, kAmount, kSpread, "of the layer; patches: of the middle of each"},
    {"amplitude", &LandLayer::amplitude, kAmount, kAnyNoise,
     "noise: height of the first octave's hills; white_noise: values lie within plus or minus this"},
    {"wavelength", &LandLayer::wavelength, kLength, kNoise,
     "of the first octave; a periodic land takes the nearest whole number of waves"},
    {"octaves", &LandLayer::octaves, {"", 1.0, 16.0, false, true}, kNoise, "number of layers of noise"},
    {"gain", &LandLayer::gain, kShare, kNoise, "height of each octave as a share of the one before"},
    {"lacunarity", &LandLayer::lacunarity, {"", 1.0, 4.0}, kNoise, "how many times finer each octave is"},
    {"smallest_wavelength", &LandLayer::smallest_wavelength, kLengthOrNone, kWhiteNoise,
     "0: each cell on its own; else no shorter wave is in it, and any cell size gives the same land"},
    {"floor", &LandLayer::floor, kLevel, kNoise, "where level and noise together are less, this counts"},
    {"x", &LandLayer::x, kAcross, kCentred, "of the centre, from the west"},
    {"y", &LandLayer::y, kUp, kCentred, "of the centre, from the south"},
    {"height", &LandLayer::height, kAmount, kRaised, "of the top above the foot"},
    {"depth", &LandLayer::depth, kAmount, kBowl, "of the middle below the rim"},
    {"radius", &LandLayer::radius, kLength, kRound, "of the foot, rim or patch"},
    {"cover", &LandLayer::cover, kShare, kPatches, "share of the cells that lie in a patch, to one patch"},
    {"edge", &LandLayer::edge, kShare, kPatches,
     "share of the radius over which a patch thins out: 0 flat discs, 1 smooth heaps"},
    {"width", &LandLayer::width, kLength, kWide, "pyramid: side of the square; wall: across it"},
    {"length", &LandLayer::length, kLength, kLong, "ramp: along the slope; wall: along it"},
    {"slope", &LandLayer::slope, {"degrees", 0.0, 80.0}, kPlane, "rise along the azimuth"},
    {"azimuth", &LandLayer::azimuth, kTurn, kTurned,
     "anticlockwise from east: plane and ramp rise that way, a pyramid's side and a wall lie along it"},
};

}  // namespace

std::string_view shape_id(LayerShape shape) { return kShapes[static_cast<std::size_t>(shape)].id; }
std::string_view shape_help(LayerShape shape) { return kShapes[static_cast<std::size_t>(shape)].help; }

std::span<LayerKey const> layer_keys() { return kKeys; }

}  // namespace barchan
