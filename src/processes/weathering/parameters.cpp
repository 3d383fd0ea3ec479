#include "processes/weathering/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = WeatheringParameters;
constexpr std::array kRows{
    row::maskable(row::flag<&P::enabled>(
        "enabled", "Weathering",
        "Whether solid ground weathers to other soil in place. Off: solid ground stays as it is.")),
    row::maskable(row::number<&P::rate>(
        "rate", "Rate", "mm/a", {0.08, 2.0, kByRatio},
        "Thickness of bare, level rock of hardness 1 that weathers per year. Higher: more debris, "
        "sooner.")),
    row::number<&P::depth>("depth", "Depth", "m", {0.005, 2.0, kByRatio},
                           "Thickness of loose cover under which rock weathers at about a third of the rate of bare "
                           "rock. Higher: weathering continues under thicker cover. At very low values, only bare "
                           "ground weathers."),
    row::maskable(row::number<&P::faces>(
        "faces", "Free faces", "", {0.0, 100.0},
        "Rate at which the free faces of cliffs retreat, divided by the rate at which bare level ground weathers. "
        "Higher: cliffs retreat faster, while plateaus are lowered as fast as before. At 0, cliffs do not retreat.")),
    row::number<&P::years_per_second>("years_per_second", "Clock", "a/s", {0.01, 10000.0, kByRatio},
                                      "Years of weathering per second of the world's clock. Higher: rock weathers "
                                      "faster compared with the work of wind and water."),
};
static_assert(sizeof(WeatheringParameters) == kRows.size() * 4, "every weathering parameter has its row");

}  // namespace

std::span<ParameterRow const> weathering_rows() { return kRows; }

}  // namespace barchan
