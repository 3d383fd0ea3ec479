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
             "only if they are part of a delta.",
     .ramp = FieldRamp::diverging},
    {.id = "stream_depth",
     .title = "Stream depth",
     .unit = "m",
     .help = "Depth of the running water, spread evenly over the cell and averaged in the same way as the discharge.",
     .logarithmic = true},
    {.id = "stream_speed",
     .title = "Stream speed",
     .unit = "m/s",
     .help = "Speed of the running water, averaged in the same way as the discharge."},
    {.id = "suspended_load",
     .title = "Suspended load",
     .unit = "m3/m3",
     .help = "Sediment that water carries now, as a fraction of the water's volume, including the water of lakes and "
             "the sea.",
     .logarithmic = true},
    {.id = "stream_direction",
     .title = "Stream direction",
     .unit = "deg",
     .help = "Direction towards which water runs, anticlockwise from east: the direction of the mean of volume times "
             "velocity."},
}};

inline constexpr std::array kAccesses{
    access::changes(LandState::surface, Value::current, "Water runs down it and cuts it."),
    access::changes(LandState::cover, Value::current, "Supplies sediment to running water and receives deposits."),
    access::changes(LandState::ground, Value::current, "Running water wears bare ground."),
    access::writes(LandState::unsettled, "Cut banks and deposits may stand too steep."),
    access::reads(LandState::soils, Value::given, "Friction, solubility, porosity and conductivity."),
    access::reads(LandState::plants, Value::last_step, "Plants slow the water and protect the bed."),
    access::reads(LandState::ground_water, Value::this_step, "Full pores absorb no running water."),
    access::changes(LandState::moisture, Value::this_step, "Running water soaks into the pores that are free."),
    access::changes(LandState::springs, Value::this_step, "Water that has come out of the ground begins to run."),
    access::changes(LandState::lakes, Value::current,
                    "Droplets fill lakes. While gravity acts, lakes rise, fall and spill."),
    access::changes(LandState::sea, Value::current, "Follows the parameter sea_level. Droplets end in the sea."),
    access::reads(LandState::sources, Value::given, "Springs and rivers that flow in."),
    access::reads(LandState::rainfall, Value::given, "Storms, and the distribution of rain over the land."),
    access::reads(LandState::ground_clock, Value::this_step, "Sets how fast the ground absorbs running water."),
    access::writes(LandState::ledger, "Records rain, inflow, evaporation and outflow."),
    access::reads(LandState::random_numbers, Value::given,
                  "Places of droplets, river lanes, and the rounding of exchanges below a quantum."),
};

inline constexpr ProcessInfo kInfo{
    .id = "water_particles",
    .title = "Rain",
    .help = "Droplets of rain run down the land and carve valleys by mass transfer towards equilibrium.",
    .reference = "N. McDonald, particle-based hydraulic erosion, 2020",
    .accesses = kAccesses};

}  // namespace barchan::water
