#include "processes/vegetation/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = VegetationParameters;
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>("enabled", "Plants grow",
                                         "Whether plants grow, spread and die. Off: plants stay as they are.")),
    row::number<&P::growth>(
        "growth", "Growth", "1/s", {0.001, 1.0, kByRatio},
        "Growth rate of sparse plants where sand buries them at the best rate (`optimum`). Higher: plants cover stable "
        "ground sooner, and die sooner where the ground rises or falls too fast."),
    row::number<&P::density>("density", "Density", "", {0.05, 1.0},
                             "Fraction of the ground that fully grown plants cover. Higher: denser stands."),
    row::number<&P::endurance>("endurance", "Endurance", "m/s", {0.001, 1.0, kByRatio},
                               "Largest difference from the best rate of burial (`optimum`) that plants survive. "
                               "Higher: plants invade more active sand."),
    row::number<&P::optimum>("optimum", "Best burial", "m/s", {0.0, 0.1},
                             "Rate of burial by sand at which plants grow best: 0 for shrubs, more for dune grass. "
                             "Higher: plants need more fresh sand."),
    row::number<&P::spread>(
        "spread", "Spread", "m2/s", {0.0, 2.0},
        "Diffusivity with which plants spread by shoots and roots. Higher: stands widen faster, with softer rims."),
    row::maskable(row::number<&P::seeds>(
        "seeds", "Seedlings", "1/(m2 s)", {0.0, 0.01},
        "Number of seedlings that come up per square metre and second where there is sand, water "
        "and space. Higher: more new stands far from the old ones.")),
};
static_assert(sizeof(VegetationParameters) == kRows.size() * 4, "every vegetation parameter has its row");

}  // namespace

std::span<ParameterRow const> vegetation_rows() { return kRows; }

}  // namespace barchan
