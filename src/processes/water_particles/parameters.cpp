#include "processes/water_particles/parameters.hpp"

#include <array>

#include "base/quanta.hpp"

namespace barchan {

namespace {

using P = WaterParticlesParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Rain",
                           "Lets it rain: droplets run down the land, dissolve it, carry it and lay it down."),
    row::number<&P::population>(
        "population", "Droplets", "", {0, 262144},
        "Droplets that run at once, about. Higher: the same water in smaller drops, smoother and slower."),
    row::number<&P::rain>("rain", "Rainfall", "mm/h", {0.0, 200000.0, kByRatio},
                          "Water that falls on the land. Higher: more water, deeper valleys sooner."),
    row::number<&P::rain_gradient>(
        "rain_gradient", "Rain by height", "%/100 m", {0.0, 1000.0, kByRatio},
        "How much more rain falls for each 100 m above the lowest ground; the mean stays. Higher: wetter ridges."),
    row::number<&P::evaporation>(
        "evaporation", "Evaporation", "1/s", {0.0, 1.0, kByRatio},
        "Share of its water that a droplet loses a second. Higher: shorter ways, deposits nearer to the slopes."),
    row::number<&P::lifetime>(
        "lifetime", "Lifetime", "s", {2.0, 100000.0, kByRatio},
        "Longest life of a droplet; its load falls out over the last quarter. Higher: sediment travels farther."),
    row::number<&P::friction>(
        "friction", "Friction", "1/m", {0.02, 5.0, kByRatio},
        "Resistance of the ground against running water. Higher: slower water, which carries less."),
    row::number<&P::inertia>(
        "inertia", "Inertia", "s", {0.02, 5.0, kByRatio},
        "How slowly water follows a change of slope. Higher: wider bends, water overshoots and climbs."),
    row::number<&P::steering>(
        "steering", "Steering", "m2/s", {0.001, 1000.0, kByRatio},
        "Discharge a metre at which water feels half of the slope across its stream. Higher: streams less straight."),
    row::number<&P::capacity>(
        "capacity", "Sediment capacity", "s/m", {0.001, 20.0, kByRatio},
        "Sediment a unit of water can hold at 1 m/s on a vertical drop in a stream of 1 m2/s. Higher: more erosion."),
    row::number<&P::gathering>("gathering", "Stream gathering", "", {0.0, 1.0},
                               "Power of the discharge in what a unit of water can hold. Higher: streams cut, slopes "
                               "between them stay; rising land has steeper heads of its valleys."),
    row::number<&P::erosion>("erosion", "Erosion rate", "1/m", {0.0001, 1.0, kByRatio},
                             "Share of what water lacks towards its capacity that it takes up a metre of way. Higher: "
                             "erosion begins higher up."),
    row::number<&P::deposition>(
        "deposition", "Deposition rate", "1/s", {0.001, 10.0, kByRatio},
        "How fast water lays down what it holds beyond its capacity. Higher: steeper fans close to the slope."),
    row::number<&P::erodibility>(
        "erodibility", "Rock erodibility", "", {0.0, 1.0},
        "How readily rock dissolves, compared with sand. Higher: valleys cut into rock as easily as into sand."),
    row::number<&P::minimum_slope>(
        "minimum_slope", "Bed slope", "m/m", {0.0, 0.2},
        "Slope that a stream leaves to its bed, however much it could cut. Higher: steeper, shallower valleys."),
    row::number<&P::depth>(
        "depth", "Water depth", "m", {0.01, 100.0, kByRatio},
        "Ground that stands higher than this above the bed stays dry and is not worn. Higher: broader beds."),
    row::number<&P::bank>("bank", "Bank slope", "m/m", {0.2, 100.0, kByRatio},
                          "Steepness at which undercut banks fall into the stream. Higher: narrower gorges."),
    row::number<&P::radius>(
        "radius", "Brush radius", "m", {0.1, 20.0, kByRatio},
        "Distance to which a droplet touches the ground, at least one cell. Higher: broader, softer valleys."),
    row::number<&P::lake_evaporation>(
        "lake_evaporation", "Lake evaporation", "mm/h", {0.0, 10000.0, kByRatio},
        "Depth of water that lakes lose to the air. Higher: lakes shrink until what comes in is what they lose."),
    row::number<&P::retention>(
        "retention", "Lakes hold floods", "", {0.0, 1.0},
        "How far the sill of a lake holds back what flows in, as a weir does at 1. Higher: lakes that rise with their "
        "rivers and calm floods; under a rain that is faster than the world's they drown their valleys."),
    row::number<&P::memory>("memory", "Discharge memory", "s", {1.0, 1000.0, kByRatio},
                            "Time over which the discharge is averaged. Higher: calmer maps of the streams."),
    row::number<&P::width>("width", "Channel width", "m/(m3/s)^0.5", {0.0, 20.0},
                           "Width of a stream of 1 m3/s; others are as wide as the root of their discharge. Higher: "
                           "broader, flatter rivers."),
    row::number<&P::momentum>("momentum", "Momentum", "", {0.0, 4.0},
                              "How far a river's fast thread is carried outwards in its bends. Higher: rivers that "
                              "wander over their plains sooner."),
    row::flag<&P::sea>("sea", "Sea", "Lets the sea lie beyond open edges and over what is lower there."),
    row::number<&P::sea_level>("sea_level", "Sea level", "m", {-kMaximumElevation, kMaximumElevation},
                               "Height of its surface, as heights of the land are told. Higher: it covers more."),
};
static_assert(sizeof(WaterParticlesParameters) == kRows.size() * 4, "every water parameter has its row");

}  // namespace

std::span<ParameterRow const> water_particles_rows() { return kRows; }

}  // namespace barchan
