#include "processes/vegetation/parameters.hpp"

#include <array>
#include <cstddef>

namespace barchan {

namespace {

constexpr std::array<ParameterRow, 7> kRows{{
    {.key = "enabled",
     .label = "Plants grow",
     .unit = "",
     .help = "Whether plants grow, spread and die; off leaves those that stand as they are.",
     .kind = ParameterKind::boolean,
     .offset = offsetof(VegetationParameters, enabled),
     .minimum = 0,
     .maximum = 1,
     .default_value = 0},
    {.key = "growth",
     .label = "Growth",
     .unit = "1/s",
     .help = "Rate at which sparse plants grow denser on still ground. Higher: they keep up with more sand.",
     .kind = ParameterKind::real,
     .offset = offsetof(VegetationParameters, growth),
     .minimum = 0.001,
     .maximum = 1.0,
     .default_value = 0.05,
     .logarithmic = true},
    {.key = "density",
     .label = "Density",
     .unit = "",
     .help = "Share of the ground that plants cover in the end, as rain and soil allow. Higher: denser stands.",
     .kind = ParameterKind::real,
     .offset = offsetof(VegetationParameters, density),
     .minimum = 0.05,
     .maximum = 1.0,
     .default_value = 0.8},
    {.key = "endurance",
     .label = "Endurance",
     .unit = "m/s",
     .help = "Burial or erosion of the ground at which plants just hold out. Higher: they invade livelier sand.",
     .kind = ParameterKind::real,
     .offset = offsetof(VegetationParameters, endurance),
     .minimum = 0.001,
     .maximum = 1.0,
     .default_value = 0.02,
     .logarithmic = true},
    {.key = "optimum",
     .label = "Best burial",
     .unit = "m/s",
     .help = "Burial under which plants do best: 0 for shrubs, more for dune grass, which needs fresh sand.",
     .kind = ParameterKind::real,
     .offset = offsetof(VegetationParameters, optimum),
     .minimum = 0.0,
     .maximum = 0.1,
     .default_value = 0.0},
    {.key = "spread",
     .label = "Spread",
     .unit = "m2/s",
     .help = "How readily plants creep sideways by shoots and roots. Higher: stands widen faster, with softer rims.",
     .kind = ParameterKind::real,
     .offset = offsetof(VegetationParameters, spread),
     .minimum = 0.0,
     .maximum = 2.0,
     .default_value = 0.05},
    {.key = "seeds",
     .label = "Seedlings",
     .unit = "1/(m2 s)",
     .help = "Young plants that come up anywhere. Higher: new stands far from the old ones.",
     .kind = ParameterKind::real,
     .offset = offsetof(VegetationParameters, seeds),
     .minimum = 0.0,
     .maximum = 0.01,
     .default_value = 0.0001},
}};
static_assert(sizeof(VegetationParameters) == kRows.size() * 4, "every parameter of the vegetation has its row");

}  // namespace

std::span<ParameterRow const> vegetation_rows() { return kRows; }

}  // namespace barchan
