#include "processes/uplift/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = UpliftParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Uplift", "Whether the land rises above its open edges, which stay."),
    row::number<&P::rate>("rate", "Rate", "mm/a", {0.01, 100.0, kByRatio},
                          "Height that the land gains in a year, without what wears it. Higher: steeper land."),
    row::number<&P::tilt>("tilt", "Tilt", "", {0.0, 1.0},
                          "How much less the side away from the azimuth rises: 0 all alike, 1 not at all. A land that "
                          "repeats rises all alike."),
    row::number<&P::azimuth>("azimuth", "Azimuth", "degrees", {0.0, 360.0},
                             "The side that rises most of a tilted land, anticlockwise from east."),
    row::number<&P::years_per_second>("years_per_second", "Clock", "a/s", {0.01, 10000.0, kByRatio},
                                      "Years of uplift in a second of the world's clock. Higher: the land rises faster "
                                      "beside what wind and water do."),
};
static_assert(sizeof(UpliftParameters) == kRows.size() * 4, "every parameter of the uplift has its row");

}  // namespace

std::span<ParameterRow const> uplift_rows() { return kRows; }

}  // namespace barchan
