#include "processes/groundwater/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = GroundwaterParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Ground water", "Whether water soaks into the ground and flows in it."),
    row::number<&P::clock>("clock", "Clock", "s/s", {1.0, 1e7, kByRatio},
                           "Seconds of ground water in a second of the world's clock. Higher: the table answers sooner "
                           "beside what wind and rivers do. Where no more steps fit in, it runs slower."),
    row::number<&P::recharge>("recharge", "Recharge", "mm/d", {0.0, 10000.0, kByRatio},
                              "Drizzle that soaks in everywhere, in a day of ground water. Higher: a higher table."),
    row::number<&P::evaporation>(
        "evaporation", "Evaporation", "mm/d", {0.0, 1000.0, kByRatio},
        "Moisture that the air takes out of the ground, in a day of ground water. Higher: drier "
        "ground above the table."),
    row::number<&P::field_capacity>("field_capacity", "Field capacity", "", {0.0, 1.0},
                                    "Share of the pores above the table whose water does not run down. Higher: ground "
                                    "stays moist, and less comes to the table."),
    row::number<&P::fringe>("fringe", "Capillary fringe", "m", {0.0, 5.0},
                            "How far above the table the ground is damp. Higher: sand lies still farther above the "
                            "water."),
    row::number<&P::slip_depth>("slip_depth", "Slip depth", "m", {0.1, 50.0, kByRatio},
                                "How deep slides reach: water that stands in so much of the ground weakens a slope. "
                                "Deeper: slopes over a high table fail sooner, damp ones stand less steep."),
    row::number<&P::damp_cohesion>("damp_cohesion", "Damp cohesion", "Pa", {0.0, 20000.0},
                                   "How firmly damp grains hold together. Higher: damp slopes stand steeper."),
    row::number<&P::transpiration>("transpiration", "Transpiration", "mm/d", {0.0, 1000.0, kByRatio},
                                   "Water that plants drink where they cover the ground, in a day of ground water. "
                                   "Higher: they draw the table down."),
    row::number<&P::roots>("roots", "Depth of roots", "m", {0.1, 50.0, kByRatio},
                           "How deep damp ground may lie for plants to live on it; twice as deep none does. Deeper: "
                           "they grow farther from the water."),
    row::flag<&P::edges>("edges", "Open edges hold the table",
                         "Whether the table stays what it is at open edges, so that water flows in and out there; else "
                         "none does."),
};
static_assert(sizeof(GroundwaterParameters) == kRows.size() * 4, "every parameter of the ground water has its row");

}  // namespace

std::span<ParameterRow const> groundwater_rows() { return kRows; }

}  // namespace barchan
