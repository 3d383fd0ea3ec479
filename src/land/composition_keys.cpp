#include <array>

#include "land/composition.hpp"

namespace barchan {

namespace {

struct ShapeRow {
  std::string_view id, help;
};
constexpr std::array<ShapeRow, kLayerShapeCount> kShapes{{
    {"uniform", "the same value everywhere"},
    {"noise", "gradient noise: octaves of hills, each finer and lower than the previous one"},
    {"white_noise",
     "an independent random value in each cell, uniformly distributed from -amplitude to +amplitude; if "
     "smallest_wavelength is above 0, a smooth random surface instead"},
    {"plane", "a tilted plane over the whole land; level gives its height at (x, y)"},
    {"ramp", "a slope of finite length, centred on (x, y), with level ground below and above it"},
    {"pyramid", "a pyramid with a square base"},
    {"cone", "a cone with a round base"},
    {"cylinder", "an upright cylinder"},
    {"dome", "a smooth round hill"},
    {"wall", "a box"},
    {"bowl", "a round hollow with a parabolic floor"},
    {"patches",
     "discs at random places; together they cover a given fraction of the land; where discs overlap, the thicker "
     "one counts"},
    {"heightmap", "a raster file, which sets the size of the grid"},
}};

using enum LayerShape;
constexpr LayerShape kAnyNoise[]{noise, white_noise}, kNoise[]{noise}, kWhiteNoise[]{white_noise};
constexpr LayerShape kSpread[]{uniform, patches}, kPatches[]{patches}, kPlane[]{plane}, kBowl[]{bowl};
constexpr LayerShape kCentred[]{plane, ramp, pyramid, cone, cylinder, dome, wall, bowl};
constexpr LayerShape kRaised[]{ramp, pyramid, cone, cylinder, dome, wall};
constexpr LayerShape kRound[]{cone, cylinder, dome, bowl, patches};
constexpr LayerShape kTurned[]{plane, ramp, pyramid, wall}, kWide[]{pyramid, wall}, kLong[]{ramp, wall};

constexpr double kHighest = 12000.0;  // m; higher and lower than any point on Earth's land and sea floor
constexpr KeyRange kLevel{"m", -kHighest, kHighest, true}, kAmount{"m", 0.0, kHighest, true};
constexpr KeyRange kLength{"m", 0.01, 1e6}, kLengthOrNone{"m", 0.0, 1e6}, kShare{"", 0.0, 1.0},
    kTurn{"degrees", -360.0, 360.0};
constexpr KeyRange kAcross{"land widths", -1.0, 2.0}, kUp{"land lengths", -1.0, 2.0};

constexpr LayerKey kKeys[]{
    {"level", &LandLayer::level, kLevel, {}, "height added to the shape"},
    {"thickness", &LandLayer::thickness, kAmount, kSpread,
     "thickness of the layer or, for patches, of the middle of each patch"},
    {"amplitude", &LandLayer::amplitude, kAmount, kAnyNoise,
     "for noise, the height of the hills of the first octave; for white_noise, the largest absolute value"},
    {"wavelength", &LandLayer::wavelength, kLength, kNoise,
     "wavelength of the first octave; on a periodic land, the nearest wavelength that fits a whole number of times "
     "into the land"},
    {"octaves", &LandLayer::octaves, {"", 1.0, 16.0, false, true}, kNoise, "number of octaves of the noise"},
    {"gain", &LandLayer::gain, kShare, kNoise, "height of each octave divided by the height of the previous one"},
    {"lacunarity",
     &LandLayer::lacunarity,
     {"", 1.0, 4.0},
     kNoise,
     "wavelength of each octave divided by the wavelength of the next one"},
    {"smallest_wavelength", &LandLayer::smallest_wavelength, kLengthOrNone, kWhiteNoise,
     "shortest wavelength of the surface; above 0, the surface is the same for every cell size; at 0, each cell has "
     "its own random value"},
    {"floor", &LandLayer::floor, kLevel, kNoise,
     "smallest value of the sum of level and noise; smaller sums are raised to this value"},
    {"x", &LandLayer::x, kAcross, kCentred, "distance of the centre from the west edge"},
    {"y", &LandLayer::y, kUp, kCentred, "distance of the centre from the south edge"},
    {"height", &LandLayer::height, kAmount, kRaised, "height of the top above the foot"},
    {"depth", &LandLayer::depth, kAmount, kBowl, "depth of the middle below the rim"},
    {"radius", &LandLayer::radius, kLength, kRound,
     "radius of the foot of a cone, cylinder or dome, of the rim of a bowl, or of each patch"},
    {"cover", &LandLayer::cover, kShare, kPatches,
     "fraction of the cells that lie in patches, with an error of at most one patch"},
    {"edge", &LandLayer::edge, kShare, kPatches,
     "fraction of the radius over which a patch becomes thinner towards its edge; 0 gives flat discs, and 1 gives "
     "smooth heaps"},
    {"width", &LandLayer::width, kLength, kWide,
     "for a pyramid, the side of its base; for a wall, its width at right angles to its length"},
    {"length", &LandLayer::length, kLength, kLong,
     "for a ramp, the horizontal length of the slope; for a wall, its length along the azimuth"},
    {"slope", &LandLayer::slope, {"degrees", 0.0, 80.0}, kPlane, "angle at which the plane rises along the azimuth"},
    {"azimuth", &LandLayer::azimuth, kTurn, kTurned,
     "direction towards which a plane or a ramp rises; for a wall and two sides of a pyramid, the direction along "
     "which they lie; anticlockwise from east unless the file says `directions = \"meteorological\"`",
     Bearing::heading},
};

}  // namespace

std::string_view shape_id(LayerShape shape) { return kShapes[static_cast<std::size_t>(shape)].id; }
std::string_view shape_help(LayerShape shape) { return kShapes[static_cast<std::size_t>(shape)].help; }

std::span<LayerKey const> layer_keys() { return kKeys; }

}  // namespace barchan
