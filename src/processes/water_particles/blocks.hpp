/// Droplets gathered into blocks from the land, and what the blocks work out handed back to it.
#pragma once

#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/hollows.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water {

/// The random words that a droplet uses up in a round, as uniform numbers.
struct Phases {
  float exchange, water, crossing;
};

/// Takes a droplet into a block; returns its lane.
inline std::size_t add_to(Block& block, Ground const& ground, Droplet const& d, int slot, Phases phases) {
  const std::size_t i = block.count++;
  const std::size_t cell = ground.grid.index(d.x, d.y);
  block.slot[i] = slot;
  block.cell[i] = static_cast<std::uint32_t>(cell);
  block.before.x[i] = d.x;
  block.before.y[i] = d.y;
  block.before.offset_x[i] = d.offset_x;
  block.before.offset_y[i] = d.offset_y;
  block.velocity_x[i] = d.velocity_x;
  block.velocity_y[i] = d.velocity_y;
  block.volume[i] = static_cast<float>(d.volume);
  block.load[i] = static_cast<float>(d.load);
  block.age[i] = d.age;
  block.exchange_phase[i] = phases.exchange;
  block.water_phase[i] = phases.water;
  block.flow_x[i] = ground.flow[cell].x;
  block.flow_y[i] = ground.flow[cell].y;
  block.depth[i] = 0.0f;
  return i;
}

/// Takes up or lays down among the four cells around the droplet what the loops have worked out.
inline void exchange_with_four(Ground const& ground, Block const& block, std::size_t i, Droplet& d, Take& take) {
  const bool taking = block.taking[i] != 0;
  Quanta sum = taking ? 0 : block.rest[i];
  for (std::size_t c = 0; c < kCorners; ++c) sum += block.counts[c][i];
  if (sum == 0) return;
  Quanta* const target = taking ? ground.wish : ground.gain;
  for (std::size_t c = 0; c < kCorners; ++c) {
    const Quanta count = block.counts[c][i];
    if (count == 0) continue;
    add(ground, target[block.before.corner[c][i]], count);
    mark(ground, block.before.segment[c][i]);
  }
  if (!taking) {
    if (block.rest[i] > 0) {
      add(ground, ground.gain[block.cell[i]], block.rest[i]);
      for (auto const& segment : block.before.segment) mark(ground, segment[i]);
    }
    d.load -= sum;
    return;
  }
  d.load += sum;
  take.sum = sum;
  for (std::size_t c = 0; c < kCorners; ++c) {
    take.cell[c] = block.before.corner[c][i];
    take.count[c] = block.counts[c][i];
  }
}

/// The same under a wide brush, or where rock and obstacles dissolve differently.
inline void exchange_with_brush(Rule const& rule, Ground const& ground, Block const& block, std::size_t i, Droplet& d,
                                Request& request) {
  BlockPlaces const& place = block.before;
  const Brush brush(ground.grid, place.x[i], place.y[i], place.offset_x[i], place.offset_y[i], rule.brush_radius);
  if (block.taking[i] == 0) {
    if (block.laid[i] > 0) lay_down(ground, brush, block.laid[i], block.water_phase[i]);
    d.load -= block.laid[i];
    return;
  }
  request = {.x = place.x[i],
             .y = place.y[i],
             .offset_x = place.offset_x[i],
             .offset_y = place.offset_y[i],
             .tilt_x = block.tilt_x[i],
             .tilt_y = block.tilt_y[i],
             .amount = block.wanted[i],
             .phase = block.exchange_phase[i],
             .floor = block.floor[i]};
  if (request.amount == 0.0f) return;
  for (int j = 0; j < brush.rows(); ++j) mark_row(ground, brush, j);
  Integers taken{};
  for_shares(rule, ground, brush, request, [&](int j, int group, Integers counts) {
    add_lanes(ground, ground.wish, brush, j, group, counts);
    taken += counts;
  });
  d.load += sum_of(taken);
}

/// Hands out what the loops have worked out for droplet `i` of a block.
inline void hand_out(Rule const& rule, Ground const& ground, Slots const& slots, Block const& block, std::size_t i) {
  const auto k = static_cast<std::size_t>(block.slot[i]);
  Droplet& d = slots.droplets[k];
  book_passage(ground, block.cell[i], d.volume, block.way_x[i], block.way_y[i]);
  d.x = block.inside[i] != 0 ? block.after.x[i] : -1;
  d.y = block.after.y[i];
  d.offset_x = block.after.offset_x[i];
  d.offset_y = block.after.offset_y[i];
  d.velocity_x = block.velocity_x[i];
  d.velocity_y = block.velocity_y[i];
  d.age += rule.dt;
  d.volume -= block.lost[i];
  if (rule.narrow) {
    exchange_with_four(ground, block, i, d, slots.takes[k]);
  } else {
    exchange_with_brush(rule, ground, block, i, d, slots.requests[k]);
  }
}

}  // namespace barchan::water
