/// Title and reference of the process, and the fields that it provides.
#pragma once

#include <array>

#include "processes/process.hpp"

namespace barchan::water {

inline constexpr std::array<FieldRow, 6> kFields{{
    {.id = "discharge",
     .title = "Discharge",
     .unit = "m3/s",
     .help = "Water that runs through a cell per second, averaged over the discharge memory. Not shown on lakes.",
     .role = FieldRole::discharge,
     .logarithmic = true},
    {.id = "rain_erosion",
     .title = "Erosion by rain",
     .unit = "m",
     .help = "Erosion minus deposition by running water since the world began. Deposits on the bed of a lake count "
             "only in deltas.",
     .ramp = FieldRamp::diverging},
    {.id = "stream_depth",
     .title = "Stream depth",
     .unit = "m",
     .help = "Depth of the running water, spread evenly over the cell and averaged as the discharge is.",
     .logarithmic = true},
    {.id = "stream_speed",
     .title = "Stream speed",
     .unit = "m/s",
     .help = "Speed of the running water, averaged as the discharge is."},
    {.id = "suspended_load",
     .title = "Suspended load",
     .unit = "m3/m3",
     .help = "Sediment that water carries now, as a fraction of the water's volume, also in lakes and the sea.",
     .logarithmic = true},
    {.id = "stream_direction",
     .title = "Stream direction",
     .unit = "deg",
     .help = "Direction towards which water runs, anticlockwise from east: that of the mean of volume times velocity."},
}};

inline constexpr ProcessInfo kInfo{
    .id = "water_particles",
    .title = "Rain",
    .help = "Droplets of rain run down the land and carve valleys by mass transfer towards equilibrium.",
    .reference = "N. McDonald, particle-based hydraulic erosion, 2020",
    .medium = Medium::water};

}  // namespace barchan::water
