#include "processes/sand_supply/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 4> kModeNames{"line", "disc", "upwind_edge", "random_discs"};

using P = SandSupplyParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Supply sand",
                           "Whether sand comes in from outside. This works with every boundary condition. The sand "
                           "counts as inflow in the mass balance."),
    row::choice<&P::mode>("mode", "Where", kModeNames,
                          "Place where sand comes in. `line`: along a line. `disc`: on a disc that is refilled to "
                          "`depth`. `upwind_edge`: along the edges that face the wind. `random_discs`: in discs at "
                          "random places until `target_cover` is reached."),
    row::number<&P::rate>("rate", "Rate", "m2/s", {0.0001, 10.0, kByRatio},
                          "Sand that comes in per second and per metre of the line or, at edges, of the land's width "
                          "across the wind. Higher: more and larger dunes."),
    row::number<&P::band>("band", "Band", "m", {0.1, 100.0, kByRatio},
                          "Width of the strip on which a line or an edge deposits its sand; at an edge, measured along "
                          "the wind. Higher: the sand is spread more thinly, so no ridge grows where it comes in."),
    row::number<&P::x>("x", "Centre from the west", "", {0.0, 1.0},
                       "Position of the centre of the line or disc, as a fraction of the land's width from the west. "
                       "Higher: farther east."),
    row::number<&P::y>("y", "Centre from the south", "", {0.0, 1.0},
                       "Position of the centre of the line or disc, as a fraction of the land's height from the south. "
                       "Higher: farther north."),
    row::flag<&P::across_wind>(
        "across_wind", "Line across the wind",
        "Whether the line stays at right angles to the wind and turns with it. Off: it lies at `angle`."),
    row::number<&P::angle>("angle", "Line angle", "deg", {0.0, 180.0},
                           "Direction of a line that does not follow the wind, anticlockwise from east. Higher: the "
                           "line turns anticlockwise."),
    row::number<&P::length>("length", "Line length", "m", {1.0, 20000.0, kByRatio},
                            "Length of the line. It is clipped at the edges of the land. Higher: more sand in total."),
    row::number<&P::radius>("radius", "Radius", "m", {0.5, 500.0, kByRatio},
                            "Radius of a disc, in the modes `disc` and `random_discs`. Higher: fewer, larger heaps."),
    row::number<&P::depth>(
        "depth", "Depth", "m", {0.01, 50.0, kByRatio},
        "Depth of sand to which `disc` is refilled, or thickness of each disc of `random_discs`. Higher: more sand."),
    row::number<&P::disc_rate>("disc_rate", "Disc rate", "1/s", {0.001, 100.0, kByRatio},
                               "Number of random discs per second until the target cover is reached. Higher: the "
                               "target cover is reached sooner."),
    row::number<&P::target_cover>("target_cover", "Target cover", "", {0.0, 1.0},
                                  "Covered fraction of the land at which random discs stop. Below it, they resume. "
                                  "Higher: a closed field of dunes instead of single barchans."),
    row::number<&P::cover_depth>("cover_depth", "Cover depth", "m", {0.001, 1.0, kByRatio},
                                 "Thickness of sand above which a cell counts as covered. Higher: thin sheets do not "
                                 "count, so more sand comes in."),
};
static_assert(sizeof(SandSupplyParameters) == kRows.size() * 4, "every sand supply parameter has its row");

}  // namespace

std::span<ParameterRow const> sand_supply_rows() { return kRows; }

}  // namespace barchan
