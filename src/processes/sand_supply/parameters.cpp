#include "processes/sand_supply/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 4> kModeNames{"line", "disc", "upwind_edge", "random_discs"};

using P = SandSupplyParameters;
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>("enabled", "Supply sand",
                                         "Whether sand comes in from outside. The supply works with every boundary "
                                         "condition and counts as inflow in the mass balance.")),
    row::choice<&P::mode>("mode", "Where", kModeNames,
                          "Place where sand comes in. `line`: along a line. `disc`: on a disc that is refilled to "
                          "`depth`. `upwind_edge`: along the edges that face the wind. `random_discs`: in discs at "
                          "random bare places, until `target_cover` is reached."),
    row::number<&P::rate>("rate", "Rate", "m2/s", {0.0001, 10.0, kByRatio},
                          "Volume of sand that comes in per second and metre. In the mode `line`, the metres are "
                          "measured along the line. In the mode `upwind_edge`, they are measured across the wind. "
                          "Higher: more and larger dunes."),
    row::number<&P::band>("band", "Band", "m", {0.1, 100.0, kByRatio},
                          "Width of the strip in which the sand is deposited. The strip lies along the line in the "
                          "mode `line`, and along the upwind edges in the mode `upwind_edge`. At an edge, its width "
                          "is measured along the wind. Higher: the sand is spread more thinly, so no ridge grows in "
                          "the strip."),
    row::number<&P::x>("x", "Centre from the west", "", {0.0, 1.0},
                       "Distance from the west edge to the centre of the line (mode `line`) or of the disc (mode "
                       "`disc`), as a fraction of the land's width. Higher: farther east."),
    row::number<&P::y>("y", "Centre from the south", "", {0.0, 1.0},
                       "Distance from the south edge to the centre of the line (mode `line`) or of the disc (mode "
                       "`disc`), as a fraction of the land's length from south to north. Higher: farther north."),
    row::flag<&P::across_wind>("across_wind", "Line across the wind",
                               "Whether the line (mode `line`) stays at right angles to the wind. Off: the line "
                               "has the direction `angle`."),
    row::direction(Bearing::line, row::number<&P::angle>("angle", "Line angle", "deg", {0.0, 180.0},
                                                         "Direction of the line (mode `line`). It applies only if "
                                                         "`across_wind` is off. Higher: the line turns.")),
    row::number<&P::length>("length", "Line length", "m", {1.0, 20000.0, kByRatio},
                            "Length of the line (mode `line`). The line never extends beyond the edges of the land. "
                            "Higher: more sand in total."),
    row::number<&P::radius>("radius", "Radius", "m", {0.5, 500.0, kByRatio},
                            "Radius of a disc, in the modes `disc` and `random_discs`. Higher: fewer, larger heaps."),
    row::number<&P::depth>("depth", "Depth", "m", {0.01, 50.0, kByRatio},
                           "Depth of sand to which the disc is refilled in the mode `disc`, or thickness of each disc "
                           "in the mode `random_discs`. Higher: more sand."),
    row::number<&P::disc_rate>("disc_rate", "Disc rate", "1/s", {0.001, 100.0, kByRatio},
                               "Number of discs of sand that the mode `random_discs` adds per second until "
                               "`target_cover` is reached. Higher: the target is reached sooner."),
    row::number<&P::target_cover>(
        "target_cover", "Target cover", "", {0.0, 1.0},
        "Fraction of the land to be covered by sand thicker than `cover_depth`. The mode `random_discs` adds discs "
        "until this fraction is reached. Higher: a closed field of dunes instead of single barchans."),
    row::number<&P::cover_depth>("cover_depth", "Cover depth", "m", {0.001, 1.0, kByRatio},
                                 "Thickness of sand above which a cell counts as covered in the mode "
                                 "`random_discs`. Higher: thicker sheets of sand still count as bare, so more sand "
                                 "comes in."),
};
static_assert(sizeof(SandSupplyParameters) == kRows.size() * 4, "every sand supply parameter has its row");

}  // namespace

std::span<ParameterRow const> sand_supply_rows() { return kRows; }

}  // namespace barchan
