#include "processes/uplift/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = UpliftParameters;
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>("enabled", "Uplift",
                                         "Whether the bedrock rises, with everything on it. Open edges do not rise.")),
    row::maskable(row::number<&P::rate>("rate", "Rate", "mm/a", {0.01, 100.0, kByRatio},
                                        "Height that the land gains per year, before erosion. Higher: steeper land.")),
    row::number<&P::tilt>("tilt", "Tilt", "", {0.0, 1.0},
                          "Fraction by which the land rises more slowly on the side opposite to `azimuth`. "
                          "Higher: the land tilts more. A periodic land always rises evenly."),
    row::direction(Bearing::heading, row::number<&P::azimuth>(
                                         "azimuth", "Azimuth", "deg", {0.0, 360.0},
                                         "Direction towards the side that rises fastest. It applies only if `tilt` is "
                                         "above 0. Higher: another side rises fastest.")),
    row::number<&P::years_per_second>("years_per_second", "Clock", "a/s", {0.01, 10000.0, kByRatio},
                                      "Years of uplift per second of the world's clock. Higher: the land rises faster "
                                      "compared with the work of wind and water."),
};
static_assert(sizeof(UpliftParameters) == kRows.size() * 4, "every uplift parameter has its row");

}  // namespace

std::span<ParameterRow const> uplift_rows() { return kRows; }

}  // namespace barchan
