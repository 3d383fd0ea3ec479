/// The gates; gates.cpp describes each function in its table.
#pragma once

#include "gates/gate.hpp"

namespace barchan::gates {

// -- repose (repose_gates.cpp)
Outcome cone(Setting const& setting);
Outcome step_ramp(Setting const& setting);
Outcome running_slip_faces(Setting const& setting);
Outcome asymmetry(Setting const& setting);

// -- orientation under one wind (crest_gates.cpp)
Outcome isotropy(Setting const& setting);
Outcome no_grid_bias(Setting const& setting);

// -- lone ridges (ridge_gates.cpp)
Outcome migration_law(Setting const& setting);
Outcome resolution(Setting const& setting);
Outcome time_step(Setting const& setting);
Outcome flat_flux(Setting const& setting);
Outcome least_dune(Setting const& setting);

// -- several winds (wind_gates.cpp)
Outcome bedform_normal(Setting const& setting);
Outcome unequal_winds(Setting const& setting);
Outcome sand_availability(Setting const& setting);
Outcome fingers(Setting const& setting);  // finger_gates.cpp
Outcome star(Setting const& setting);

// -- barchans (barchan_gates.cpp)
Outcome barchans(Setting const& setting);
Outcome natural_barchans(Setting const& setting);

// -- growth from a bed (growth_gates.cpp)
Outcome coarsening(Setting const& setting);
Outcome without_shadow(Setting const& setting);

// -- mass balance and reproducibility (book_gates.cpp)
Outcome ledger(Setting const& setting);
Outcome determinism(Setting const& setting);
Outcome column_flux(Setting const& setting);

// -- lands of many soils (layer_gates.cpp)
Outcome ledger_of_soils(Setting const& setting);
Outcome turned_layers(Setting const& setting);

// -- walls, cliffs and blocks (wall_gates.cpp)
Outcome echo_dune(Setting const& setting);
Outcome climb_or_echo(Setting const& setting);
Outcome past_the_flanks(Setting const& setting);
Outcome wall_taken_away(Setting const& setting);
Outcome lee_of_a_block(Setting const& setting);

// -- groundwater (ground_gates.cpp)
Outcome between_two_heads(Setting const& setting);
Outcome steady_well(Setting const& setting);
Outcome pumping_well(Setting const& setting);

// -- rivers (stream_gates.cpp)
Outcome slope_and_area(Setting const& setting);
Outcome main_streams(Setting const& setting);

// -- turned by a right angle (turn_gates.cpp)
Outcome equivariance(Setting const& setting);

// -- the default law of the wind particles (particle_gates.cpp)
Outcome lone_dune(Setting const& setting);
Outcome particle_migration(Setting const& setting);
Outcome particle_crests(Setting const& setting);
Outcome particle_coarsening(Setting const& setting);
Outcome particle_barchans(Setting const& setting);
Outcome particle_unequal_winds(Setting const& setting);

}  // namespace barchan::gates
