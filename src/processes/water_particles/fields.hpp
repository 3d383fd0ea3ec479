/// Title and reference of the process, and the fields that it provides.
#pragma once

#include <array>

#include "processes/process.hpp"

namespace barchan::water {

inline constexpr std::array<FieldRow, 6> kFields{{
    {.id = "discharge",
     .title = "Discharge",
     .unit = "m3/s",
     .help = "Water that runs through a cell, averaged over the discharge memory. Not shown on lakes.",
     .role = FieldRole::discharge,
     .logarithmic = true},
    {.id = "rain_erosion",
     .title = "Erosion by rain",
     .unit = "m",
     .help = "What rain has taken from a place less what it has laid down there, since the world began. Nothing on the "
             "bed of a lake, away from its deltas.",
     .ramp = FieldRamp::diverging},
    {.id = "stream_depth",
     .title = "Stream depth",
     .unit = "m",
     .help = "Depth of the water that runs over a cell, spread over all of it and averaged as the discharge is.",
     .logarithmic = true},
    {.id = "stream_speed",
     .title = "Stream speed",
     .unit = "m/s",
     .help = "Speed of the water that runs over a cell, averaged as the discharge is."},
    {.id = "suspended_load",
     .title = "Suspended load",
     .unit = "m3/m3",
     .help = "What water carries in a place now, as a share of the water's volume, lakes and the sea included.",
     .logarithmic = true},
    {.id = "stream_direction",
     .title = "Stream direction",
     .unit = "deg",
     .help = "Way that water runs towards, anticlockwise from east: that of the mean of volume times velocity."},
}};

inline constexpr ProcessInfo kInfo{
    .id = "water_particles",
    .title = "Rain",
    .help = "Droplets run down the land and carve valleys by mass transfer to equilibrium.",
    .reference = "N. McDonald, particle-based hydraulic erosion, 2020",
    .medium = Medium::water};

}  // namespace barchan::water
