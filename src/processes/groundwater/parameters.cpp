#include "processes/groundwater/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = GroundwaterParameters;
constexpr std::array kRows{
    row::flag<&P::enabled>("enabled", "Groundwater",
                           "Whether water soaks into the ground and flows in it. Off: the ground absorbs no water."),
    row::number<&P::clock>("clock", "Clock", "s/s", {1.0, 1e7, kByRatio},
                           "Seconds of groundwater flow per second of the world's clock. Higher: the water table "
                           "responds sooner. A step of the world contains up to 16 shorter steps of the flow. If 16 "
                           "steps are too few, this clock runs slower."),
    row::maskable(row::number<&P::recharge>(
        "recharge", "Recharge", "mm/d", {0.0, 10000.0, kByRatio},
        "Depth of uniform rain that soaks into the ground everywhere, per day of the groundwater clock (`clock`). "
        "Higher: the water table rises.")),
    row::maskable(row::number<&P::evaporation>(
        "evaporation", "Evaporation", "mm/d", {0.0, 1000.0, kByRatio},
        "Depth of moisture that the ground loses to the air per day of the groundwater clock (`clock`). Higher: drier "
        "ground above the water table.")),
    row::number<&P::field_capacity>(
        "field_capacity", "Field capacity", "", {0.0, 1.0},
        "Fraction of the pore volume above the water table that water can fill without sinking. Only water beyond this "
        "fraction sinks to the water table. Higher: the ground stays moist, and less water reaches the water table."),
    row::number<&P::fringe>("fringe", "Capillary fringe", "m", {0.0, 5.0},
                            "Height above the water table up to which the ground is damp. Higher: sand must lie higher "
                            "above the water table before wind lifts it."),
    row::number<&P::slip_depth>(
        "slip_depth", "Slip depth", "m", {0.1, 50.0, kByRatio},
        "Depth down to which a slope is assumed to slide. Saturated ground within this depth weakens the slope. "
        "Higher: slopes over a high water table fail sooner, and damp slopes are less steep."),
    row::number<&P::damp_cohesion>("damp_cohesion", "Damp cohesion", "Pa", {0.0, 20000.0},
                                   "Cohesion of damp grains. Higher: damp slopes are steeper."),
    row::maskable(row::number<&P::transpiration>(
        "transpiration", "Transpiration", "mm/d", {0.0, 1000.0, kByRatio},
        "Depth of water that a full cover of plants takes from the ground per day of the groundwater clock (`clock`). "
        "Higher: the water table under plants falls.")),
    row::number<&P::roots>(
        "roots", "Root depth", "m", {0.1, 50.0, kByRatio},
        "Greatest depth at which damp ground gives plants all the water that they need. At twice this depth or "
        "deeper, it gives them none. Higher: plants grow farther above the water table."),
    row::flag<&P::edges>("edges", "Water table held at edges",
                         "Whether the water table keeps its elevation at open edges, so that water flows in and out "
                         "there. Off: no groundwater crosses the edges."),
};
static_assert(sizeof(GroundwaterParameters) == kRows.size() * 4, "every groundwater parameter has its row");

}  // namespace

std::span<ParameterRow const> groundwater_rows() { return kRows; }

}  // namespace barchan
