/// The inner loops of the wind particles: the survey of the land, and one step of flight.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/grid.hpp"
#include "base/padded_grid.hpp"
#include "base/quanta.hpp"
#include "base/random.hpp"
#include "processes/wind_particles/exchange_kernel.hpp"

namespace barchan::kernel {

/// All data of a cell that a particle reads, packed so that the whole land fits into the cache.
struct alignas(16) GroundCell {
  Quanta elevation;       ///< quanta
  std::int32_t slopes;    ///< rise over run to the north (high half) and to the east (low half), in kSlopeStep
  std::int32_t capacity;  ///< bits of a float: quanta that a particle can carry here
  /// Wind shadow (high half), hardness and convexity (one byte each), in units of 1/65535, 1/255 and 1/64.
  std::int32_t traits;
};
/// Limits of the components of a particle's velocity, m/s, and of its height, m. Only walls of kilometres between
/// neighbouring cells lead to them.
inline constexpr float kFastest = 1000.0f, kHighestFlight = 20000.0f;
inline constexpr float kSlopeStep = 1.0f / 2048.0f;  // covers slopes up to 16

/// Constants from which GroundCells are computed.
struct GroundRule {
  float inverse_cell;        ///< 1/m
  float wind_x, wind_y;      ///< unit vector
  float flat_capacity;       ///< quanta that a particle carries over flat ground in the open wind
  float most_capacity;       ///< upper bound of the load of a particle, quanta
  float slope_gain;          ///< increase of lift per unit of slope along the wind
  float inverse_climb;       ///< 1 / steepest upward slope over which sand is carried
  float inverse_climb_bare;  ///< the same for bare ground
  float speed_up;            ///< increase of the wind per metre above the mean surface, 1/m
  Quanta bare;               ///< thinner sand counts as bare ground, quanta
  Quanta mean;               ///< elevation of the mean surface
  float inverse_vent;        ///< 1 / (depth of still air up to which the wind ventilates it), 1/m
};

/// One row of the land and its surroundings. Triples hold the rows to the south and north as well, and reach one cell
/// further on both sides.
struct SurveyRow {
  RowTriple<Quanta> elevation;
  RowTriple<float> smooth;  ///< the smoothed land, m above the mean surface
  Quanta const* available;
  float const* shadow;
  float const* bubble;    ///< depth of still air, m
  float const* hardness;  ///< hardness of the base, 0 to 1
};

/// Computes `count` cells and clears their records of exchange.
void survey_row(GroundRule const& rule, SurveyRow const& row, std::size_t count, GroundCell* cells,
                ExchangeCell* exchange);

/// Reduces the capacity of `count` cells by `hold` and their wear by `plants`; both are fractions.
void shelter_cells(float const* hold, float const* plants, std::size_t count, GroundCell* cells);

/// out[i] = (from.south[i] + 2 from.row[i] + from.north[i]) / 4
void blend_rows(RowTriple<float> from, float* out, std::size_t count);
/// out[i] = (row[i - distance] + 2 row[i] + row[i + distance]) / 4
void blend_along(float const* row, std::ptrdiff_t distance, float* out, std::size_t count);
/// out[i] = height of elevation[i] above `mean`, m
void metres_above(Quanta const* elevation, Quanta mean, float* out, std::size_t count);

/// average[i] += weight x gain[i]
void average_gain(float weight, std::size_t count, Quanta const* gain, float* average);

/// The state of all particles, as parallel arrays.
struct ParticleArrays {
  std::int32_t* cell_x;
  std::int32_t* cell_y;
  float* offset_x;  ///< position within the cell, [0, 1)
  float* offset_y;
  float* height;      ///< m above the ground underneath
  float* velocity_x;  ///< m/s
  float* velocity_y;
  float* velocity_z;
  std::int32_t* load;  ///< quanta
  float* remainder;    ///< rounding remainder, quanta, between -1 and 1
  float* path;         ///< distance left to fly, m
};

/// Constants of a sub-step of flight.
struct FlightRule {
  float dt;                    ///< s
  float step_per_cell;         ///< dt / cell_size, converts m/s to cells
  float cell_size;             ///< m
  float wind_x, wind_y;        ///< unit vector
  float wind_speed;            ///< m/s
  float gravity;               ///< m/s2
  float drag;                  ///< 1/s
  float lift;                  ///< 1/m
  float kick;                  ///< amplitude of the cross-wind turbulence of this sub-step, m/s
  float steering;              ///< fraction of the cross-wind slope of the ground that deflects particles
  float inverse_layer;         ///< 1 / height of the boundary layer, 1/m
  float suspension;            ///< 1/m
  float deposition;            ///< 1/m
  float grainfall;             ///< fraction of the load that falls per sub-step in the open wind
  float shadow_fall;           ///< fraction of the load that falls per metre in full shadow, 1/m
  float spread;                ///< half width of the patch in which sand is exchanged, cells
  float inverse_taper;         ///< 1 / (length of the last part of a path, in which the load is deposited), 1/m
  float abrasion;              ///< quanta worn per metre of path by a fully loaded impact at 10 m/s
  std::int32_t most_load;      ///< most quanta that a particle carries
  std::int32_t most_exchange;  ///< most quanta that a particle exchanges, so that the sum of a cell does not overflow
  float most_wear;             ///< most quanta that it wears per sub-step
  float least_advance;         ///< least decrease of the distance left to fly per sub-step, m
};

/// Particles moved together as a block.
inline constexpr std::size_t kFlightBlock = 256;

/// Size of the land.
struct FlightGrid {
  std::int32_t width, height;
  bool periodic;
};

/// The result of a sub-step for a block of particles. Cells are indices into the land.
struct FlightOutcome {
  std::int32_t cell[kFlightBlock];  ///< new cell of the particle
  std::int32_t gone[kFlightBlock];  ///< 1: it has left over an edge
  std::int32_t one[kFlightBlock];   ///< first of the two cells in which sand may be exchanged
  std::int32_t other[kFlightBlock];
  std::int32_t patch[kFlightBlock];    ///< the chosen one of these two cells
  std::int32_t lift[kFlightBlock];     ///< quanta wanted from `patch`
  std::int32_t deposit[kFlightBlock];  ///< quanta deposited on `patch`
  std::int32_t behind[kFlightBlock];   ///< quanta deposited on the previous cell of the particle
  std::int32_t wear[kFlightBlock];     ///< quanta of base turned into sand
  std::int32_t contact[kFlightBlock];  ///< 1: on the ground, 0: in the air
  std::int32_t over[kFlightBlock];     ///< 1: the flight ends
};

/// Copies of the cells under a block of particles.
struct GroundBlock {
  GroundCell cells[kFlightBlock];
};

/// Key of the random numbers of a sub-step.
struct DrawKey {
  std::uint64_t seed, step;
  std::uint32_t draw;
};

/// Random numbers of a block: turbulence, two places in the patch, place along the path, choice of the place, rounding.
struct DrawBlock {
  float kick[kFlightBlock];     ///< -1 to 1
  float first_x[kFlightBlock];  ///< -1 to 1
  float first_y[kFlightBlock];
  float second_x[kFlightBlock];
  float second_y[kFlightBlock];
  float along[kFlightBlock];  ///< 0 to 1
  float tip[kFlightBlock];    ///< -1 to 1
  float round[kFlightBlock];  ///< 0 to 1
};

/// Draws the numbers of `count` particles starting at `first_entity`.
void draw_block(DrawKey key, std::uint32_t first_entity, std::size_t count, DrawBlock& draws);

/// A block of particles, all data of the land that it reads, and the result of a sub-step.
struct FlightBlock {
  std::size_t count;
  ParticleArrays particles;  ///< starting at the block's first particle
  GroundBlock old_ground;    ///< before the move
  GroundBlock ground;        ///< after the move
  DrawBlock draws;
  FlightOutcome outcome;
  bool weighed;              ///< some loads do not settle at the speed of sand, so `fall` is used
  float fall[kFlightBlock];  ///< settling speed of each load relative to sand
  float trap[kFlightBlock];  ///< for `catch_block`: rate at which shelter catches sand; 1: that of full shadow
};

/// Computes velocities from ground, gravity, drag and turbulence, and moves the particles.
void move_block(FlightRule const& rule, FlightGrid grid, FlightBlock& block);

/// Computes heights above the new ground, the exchange and its two possible places. Returns whether any particle is
/// over ground that can be worn.
[[nodiscard]] bool exchange_block(FlightRule const& rule, FlightGrid grid, FlightBlock& block);

/// Shelter under the particles catches part of their loads. In flight the whole load is exposed to it; on the ground,
/// only the excess over the capacity.
void catch_block(FlightRule const& rule, FlightBlock& block);

/// Computes the abrasion of bare ground. Call it after the exchange.
void wear_block(FlightRule const& rule, FlightBlock& block);

/// Quanta that particle `i` wears from a vertical face of hardness 1. Call it at the same stage as wear_block().
float face_wear(FlightRule const& rule, FlightBlock const& block, std::size_t i);

/// Chooses one of the two places. `lead`: protrusion of the second place minus that of the first, m.
void choose_block(float const* lead, FlightBlock& block);

}  // namespace barchan::kernel
