#include "processes/weathering/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = WeatheringParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Weathering", "Whether solid ground turns into what its soil weathers to."),
    row::number<&P::rate>("rate", "Rate", "mm/a", {0.08, 2.0, kByRatio},
                          "Bare rock of hardness 1 that turns in a year. Higher: more debris, sooner."),
    row::number<&P::depth>("depth", "Depth", "m", {0.005, 2.0, kByRatio},
                           "Loose cover under which the rate is down to a third. Higher: it goes on under thicker "
                           "cover; very low: only bare ground weathers."),
    row::number<&P::faces>(
        "faces", "Free faces", "", {0.0, 100.0},
        "Rate at which cliffs retreat, over that of bare level ground. Higher: cliffs go back faster "
        "than plateaus come down; 0: they stand."),
    row::number<&P::years_per_second>("years_per_second", "Clock", "a/s", {0.01, 10000.0, kByRatio},
                                      "Years of weathering in a second of the world's clock. Higher: rock changes "
                                      "faster beside what wind and water do."),
};
static_assert(sizeof(WeatheringParameters) == kRows.size() * 4, "every parameter of the weathering has its row");

}  // namespace

std::span<ParameterRow const> weathering_rows() { return kRows; }

}  // namespace barchan
