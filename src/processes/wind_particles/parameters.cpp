#include "processes/wind_particles/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kLawNames{"saltation", "article"};

using P = WindParticlesParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Wind blows",
                           "Whether wind particles act at all; off lays down what is in the air."),
    row::choice<&P::law>("law", "Law", kLawNames,
                         "How wind and sand exchange: `saltation` lifts up to a capacity and makes true dunes; "
                         "`article` is the exchange of the 2020 article, whose furrows lie along the wind."),
    row::number<&P::population>("population", "Population", "", {0, kMostWindParticles},
                                "Particles in the air at once. More: smoother dunes, the same transport, slower."),
    row::number<&P::suspension>("suspension", "Suspension", "1/m", {0.0005, 1.0, kByRatio},
                                "How quickly wind takes up sand, per metre of contact. Higher: more sand is moved."),
    row::number<&P::abrasion>(
        "abrasion", "Abrasion", "", {0.0, 0.2},
        "How quickly impacts wear bare rock and obstacles into sand. Higher: more new sand from rock."),
    row::number<&P::deposition>(
        "deposition", "Deposition", "1/m", {0.02, 1.0, kByRatio},
        "How quickly sand beyond the capacity is laid down, per metre of contact. Higher: shorter, sharper dunes."),
    row::number<&P::grainfall>(
        "grainfall", "Grainfall", "1/s", {0.01, 5.0, kByRatio},
        "How quickly the load falls out of particles in the air. Higher: sand lands sooner behind a brink."),
    row::number<&P::saturation>("saturation", "Saturation load", "m", {0.005, 0.3, kByRatio},
                                "Sand in the air over flat ground in a wind of 10 m/s, as a thickness. Higher: more "
                                "transport, everything goes faster."),
    row::number<&P::gravity>("gravity", "Gravity", "m/s2", {0.5, 30.0},
                             "Pull on particles in flight. Higher: they leave the ground less and land sooner."),
    row::number<&P::boundary_layer>(
        "boundary_layer", "Boundary layer", "m", {0.01, 5.0, kByRatio},
        "Height above the ground over which it still deflects the wind. Higher: wind hugs the land more."),
    row::number<&P::drag>(
        "drag", "Drag", "1/m", {0.01, 1.0, kByRatio},
        "How quickly a particle takes on the wind's velocity. Higher: it follows the wind more, the ground less."),
    row::number<&P::lift>(
        "lift", "Lift", "1/m", {0.0, 0.5},
        "Upward push near the ground with the square of the speed. Higher: particles hop and fly more."),
    row::number<&P::turbulence>(
        "turbulence", "Turbulence", "", {0.0, 1.5},
        "Sideways gusts as a share of the wind speed. Higher: straighter crests, fewer furrows."),
    row::number<&P::steering>("steering", "Steering", "", {0.0, 1.0},
                              "Share of the ground's sideways slope that deflects particles. Higher: wind gathers in "
                              "troughs and digs furrows."),
    row::number<&P::spread>(
        "spread", "Spread", "m", {0.0, 4.0},
        "Half width of the patch over which a particle exchanges sand. Higher: smoother, less noise from the grid."),
    row::number<&P::path_length>(
        "path_length", "Path length", "m", {20.0, 5000.0, kByRatio},
        "How far a particle flies before a new one takes its place (periodic and closed worlds)."),
    row::number<&P::inflow>(
        "inflow", "Inflow", "", {0.0, 2.0},
        "Load of particles that come in over an open edge, as a share of what flat sand gives them."),
    row::number<&P::stock>("stock", "Stock beyond the edge", "m", {0.1, 10000.0, kByRatio},
                           "Sand that lies beyond the open edges, as a thickness over the whole land. Inflow falls as "
                           "it is used up and rises with what leaves. Lower: the land keeps the sand it has."),
    row::number<&P::slope_gain>("slope_gain", "Slope gain", "", {0.0, 20.0},
                                "How much more sand the wind lifts where the ground rises along it. Higher: gentler "
                                "windward slopes; 0: furrows along the wind."),
    row::number<&P::slope_reach>(
        "slope_reach", "Slope reach", "m", {0.5, 10.0},
        "Width over which the wind smooths the land whose slope it feels. Higher: smoother, longer dunes."),
    row::number<&P::speed_up>("speed_up", "Speed-up", "1/m", {0.0, 1.0},
                              "How much faster the wind blows per metre above the mean surface. Higher: gentler "
                              "windward slopes, lower dunes."),
    row::number<&P::climb>(
        "climb", "Steepest climb", "m/m", {0.1, 2.0},
        "Slope up which the wind can no longer carry sand. Lower: gentler windward slopes, longer dunes."),
    row::number<&P::vent>("vent", "Ventilated depth", "m", {0.01, 5.0, kByRatio},
                          "Depth of still air below which a hollow is still ventilated. Higher: fewer small dunes on "
                          "the backs of large ones."),
    row::number<&P::reptation>("reptation", "Reptation", "", {0.0, 0.5},
                               "Creep of sand downslope under the impacts of what the wind carries: its diffusivity "
                               "over the saturated flux of a 10 m/s wind. Higher: smoother, gentler windward slopes."),
    row::flag<&P::echo>(
        "echo", "Echo dunes",
        "Whether the wind forms a roller before walls and cliffs steeper than 55 degrees, which keeps their feet free "
        "of sand and builds an echo dune before them; off lets sand climb them and bank up."),
};
static_assert(sizeof(WindParticlesParameters) == kRows.size() * 4, "every wind particle parameter has its row");

}  // namespace

std::span<ParameterRow const> wind_particles_rows() { return kRows; }

}  // namespace barchan
