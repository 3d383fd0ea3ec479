#include "processes/water_particles/parameters.hpp"

#include <array>
#include <string_view>

#include "base/quanta.hpp"

namespace barchan {

namespace {

using P = WaterParticlesParameters;
constexpr std::array<std::string_view, 2> kCapacityNames{"stream_power", "meyer_peter_mueller"};
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>(
        "enabled", "Rain", "Whether it rains. Droplets run down the land, entrain sediment, carry it and deposit it.")),
    row::number<&P::population>("population", "Droplets", "", {0, 262144},
                                "Approximate number of droplets that run at once. Higher: the same water in more and "
                                "smaller droplets, so results are smoother, but steps are slower."),
    row::maskable(row::number<&P::rain>(
        "rain", "Rainfall", "mm/h", {0.0, 200000.0, kByRatio},
        "Depth of rain that falls on the land per hour. Higher: more water, which cuts valleys faster.")),
    row::number<&P::rain_gradient>("rain_gradient", "Rain by height", "%/100 m", {0.0, 1000.0, kByRatio},
                                   "Increase of the rain per 100 m of height, as a percentage of the rain on the "
                                   "lowest ground. The mean rain stays the same. Higher: wetter ridges."),
    row::number<&P::evaporation>("evaporation", "Evaporation", "1/s", {0.0, 1.0, kByRatio},
                                 "Fraction of its water that a droplet loses per second. Higher: shorter paths, "
                                 "with deposits closer to the origin of the sediment."),
    row::number<&P::lifetime>("lifetime", "Lifetime", "s", {2.0, 100000.0, kByRatio},
                              "Longest life of a droplet. It deposits its load over the last quarter of its life. "
                              "Higher: sediment travels farther."),
    row::number<&P::friction>(
        "friction", "Friction", "1/m", {0.02, 5.0, kByRatio},
        "Resistance of the ground to running water, per metre of path. Higher: slower water, which carries less."),
    row::number<&P::inertia>("inertia", "Inertia", "s", {0.02, 5.0, kByRatio},
                             "Time that water takes to follow a change of slope. Higher: wider bends. Where the "
                             "slope turns, the water runs straight on for longer, even a little uphill."),
    row::number<&P::steering>("steering", "Steering", "m2/s", {0.001, 1000.0, kByRatio},
                              "Discharge per metre of width at which a slope across a stream turns the stream half as "
                              "much as it turns a trickle. Larger streams turn even less. Higher: slopes across "
                              "streams turn the water more, so streams are less straight."),
    row::choice<&P::capacity_law>(
        "capacity_law", "Transport law", kCapacityNames,
        "Law for the amount of sediment that a stream can carry. `stream_power`: the amount grows with discharge, "
        "speed and slope. `meyer_peter_mueller`: the amount is the bed load, which follows from depth, slope and "
        "grain size."),
    row::number<&P::capacity>("capacity", "Sediment capacity", "s/m", {0.001, 20.0, kByRatio},
                              "Volume of sediment that a unit volume of water can carry at a speed of 1 m/s and a "
                              "discharge per unit width of 1 m2/s, if the sine of the slope is 1. On a slope with a "
                              "sine of 0.1, it can carry a tenth of this volume. It applies only if `capacity_law` is "
                              "`stream_power`. Higher: more erosion."),
    row::number<&P::gathering>(
        "gathering", "Stream gathering", "", {0.0, 1.0},
        "Exponent of the discharge in the law `stream_power` for the amount of sediment that water can carry. "
        "Higher: streams cut down and leave the slopes between them intact. On rising land, valley heads become "
        "steeper."),
    row::maskable(
        row::number<&P::erosion>("erosion", "Erosion rate", "1/m", {0.0001, 1.0, kByRatio},
                                 "Fraction of the unused sediment capacity that water fills per metre of its path. "
                                 "Higher: erosion begins farther upslope.")),
    row::number<&P::deposition>("deposition", "Deposition rate", "1/s", {0.001, 10.0, kByRatio},
                                "Fraction of its excess load that water deposits per second. The excess load is the "
                                "sediment above the capacity. Higher: steeper fans, closer to the foot of the slope."),
    row::number<&P::erodibility>("erodibility", "Rock erodibility", "", {0.0, 1.0},
                                 "Rate at which running water erodes rock, divided by the rate for sand. Higher: "
                                 "streams cut valleys into rock faster. At 1, they cut into rock as fast as into "
                                 "sand."),
    row::number<&P::minimum_slope>("minimum_slope", "Minimum bed slope", "m/m", {0.0, 0.2},
                                   "Smallest slope to which a stream can erode its bed, however much sediment it could "
                                   "carry. Higher: steeper, shallower valleys."),
    row::number<&P::depth>("depth", "Water depth", "m", {0.01, 100.0, kByRatio},
                           "Height above the bed up to which running water wears the ground. Higher: broader beds."),
    row::number<&P::bank>("bank", "Bank slope", "m/m", {0.2, 100.0, kByRatio},
                          "Slope above which undercut banks fall into the stream. Higher: narrower gorges."),
    row::number<&P::radius>("radius", "Brush radius", "m", {0.1, 20.0, kByRatio},
                            "Radius around a droplet within which the droplet exchanges sediment with the ground. A "
                            "radius below one cell acts like one cell, and a radius above eight cells like eight "
                            "cells. Higher: broader, softer valleys."),
    row::number<&P::lake_evaporation>("lake_evaporation", "Lake evaporation", "mm/h", {0.0, 10000.0, kByRatio},
                                      "Depth of water that lakes lose to the air per hour. Higher: lakes shrink until "
                                      "their inflow equals this loss."),
    row::number<&P::retention>(
        "retention", "Lake retention", "", {0.0, 1.0},
        "Degree to which a lake holds back its inflow at the sill, where the lake overflows. At 0, the inflow leaves "
        "immediately. At 1, the outflow follows the law of a weir. Higher: lakes rise with their rivers and dampen "
        "floods. If the rain is far stronger than natural rain, high values make lakes drown their valleys."),
    row::number<&P::memory>(
        "memory", "Discharge memory", "s", {1.0, 1000.0, kByRatio},
        "Time over which the discharge of streams is averaged. Higher: steadier maps of the streams."),
    row::number<&P::width>("width", "Channel width", "m/(m3/s)^0.5", {0.0, 20.0},
                           "Width of a stream whose discharge is 1 m3/s. Widths grow with the square root of the "
                           "discharge. Higher: broader, shallower rivers."),
    row::number<&P::momentum>("momentum", "Momentum", "", {0.0, 4.0},
                              "Degree to which the fastest flow of a river is carried outwards in bends. Higher: "
                              "rivers migrate over their plains faster."),
    row::number<&P::manning>("manning", "Bed roughness", "s/m^(1/3)", {0.005, 0.5, kByRatio},
                             "Manning's roughness of bare sand, from which the depth and speed of streams follow. "
                             "Higher: deeper, slower streams."),
    row::number<&P::natural_width>(
        "natural_width", "Natural width", "m/(m3/s)^0.5", {0.01, 50.0, kByRatio},
        "Width of a stream of 1 m3/s for the calculation of its depth and speed. It may be less than a cell. If "
        "Channel width (`width`) is greater, Channel width is used instead. Higher: shallower, slower streams."),
    row::flag<&P::sea>("sea", "Sea",
                       "Whether a sea lies beyond the open edges. It covers all land that lies below its level and is "
                       "connected to these edges."),
    row::number<&P::sea_level>("sea_level", "Sea level", "m", {-kMaximumElevation, kMaximumElevation},
                               "Elevation of the surface of the sea, on the same scale as the elevations of the "
                               "ground, where 0 is normal sea level. Higher: the sea covers more land."),
    row::number<&P::antecedent>(
        "antecedent", "Antecedent rain", "s", {0.0, 100000.0, kByRatio},
        "Time for which it has already rained when rain begins on a land without water. Lakes then hold the water of "
        "this time, and streams flow from the first step. Higher: fuller lakes and longer streams. At 0, the land "
        "begins dry."),
};
static_assert(sizeof(WaterParticlesParameters) == kRows.size() * 4, "every water parameter has its row");

}  // namespace

std::span<ParameterRow const> water_particles_rows() { return kRows; }

}  // namespace barchan
