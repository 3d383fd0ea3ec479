#include "processes/wind_particles/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kLawNames{"saltation", "article"};

using P = WindParticlesParameters;
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>(
        "enabled", "Wind blows",
        "Whether the wind particles act. When they are switched off, their airborne sand is deposited.")),
    row::choice<&P::law>(
        "law", "Law", kLawNames,
        "Law by which wind and ground exchange sand. `saltation`: the wind carries sand up to a capacity, and true "
        "dunes form. `article`: wind and ground exchange sand as in McDonald's article (2020), and furrows form "
        "along the wind."),
    row::number<&P::population>(
        "population", "Population", "", {0, kMostWindParticles},
        "Number of wind particles. Higher: smoother dunes with the same transport, but slower steps."),
    row::number<&P::suspension>(
        "suspension", "Suspension", "1/m", {0.0005, 1.0, kByRatio},
        "Rate at which a wind particle entrains sand, per metre of its path on the ground. Higher: more sand moves."),
    row::formerly(0.02f, row::maskable(row::number<&P::abrasion>(
                             "abrasion", "Abrasion", "", {0.0, 0.2, kByRatio},
                             "Efficiency with which impacts of flying sand turn bare rock and obstacles into sand. "
                             "Higher: more new sand from rock."))),
    row::number<&P::deposition>("deposition", "Deposition", "1/m", {0.02, 1.0, kByRatio},
                                "Rate, per metre of path on the ground, at which a wind particle deposits the sand "
                                "that exceeds its capacity. Higher: shorter, sharper dunes."),
    row::number<&P::grainfall>("grainfall", "Grainfall", "1/s", {0.01, 5.0, kByRatio},
                               "Rate at which sand falls out of wind particles while they are in the air. Higher: sand "
                               "lands sooner downwind of the brink of a dune."),
    row::number<&P::saturation>("saturation", "Saturation load", "m", {0.005, 0.3, kByRatio},
                                "Amount of sand that a wind of 10 m/s can carry over flat ground, as a thickness. "
                                "Higher: more transport, so dunes form and migrate faster."),
    row::number<&P::gravity>(
        "gravity", "Gravity", "m/s2", {0.5, 30.0},
        "Downward acceleration of particles in flight. Higher: particles leave the ground less often and land sooner."),
    row::number<&P::boundary_layer>("boundary_layer", "Boundary layer", "m", {0.01, 5.0, kByRatio},
                                    "Height above the ground up to which the ground deflects the wind. Higher: wind "
                                    "follows the land more closely."),
    row::number<&P::drag>("drag", "Drag", "1/m", {0.01, 1.0, kByRatio},
                          "Rate, per metre, at which a particle approaches the velocity of the wind. Higher: particles "
                          "follow the wind more closely and the ground less."),
    row::number<&P::lift>("lift", "Lift", "1/m", {0.0, 0.5},
                          "Upward acceleration of a particle near the ground, divided by the square of its horizontal "
                          "speed. Higher: particles hop and fly more."),
    row::number<&P::turbulence>(
        "turbulence", "Turbulence", "", {0.0, 1.5},
        "Strength of sideways gusts, as a fraction of the wind speed. Higher: straighter crests and fewer furrows."),
    row::number<&P::steering>("steering", "Steering", "", {0.0, 1.0},
                              "Degree to which the slope across the wind deflects particles. Higher: wind gathers in "
                              "troughs and digs furrows."),
    row::number<&P::spread>("spread", "Spread", "m", {0.0, 4.0},
                            "Half the width of the patch of ground with which a particle exchanges sand. Higher: "
                            "smoother dunes, with less noise from the grid."),
    row::number<&P::path_length>("path_length", "Path length", "m", {20.0, 5000.0, kByRatio},
                                 "Distance that a particle flies before a new one replaces it, on periodic and closed "
                                 "lands. On open lands, a particle flies until it leaves the land. Higher: particles "
                                 "carry their sand farther."),
    row::formerly(
        1.0f,
        row::number<&P::inflow>("inflow", "Inflow", "", {0.0, 2.0},
                                "Load with which a particle starts, as a fraction of the load that it would carry over "
                                "flat sand. It applies to all particles when the world begins. Later, it applies to "
                                "particles that come in over an open edge, while the stock of sand beyond the edges "
                                "(`stock`) is full. Higher: more sand comes in, and lone dunes grow.")),
    row::number<&P::stock>("stock", "Inflow stock", "m", {0.1, 10000.0, kByRatio},
                           "Amount of sand beyond the open edges when the world begins, as a thickness over the whole "
                           "land. Inflow uses up this stock and becomes weaker as the stock shrinks; outflow refills "
                           "the stock. Higher: the land can gain more sand."),
    row::number<&P::slope_gain>(
        "slope_gain", "Slope gain", "", {0.0, 20.0},
        "Degree to which rising ground increases the amount of sand that the wind can carry. As the slope approaches "
        "`climb`, this amount falls again. Higher: gentler stoss slopes. At 0, furrows form along the wind."),
    row::number<&P::slope_reach>(
        "slope_reach", "Slope reach", "m", {0.5, 10.0},
        "Distance over which the land is smoothed before its slope acts on the wind. Higher: smoother, longer dunes."),
    row::number<&P::speed_up>(
        "speed_up", "Speed-up", "1/m", {0.0, 1.0},
        "Relative increase of the wind speed per metre of height above the mean elevation of the land. This increase "
        "affects only the amount of sand that the wind can carry. Higher: gentler stoss slopes and lower dunes."),
    row::number<&P::climb>("climb", "Steepest climb", "m/m", {0.1, 2.0},
                           "Steepest slope of sand up which the wind can carry sand, measured along the wind. Higher: "
                           "steeper stoss slopes and shorter dunes."),
    row::number<&P::vent>(
        "vent", "Ventilated depth", "m", {0.01, 5.0, kByRatio},
        "Depth at which the still air downwind of a crest shelters the ground fully. Where the still air is "
        "shallower, the shelter is weaker. Higher: fewer small dunes on the backs of large ones."),
    row::number<&P::reptation>(
        "reptation", "Reptation", "", {0.0, 0.5},
        "Diffusivity with which sand creeps downslope under the impacts of airborne sand, divided by the sand flux "
        "of a 10 m/s wind over flat sand. Higher: smoother, gentler stoss slopes."),
    row::flag<&P::echo>(
        "echo", "Echo dunes",
        "Whether the wind forms a recirculation eddy upwind of walls and cliffs steeper than 55 degrees. The eddy "
        "keeps the feet of walls and cliffs free of sand and builds an echo dune upwind of them. Off: sand climbs "
        "the walls and cliffs and banks up against them."),
};
static_assert(sizeof(WindParticlesParameters) == kRows.size() * 4, "every wind particle parameter has its row");

}  // namespace

std::span<ParameterRow const> wind_particles_rows() { return kRows; }

}  // namespace barchan
