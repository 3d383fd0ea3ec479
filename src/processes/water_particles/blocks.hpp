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

/// Whether a droplet is on dry land with four cells around it.
inline bool runs_free(Ground const& ground, Droplet const& d) {
  Grid const& grid = ground.grid;
  if (ground.spills[grid.index(d.x, d.y)] != Spill::kDry) return false;
  if (grid.periodic()) return true;
  const int low_x = d.x - (d.offset_x < 0.5f ? 1 : 0);
  const int low_y = d.y - (d.offset_y < 0.5f ? 1 : 0);
  return low_x >= 0 && low_y >= 0 && low_x + 1 < grid.width && low_y + 1 < grid.height;
}

inline void add_to(Block& block, Ground const& ground, Droplet const& d, int slot, Phases phases) {
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
}

/// Hands out what the loops have worked out for droplet `i` of a block.
inline void hand_out(Rule const& rule, Ground const& ground, Slots const& slots, Block const& block, std::size_t i,
                     Tally& tally) {
  const auto k = static_cast<std::size_t>(block.slot[i]);
  Droplet& d = slots.droplets[k];
  book_passage(ground, block.cell[i], d.volume, block.way_x[i], block.way_y[i]);
  d.x = block.after.x[i];
  d.y = block.after.y[i];
  d.offset_x = block.after.offset_x[i];
  d.offset_y = block.after.offset_y[i];
  d.velocity_x = block.velocity_x[i];
  d.velocity_y = block.velocity_y[i];
  d.age += rule.dt;
  if (block.inside[i] == 0) d.x = -1;
  tally.evaporated += block.lost[i];
  const bool taking = block.taking[i] != 0;
  Quanta sum = taking ? 0 : block.rest[i];
  for (std::size_t c = 0; c < kCorners; ++c) sum += block.counts[c][i];
  d.volume -= block.lost[i];
  if (sum == 0) return;
  Quanta* const target = taking ? ground.wish : ground.gain;
  for (std::size_t c = 0; c < kCorners; ++c) {
    const Quanta count = block.counts[c][i];
    if (count == 0) continue;
    const std::uint32_t cell = block.before.corner[c][i];
    add(ground, target[cell], count);
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
  Take& take = slots.takes[k];
  take.sum = sum;
  for (std::size_t c = 0; c < kCorners; ++c) {
    take.cell[c] = block.before.corner[c][i];
    take.count[c] = block.counts[c][i];
  }
}

/// One round for the droplets of a block: by turns gathered from the land and computed.
inline void advance_block(Rule const& rule, Ground const& ground, Slots const& slots, Block& block, Tally& tally) {
  locate(ground.grid, ground.segments_per_row, block.padded(), block.before);
  for (std::size_t c = 0; c < kCorners; ++c) {
    for (std::size_t i = 0; i < block.count; ++i) {
      block.before.elevation[c][i] = ground.elevation[block.before.corner[c][i]];
      block.loose[c][i] = ground.loose[block.before.corner[c][i]];
    }
  }
  run_block(rule, ground.grid, block);
  locate(ground.grid, ground.segments_per_row, block.padded(), block.after);
  for (std::size_t c = 0; c < kCorners; ++c) {
    for (std::size_t i = 0; i < block.count; ++i) {
      block.after.elevation[c][i] = ground.elevation[block.after.corner[c][i]];
    }
  }
  exchange_block(rule, ground.base_level, block);
  for (std::size_t i = 0; i < block.count; ++i) hand_out(rule, ground, slots, block, i, tally);
  tally.steps += block.count;
}

}  // namespace barchan::water
