#include "processes/vegetation/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = VegetationParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Plants grow",
                           "Whether plants grow, spread and die; off leaves those that stand as they are."),
    row::number<&P::growth>(
        "growth", "Growth", "1/s", {0.001, 1.0, kByRatio},
        "Rate at which sparse plants grow denser on still ground. Higher: they keep up with more sand."),
    row::number<&P::density>(
        "density", "Density", "", {0.05, 1.0},
        "Share of the ground that plants cover in the end, as rain and soil allow. Higher: denser stands."),
    row::number<&P::endurance>(
        "endurance", "Endurance", "m/s", {0.001, 1.0, kByRatio},
        "Burial or erosion of the ground at which plants just hold out. Higher: they invade livelier sand."),
    row::number<&P::optimum>(
        "optimum", "Best burial", "m/s", {0.0, 0.1},
        "Burial under which plants do best: 0 for shrubs, more for dune grass, which needs fresh sand."),
    row::number<&P::spread>(
        "spread", "Spread", "m2/s", {0.0, 2.0},
        "How readily plants creep sideways by shoots and roots. Higher: stands widen faster, with softer rims."),
    row::number<&P::seeds>(
        "seeds", "Seedlings", "1/(m2 s)", {0.0, 0.01},
        "Young plants that come up anywhere, where there is sand, water and room. Higher: new stands far from "
        "the old ones."),
};
static_assert(sizeof(VegetationParameters) == kRows.size() * 4, "every parameter of the vegetation has its row");

}  // namespace

std::span<ParameterRow const> vegetation_rows() { return kRows; }

}  // namespace barchan
