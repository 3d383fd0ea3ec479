#include <array>

#include "wind/prevailing_wind.hpp"

namespace barchan {

namespace {

using P = WindParameters;
constexpr std::array kRows{
    row::direction(Bearing::wind, row::number<&P::direction>(
                                      "direction", "Wind direction", "deg", {0.0, 360.0},
                                      "Direction of the prevailing wind or, if several winds blow in turn, of the "
                                      "first one. Higher: all winds turn, and the crests turn with them.")),
    row::maskable(row::number<&P::speed>(
        "speed", "Wind speed", "m/s", {0.0, 40.0},
        "Speed of the prevailing wind well above the ground. Higher: dunes migrate faster and grow larger. At 0, no "
        "sand flies. With slab dunes, the sand flux is proportional to the speed; for a soil with a threshold speed, "
        "it follows the law of Owen (1964). With wind particles, the flux grows with the cube of the speed.")),
    row::number<&P::shadow_low>("shadow_low", "Shadow begins", "deg", {4.0, 30.0},
                                "Angle above the horizontal up to which the skyline upwind of a place may rise without "
                                "sheltering the place. Higher: shorter wind shadows, and dunes closer together."),
    row::number<&P::shadow_high>(
        "shadow_high", "Full shadow", "deg", {4.0, 45.0},
        "Angle above the horizontal from which the skyline upwind of a place shelters the place fully, so that no sand "
        "is lifted there. Higher: more sand moves just downwind of crests."),
    row::number<&P::winds>("winds", "Winds", "", {1.0, 6.0},
                           "Number of winds that blow in turn. Higher: two winds from widely different directions "
                           "build linear dunes, and three winds from all sides build star dunes."),
    row::number<&P::divergence>("divergence", "Angle between winds", "deg", {0.0, 180.0},
                                "Angle from each wind to the next, anticlockwise. Higher: above about 90 degrees, "
                                "crests lie along the mean wind instead of across it."),
    row::number<&P::ratio>("ratio", "Duration ratio", "", {0.1, 10.0, kByRatio},
                           "Duration of the first wind, divided by the duration of each of the other winds. Higher: "
                           "dunes turn towards the first wind."),
    row::number<&P::period>("period", "Wind cycle", "s", {1.0, 3600.0, kByRatio},
                            "Duration of a cycle in which each wind blows once. Higher: each wind reshapes the dunes "
                            "before the next one blows. At low values, dunes respond to the mean of the winds."),
    row::number<&P::gust>(
        "gust", "Gusts of speed", "", {0.0, 0.8},
        "Largest change that gusts make to the wind speed, as a fraction of that speed. Higher: sand moves in bursts."),
    row::number<&P::gust_swing>(
        "gust_swing", "Gusts of direction", "deg", {0.0, 60.0},
        "Largest angle by which gusts turn the wind, to either side. Higher: softer, less regular crests."),
    row::number<&P::gust_period>("gust_period", "Time between gusts", "s", {1.0, 600.0, kByRatio},
                                 "Time from one gust to the next. Higher: the wind changes more slowly, so that "
                                 "dunes can follow."),
    row::number<&P::speed_up>(
        "speed_up", "Speed-up with height", "1/m", {0.0, 0.5},
        "Relative increase of the wind speed near the ground per metre of height above the mean elevation of the land. "
        "Below the mean elevation, the wind is slower. Higher: lower dunes with gentler stoss slopes."),
    row::number<&P::stress>(
        "stress", "Stress over relief", "", {0.0, 10.0},
        "Coefficient A of the shear stress that the wind exerts on the relief (Jackson & Hunt 1975). Higher: the "
        "wind lifts more sand from crests and less from hollows, and it flows around hills, so dunes become flatter "
        "and wider. At 0, the relief does not change the stress."),
    row::number<&P::stress_shift>(
        "stress_shift", "Upwind shift of stress", "", {0.0, 5.0},
        "Coefficient B of the shear stress. It moves the place of the largest stress upwind of the tops of dunes "
        "and hills. It applies only if `stress` is above 0. Higher: smaller dunes can grow."),
    row::number<&P::projection>("projection", "Deflection by relief", "", {0.0, 1.0},
                                "Degree to which the relief turns the wind near the ground parallel to the contours, "
                                "from 0 (not at all) to 1 (fully). Higher: the wind bends more strongly around hills."),
    row::number<&P::projection_small>(
        "projection_small", "Small relief", "m", {1.0, 2000.0, kByRatio},
        "The smaller of two radii over which the land is smoothed to find how its relief turns the wind. The radius "
        "is at most a quarter of the land's shorter side. Higher: only wider hills turn the wind."),
    row::number<&P::projection_large>(
        "projection_large", "Large relief", "m", {1.0, 2000.0, kByRatio},
        "The larger of two radii over which the land is smoothed to find how its relief turns the wind. The radius "
        "is at most a quarter of the land's shorter side. Higher: only wider hills turn the wind."),
};
static_assert(sizeof(WindParameters) == kRows.size() * 4, "every wind parameter has its row");

}  // namespace

std::span<ParameterRow const> wind_parameter_rows() { return kRows; }

}  // namespace barchan
