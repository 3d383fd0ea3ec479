#include "gravity/parameters.hpp"

#include <array>
#include <cstddef>

namespace barchan {

namespace {

constexpr std::array<ParameterRow, 3> kRows{{
    {.key = "roughness",
     .label = "Roughness",
     .unit = "m/m",
     .help = "Slope at which sand comes to rest, as rise over run. Higher: steeper slip faces and taller dunes.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, roughness),
     .minimum = 0.2,
     .maximum = 1.2,
     .default_value = 0.65},
    {.key = "settling",
     .label = "Settling",
     .unit = "m2/s",
     .help = "How fast sand that stands too steep runs down. Higher: slumps faster, cleaner slip faces.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, settling),
     .minimum = 0.01,
     .maximum = 10.0,
     .default_value = 2.0,
     .logarithmic = true},
    {.key = "static_excess",
     .label = "Static excess",
     .unit = "deg",
     .help = "How much steeper than the angle of repose sand may stand before it slides; it then slides down to that "
             "angle. Higher: rarer, larger avalanches.",
     .kind = ParameterKind::real,
     .offset = offsetof(CascadeParameters, static_excess),
     .minimum = 0.0,
     .maximum = 10.0,
     .default_value = 0.0},
}};
static_assert(sizeof(CascadeParameters) == kRows.size() * 4, "every cascade parameter has its row");

}  // namespace

std::span<ParameterRow const> cascade_parameter_rows() { return kRows; }

}  // namespace barchan
