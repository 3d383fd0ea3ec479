#include "processes/slab_dunes_parameters.hpp"

#include <array>
#include <cstddef>

namespace barchan {

namespace {

constexpr std::array<std::string_view, 2> kTransportNames{"field", "events"};

constexpr std::array<ParameterRow, 10> kRows{{
    {.key = "enabled",
     .label = "Slabs hop",
     .unit = "",
     .help = "Whether slab dunes act at all; off lays down what is in the air.",
     .kind = ParameterKind::boolean,
     .offset = offsetof(SlabDunesParameters, enabled),
     .minimum = 0,
     .maximum = 1,
     .default_value = 0},
    {.key = "transport",
     .label = "Transport",
     .unit = "",
     .help =
         "How sand flies: `field` shifts all sand in the air with the wind, fast; `events` follows the hops of each "
         "slab, as the papers do.",
     .kind = ParameterKind::choice,
     .offset = offsetof(SlabDunesParameters, transport),
     .minimum = 0,
     .maximum = 1,
     .default_value = 0,
     .choices = kTransportNames},
    {.key = "lift_rate",
     .label = "Lift rate",
     .unit = "m/s",
     .help = "Thickness of sand that the open wind lifts. Higher: everything goes faster, with coarser steps.",
     .kind = ParameterKind::real,
     .offset = offsetof(SlabDunesParameters, lift_rate),
     .minimum = 0.005,
     .maximum = 2.0,
     .default_value = 0.25,
     .logarithmic = true},
    {.key = "hop_length",
     .label = "Hop length",
     .unit = "m",
     .help = "How far a slab hops in a wind of 10 m/s. Higher: more transport, larger and gentler dunes.",
     .kind = ParameterKind::real,
     .offset = offsetof(SlabDunesParameters, hop_length),
     .minimum = 0.5,
     .maximum = 50.0,
     .default_value = 5.0,
     .logarithmic = true},
    {.key = "deposit_sand",
     .label = "Rest on sand",
     .unit = "",
     .help = "Probability that a slab comes to rest where it lands on sand. Higher: shorter flights, less transport.",
     .kind = ParameterKind::real,
     .offset = offsetof(SlabDunesParameters, deposit_sand),
     .minimum = 0.05,
     .maximum = 1.0,
     .default_value = 0.6},
    {.key = "deposit_bare",
     .label = "Rest on bare ground",
     .unit = "",
     .help = "The same on bare ground. Lower: sand gathers in fewer, taller dunes with bare ground between.",
     .kind = ParameterKind::real,
     .offset = offsetof(SlabDunesParameters, deposit_bare),
     .minimum = 0.02,
     .maximum = 1.0,
     .default_value = 0.4},
    {.key = "reptation",
     .label = "Reptation",
     .unit = "",
     .help = "Sand that impacts push downhill, as a share of the sand that flies past, per unit of slope. Higher: "
             "smoother, gentler dunes.",
     .kind = ParameterKind::real,
     .offset = offsetof(SlabDunesParameters, reptation),
     .minimum = 0.0,
     .maximum = 0.2,
     .default_value = 0.005},
    {.key = "inflow",
     .label = "Inflow",
     .unit = "",
     .help = "Sand that comes in over open edges, as a share of what flat sand carries.",
     .kind = ParameterKind::real,
     .offset = offsetof(SlabDunesParameters, inflow),
     .minimum = 0.0,
     .maximum = 2.0,
     .default_value = 1.0},
    {.key = "avalanche_reach",
     .label = "Avalanche reach",
     .unit = "cells",
     .help =
         "How far an avalanche runs down a slip face in one step. Higher: cleaner slip faces on tall dunes, slower.",
     .kind = ParameterKind::integer,
     .offset = offsetof(SlabDunesParameters, avalanche_reach),
     .minimum = 1,
     .maximum = 100,
     .default_value = 30},
    {.key = "most_hops",
     .label = "Most hops",
     .unit = "",
     .help =
         "Hops after which a slab lies down wherever it is (`events` only). Lower: shorter flights over bare ground.",
     .kind = ParameterKind::integer,
     .offset = offsetof(SlabDunesParameters, most_hops),
     .minimum = 1,
     .maximum = 1000,
     .default_value = 200},
}};
static_assert(sizeof(SlabDunesParameters) == kRows.size() * 4, "every parameter of the slab dunes has its row");

}  // namespace

std::span<ParameterRow const> slab_dunes_rows() { return kRows; }

}  // namespace barchan
