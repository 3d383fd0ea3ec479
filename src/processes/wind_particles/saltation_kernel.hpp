/// The inner loops of the wind particles: the land as a flying grain sees it, and one step of its flight.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "base/padded_grid.hpp"
#include "base/quanta.hpp"
#include "base/random.hpp"
#include "processes/wind_particles/exchange_kernel.hpp"

namespace barchan::kernel {

/// All that a particle reads of one cell, packed so that the whole land stays close to the processor.
struct alignas(16) GroundCell {
  Quanta elevation;       ///< quanta
  std::int32_t slopes;    ///< rise over run towards north (high half) and east (low half), in kSlopeStep
  std::int32_t capacity;  ///< bits of a float: quanta that a particle can carry here
  std::int32_t
      traits;  ///< wind shadow (high half), hardness and convexity (a byte each), in 1 / 65535, 1 / 255, 1 / 64
};
inline constexpr float kSlopeStep = 1.0f / 2048.0f;  // slopes up to 16 are told apart

/// How a GroundCell follows from the land.
struct GroundRule {
  float inverse_cell;        ///< 1/m
  float wind_x, wind_y;      ///< unit vector
  float flat_capacity;       ///< quanta a particle carries over flat ground in the open wind
  float most_capacity;       ///< quanta that no particle exceeds
  float slope_gain;          ///< growth of lift with the slope along the wind
  float inverse_climb;       ///< 1 / slope up which nothing is carried
  float inverse_climb_bare;  ///< the same on bare ground
  float speed_up;            ///< 1/m: growth of the wind with height above the mean surface
  Quanta bare;               ///< sand thinner than this counts as bare ground
  Quanta mean;               ///< mean surface
  float inverse_vent;        ///< 1/m: still air shallower than this is ventilated
};

/// One row of the land and what lies around it, from cell 0 on. What is a triple reaches one cell further on both sides
/// and has the rows south and north of it.
struct SurveyRow {
  RowTriple<Quanta> elevation;
  RowTriple<float> smooth;  ///< the smoothed land, m above the mean surface
  Quanta const* available;
  float const* shadow;
  float const* bubble;    ///< m: depth of the still air
  float const* hardness;  ///< of the base, 0 .. 1
};

/// Fills `count` cells, and their empty records of exchange.
void survey_row(GroundRule const& rule, SurveyRow const& row, std::size_t count, GroundCell* cells,
                ExchangeCell* exchange);

/// What holds sand takes its share of the capacity, and plants theirs of the wear, of `count` surveyed cells.
void shelter_cells(float const* hold, float const* plants, std::size_t count, GroundCell* cells);

/// out[i] = (from.south[i] + 2 from.row[i] + from.north[i]) / 4
void blend_rows(RowTriple<float> from, float* out, std::size_t count);
/// out[i] = (row[i - distance] + 2 row[i] + row[i + distance]) / 4
void blend_along(float const* row, std::ptrdiff_t distance, float* out, std::size_t count);
/// out[i] = metres from `mean` up to elevation[i]
void metres_above(Quanta const* elevation, Quanta mean, float* out, std::size_t count);

/// average[i] += weight x gain[i]
void average_gain(float weight, std::size_t count, Quanta const* gain, float* average);

/// The state of all particles, as parallel arrays.
struct ParticleArrays {
  std::int32_t* cell_x;
  std::int32_t* cell_y;
  float* offset_x;  ///< place inside the cell, 0 .. 1
  float* offset_y;
  float* height;      ///< m above the ground underneath
  float* velocity_x;  ///< m/s
  float* velocity_y;
  float* velocity_z;
  std::int32_t* load;  ///< quanta
  float* remainder;    ///< quanta owed, between -1 and 1
  float* path;         ///< m left to fly
};

/// Constants of one step of flight.
struct FlightRule {
  float dt;                    ///< s
  float step_per_cell;         ///< dt / cell_size: m/s -> cells
  float cell_size;             ///< m
  float wind_x, wind_y;        ///< unit vector
  float wind_speed;            ///< m/s
  float gravity;               ///< m/s2
  float drag;                  ///< 1/s
  float lift;                  ///< 1/m
  float kick;                  ///< m/s, amplitude of the cross-wind turbulence of this step
  float steering;              ///< share of the ground's cross-wind slope that deflects
  float inverse_layer;         ///< 1/m
  float suspension;            ///< 1/m
  float deposition;            ///< 1/m
  float grainfall;             ///< share of the load that falls out per step in the open wind
  float shadow_fall;           ///< 1/m in the full shadow
  float spread;                ///< cells: half width of the patch over which sand is exchanged
  float inverse_taper;         ///< 1/m: over the last metres of its path a particle lays its load down
  float abrasion;              ///< quanta worn off per metre of path by a fully loaded impact at 10 m/s
  std::int32_t most_exchange;  ///< quanta that a particle exchanges at most, so that no cell's sum overflows
  float most_wear;             ///< quanta that it wears off in one step at most
  float least_advance;         ///< m of path that a step costs at least
};

/// Particles that are moved together.
inline constexpr std::size_t kFlightBlock = 256;

/// The land's extent.
struct FlightGrid {
  std::int32_t width, height;
  bool periodic;
};

/// What a block of particles wants after one step; cells as indices of the land.
struct FlightOutcome {
  std::int32_t cell[kFlightBlock];  ///< where the particle is now
  std::int32_t gone[kFlightBlock];  ///< 1 beyond an edge that is not periodic
  std::int32_t one[kFlightBlock];   ///< two cells where sand may be exchanged
  std::int32_t other[kFlightBlock];
  std::int32_t patch[kFlightBlock];    ///< the one of them that is chosen
  std::int32_t lift[kFlightBlock];     ///< quanta wanted from the patch
  std::int32_t deposit[kFlightBlock];  ///< quanta laid down on the patch
  std::int32_t behind[kFlightBlock];   ///< quanta laid down on the cell that was left
  std::int32_t wear[kFlightBlock];     ///< quanta of base turned into sand
  std::int32_t contact[kFlightBlock];  ///< 1 on the ground, 0 in the air
  std::int32_t over[kFlightBlock];     ///< 1 where the flight ends
};

/// Local copies of the ground under a block of particles.
struct GroundBlock {
  GroundCell cells[kFlightBlock];
};

struct DrawKey {
  std::uint64_t seed, step;
  std::uint32_t draw;
};

/// Random numbers of a block: turbulence, two places in the patch, place along the path, choice of place, rounding.
struct DrawBlock {
  float kick[kFlightBlock];     ///< -1 .. 1
  float first_x[kFlightBlock];  ///< -1 .. 1
  float first_y[kFlightBlock];
  float second_x[kFlightBlock];
  float second_y[kFlightBlock];
  float along[kFlightBlock];  ///< 0 .. 1
  float tip[kFlightBlock];    ///< -1 .. 1
  float round[kFlightBlock];  ///< 0 .. 1
};

void draw_block(DrawKey key, std::uint32_t first_entity, std::size_t count, DrawBlock& draws);

/// A block of particles, all that it reads of the land, and what comes of one step.
struct FlightBlock {
  std::size_t count;
  ParticleArrays particles;  ///< from the block's first particle on
  GroundBlock old_ground;    ///< under the particles before the move
  GroundBlock ground;        ///< after it
  DrawBlock draws;
  FlightOutcome outcome;
  bool weighed;              ///< loads do not all fall as sand does: `fall` says how
  float fall[kFlightBlock];  ///< settling speed of each load over that of sand
  float trap[kFlightBlock];  ///< what shelter catches, for `catch_block`: 1 as much as the full shadow
};

/// Velocity from ground, gravity, drag, turbulence; then the move.
void move_block(FlightRule const& rule, FlightGrid grid, FlightBlock& block);

/// Height over the new ground, what is exchanged with it and at which two places.
/// True if any of it runs over ground that can be worn.
[[nodiscard]] bool exchange_block(FlightRule const& rule, FlightGrid grid, FlightBlock& block);

/// Shelter under the particles catches part of what flies through them, and of what these carry beyond their capacity.
void catch_block(FlightRule const& rule, FlightBlock& block);

/// Abrasion of bare ground, after the exchange.
void wear_block(FlightRule const& rule, FlightBlock& block);

/// Quanta that particle `i` wears of an upright face of hardness 1 by flying against it. Call as `wear_block`.
float face_wear(FlightRule const& rule, FlightBlock const& block, std::size_t i);

/// Chooses the place. `lead`: m by which the second one protrudes more.
void choose_block(float const* lead, FlightBlock& block);

}  // namespace barchan::kernel
