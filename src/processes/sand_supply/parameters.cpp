#include "processes/sand_supply/parameters.hpp"

#include <array>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 4> kModeNames{"line", "disc", "upwind_edge", "random_discs"};

using P = SandSupplyParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>(
        "enabled", "Sand comes in",
        "Whether sand is brought in from outside, whatever the boundary; it is booked as brought in."),
    row::choice<&P::mode>(
        "mode", "Where", kModeNames,
        "`line`: along a line; `disc`: a source that is kept at a depth; `upwind_edge`: along the edges from which the "
        "wind comes; `random_discs`: discs here and there, until a share of the land is covered."),
    row::number<&P::rate>("rate", "Rate", "m2/s", {0.0001, 10.0, kByRatio},
                          "Sand that comes in over each metre of the line, or of the land's width across the wind. "
                          "Higher: more and larger dunes."),
    row::number<&P::band>("band", "Band", "m", {0.1, 100.0, kByRatio},
                          "Width of the strip over which line and edge strew their sand; at an edge, along the wind. "
                          "Wider: no ridge grows where the sand comes in."),
    row::number<&P::x>(
        "x", "Place, from the west", "", {0.0, 1.0},
        "Share of the land's width at which the middle of the line or the disc lies. Higher: further east."),
    row::number<&P::y>(
        "y", "Place, from the south", "", {0.0, 1.0},
        "Share of the land's height at which the middle of the line or the disc lies. Higher: further north."),
    row::flag<&P::across_wind>("across_wind", "Line across the wind",
                               "Whether the line stands across the wind and turns with it; off: it lies at `angle`."),
    row::number<&P::angle>("angle", "Line's angle", "deg", {0.0, 180.0},
                           "Way in which a line that does not follow the wind lies, anticlockwise from east."),
    row::number<&P::length>("length", "Line's length", "m", {1.0, 20000.0, kByRatio},
                            "Of the line; it ends at the edges of the land at the latest. Longer: more sand in all."),
    row::number<&P::radius>("radius", "Radius", "m", {0.5, 500.0, kByRatio},
                            "Of a disc, in both modes that have discs. Larger: fewer, larger heaps."),
    row::number<&P::depth>(
        "depth", "Depth", "m", {0.01, 50.0, kByRatio},
        "disc: depth of sand at which the source is kept; random_discs: thickness of each disc. Higher: more sand."),
    row::number<&P::disc_rate>(
        "disc_rate", "Discs", "1/s", {0.001, 100.0, kByRatio},
        "Random discs in a second, while too little of the land is covered. Higher: the cover is reached sooner."),
    row::number<&P::target_cover>("target_cover", "Cover wanted", "", {0.0, 1.0},
                                  "Share of the land under sand at which random discs stop; below it they go on. "
                                  "Higher: from single barchans to a closed field."),
    row::number<&P::cover_depth>(
        "cover_depth", "Counts as covered", "m", {0.001, 1.0, kByRatio},
        "A cell is covered when it holds more sand than this. Higher: thin sheets do not count, so more sand comes."),
};
static_assert(sizeof(SandSupplyParameters) == kRows.size() * 4, "every parameter of the supply has its row");

}  // namespace

std::span<ParameterRow const> sand_supply_rows() { return kRows; }

}  // namespace barchan
