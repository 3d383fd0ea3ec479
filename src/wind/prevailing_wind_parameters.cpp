#include <array>

#include "wind/prevailing_wind.hpp"

namespace barchan {

namespace {

using P = WindParameters;
constexpr std::array kRows{
    row::number<&P::direction>(
        "direction", "Wind towards", "deg", {0.0, 360.0},
        "Way the prevailing wind blows towards, anticlockwise from east. Crests turn to stand across it."),
    row::number<&P::speed>("speed", "Wind speed", "m/s", {0.0, 20.0},
                           "Prevailing wind well above the ground. More wind moves more sand (with its cube): dunes "
                           "wander faster and grow larger. 0: a calm, in which nothing flies."),
    row::number<&P::shadow_low>("shadow_low", "Shadow begins", "deg", {4.0, 30.0},
                                "Horizon angle against the wind below which a place lies in the full wind. Smaller: "
                                "longer wakes, wider spacing."),
    row::number<&P::shadow_high>(
        "shadow_high", "Shadow is full", "deg", {4.0, 45.0},
        "Horizon angle against the wind above which a place lies in the full shadow, where no sand is lifted."),
    row::number<&P::winds>(
        "winds", "Winds", "", {1.0, 6.0},
        "How many winds take turns. Two far apart draw dunes out lengthwise, three from all sides pile up stars."),
    row::number<&P::divergence>("divergence", "Angle between winds", "deg", {0.0, 180.0},
                                "From each wind to the next, anticlockwise; the direction above is that of the first. "
                                "Beyond about 90 crests lie along the mean wind instead of across it."),
    row::number<&P::ratio>(
        "ratio", "Share of the first wind", "", {0.1, 10.0, kByRatio},
        "Time for which the first wind blows over that of each other. Larger: dunes turn towards the first wind."),
    row::number<&P::period>("period", "Cycle of the winds", "s", {1.0, 3600.0, kByRatio},
                            "Time in which each wind has had its turn. Shorter: dunes feel the mean of the winds; "
                            "longer: each wind reshapes them."),
    row::number<&P::gust>("gust", "Gusts of speed", "", {0.0, 0.8},
                          "Largest change of the speed by gusts, as a share of it. More: sand moves in bursts."),
    row::number<&P::gust_swing>(
        "gust_swing", "Gusts of direction", "deg", {0.0, 60.0},
        "Largest turn of the wind by gusts, to either side. More: softer, less regular crests."),
    row::number<&P::gust_period>("gust_period", "Time between gusts", "s", {1.0, 600.0, kByRatio},
                                 "Time from one gust to the next. Longer: slower swings that dunes can follow."),
    row::number<&P::speed_up>("speed_up", "Speed-up with height", "1/m", {0.0, 0.5},
                              "How much faster the local wind is for each metre above the mean surface, slower below "
                              "it. More: lower dunes with gentler windward slopes."),
    row::number<&P::projection>(
        "projection", "Turned by the relief", "", {0.0, 1.0},
        "How far the relief turns the local wind along its contours, from not at all (0) to in full (1)."),
    row::number<&P::projection_small>(
        "projection_small", "Small relief", "m", {1.0, 2000.0, kByRatio},
        "Radius over which the land is smoothed for the small scale of the relief, at most a quarter of the land's "
        "shorter side. Larger: only wider hills turn the wind."),
    row::number<&P::projection_large>(
        "projection_large", "Large relief", "m", {1.0, 2000.0, kByRatio},
        "Radius over which the land is smoothed for the large scale of the relief, at most a quarter of the land's "
        "shorter side. Larger: only wider hills turn the wind."),
};
static_assert(sizeof(WindParameters) == kRows.size() * 4, "every wind parameter has its row");

}  // namespace

std::span<ParameterRow const> wind_parameter_rows() { return kRows; }

}  // namespace barchan
