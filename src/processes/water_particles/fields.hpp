/// Title and reference of the process, and the fields that it provides.
#pragma once

#include <array>

#include "processes/process.hpp"

namespace barchan::water {

inline constexpr std::array<FieldRow, 6> kFields{{
    {.id = "discharge",
     .title = "Discharge",
     .unit = "m3/s",
     .help = "Volume of water that runs through a cell per second, averaged over the time that Discharge memory in the "
             "section Rain gives. It is not shown on lakes.",
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
     .help =
         "Depth of the stream by Manning's law, from its mean discharge, slope and roughness. It is 0 in lakes, and "
         "where water only wets the ground.",
     .logarithmic = true},
    {.id = "stream_speed",
     .title = "Stream speed",
     .unit = "m/s",
     .help =
         "Speed of the stream by Manning's law, from its mean discharge, slope and roughness. It is 0 in lakes, and "
         "where water only wets the ground."},
    {.id = "suspended_load",
     .title = "Suspended load",
     .unit = "m3/m3",
     .help = "Volume of the sediment that water carries now, as a fraction of the water's volume. Lakes and the sea "
             "are included.",
     .logarithmic = true},
    {.id = "stream_direction",
     .title = "Stream direction",
     .unit = "deg",
     .help = "Direction of the mean velocity of running water, weighted by volume, anticlockwise from east.",
     .bearing = Bearing::heading},
}};

inline constexpr std::array kAccesses{
    access::changes(LandState::surface, Value::current,
                    "Leads the water downhill, falls where water erodes it and rises where sediment is deposited."),
    access::changes(LandState::cover, Value::current, "Supplies sediment to running water and receives deposits."),
    access::changes(LandState::ground, Value::current, "Is worn by running water where it is bare."),
    access::writes(LandState::unsettled, "Marks cut banks and deposits, which may be too steep."),
    access::reads(LandState::soils, Value::given,
                  "Friction, solubility, equilibrium rate, hardness, abrasion, density, porosity, grain size and "
                  "conductivity of each soil."),
    access::reads(LandState::plants, Value::last_step, "Slow the water and protect the bed."),
    access::reads(LandState::ground_water, Value::this_step, "Fills pores, which then absorb no running water."),
    access::changes(LandState::moisture, Value::this_step,
                    "Grows where running water soaks into pores that are not full."),
    access::changes(LandState::springs, Value::this_step,
                    "Supply water that becomes droplets, which run down the land."),
    access::changes(LandState::lakes, Value::current,
                    "Are filled by droplets. They rise, fall and spill in the gravity stage of each step."),
    access::changes(LandState::sea, Value::current,
                    "Follows the parameter `sea_level` and removes the droplets that reach the sea."),
    access::reads(LandState::sources, Value::given, "Supply the water of springs and inflowing rivers."),
    access::reads(LandState::masks, Value::given,
                  "Reduce rain and erosion. Where a mask of the whole process is 0, no sediment is deposited."),
    access::reads(LandState::rainfall, Value::given,
                  "Gives the rain of storms and the distribution of all rain over the land."),
    access::reads(LandState::ground_clock, Value::this_step, "Sets how fast the ground absorbs running water."),
    access::writes(LandState::ledger, "Records rain, inflow, evaporation and outflow."),
    access::reads(
        LandState::random_numbers, Value::given,
        "Determine the places of droplets, their lanes in rivers, and whether exchanged amounts below a quantum are "
        "rounded up or down."),
};

inline constexpr ProcessInfo kInfo{
    .id = "water_particles",
    .title = "Rain",
    .help = "Droplets of rain run down the land and carve valleys by mass transfer towards equilibrium.",
    .reference = "N. McDonald, particle-based hydraulic erosion, 2020",
    .accesses = kAccesses};

}  // namespace barchan::water
