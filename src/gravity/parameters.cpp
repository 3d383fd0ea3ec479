#include "gravity/parameters.hpp"

#include <array>

namespace barchan {

namespace {

using P = GravityParameters;
constexpr std::array kRows{
    row::number<&P::repose_slope>("repose_slope", "Roughness", "m/m", {0.2, 1.2},
                                  "Tangent of the angle of repose, the slope at which sliding sand stops. Higher: "
                                  "steeper slip faces and taller dunes."),
    row::number<&P::settling>("settling", "Settling", "m2/s", {0.01, 10.0, kByRatio},
                              "Diffusivity with which sand that is steeper than its angle of repose moves downhill. "
                              "Higher: sand slumps faster, so slip faces stay closer to the angle of repose."),
    row::number<&P::static_excess>(
        "static_excess", "Static excess", "deg", {0.0, 10.0},
        "Angle by which a slope of sand must exceed the angle of repose before the sand slides. The sand then slides "
        "until its slope is the angle of repose. Higher: rarer, larger avalanches."),
    row::number<&P::mixing_depth>("mixing_depth", "Mixing depth", "m", {0.001, 1.0, kByRatio},
                                  "Depth below the surface within which a deposit merges with a layer of the same "
                                  "soil. Higher: fewer, thicker layers."),
};
static_assert(sizeof(GravityParameters) == kRows.size() * 4, "every gravity parameter has its row");

}  // namespace

std::span<ParameterRow const> gravity_parameter_rows() { return kRows; }

}  // namespace barchan
