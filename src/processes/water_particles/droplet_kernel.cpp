#include "processes/water_particles/droplet_kernel.hpp"

#include <array>

#include "barchan/base/random.hpp"
#include "processes/water_particles/blocks.hpp"
#include "processes/water_particles/overflow.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water {

namespace {

/// A droplet smaller than this share of its first volume has dried up.
constexpr float kDryShare = 0.02f;
/// A droplet slower than this (m/s) that carries next to nothing (share of its volume) stands still and seeps away.
constexpr float kStillSpeed = 0.02f;
constexpr float kClearShare = 0.002f;
/// Seconds that a newborn has to get moving before it can count as standing still.
constexpr float kStartTime = 1.0f;

/// Lets it rain into an empty slot, perhaps. Returns whether the slot holds a droplet that moves in this round: every
/// other newborn waits, so that on average it has fallen in the middle of the round.
bool give_birth(Rule const& rule, Ground const& ground, Draw const& draw, Droplet& d, int slot, Tally& tally) {
  const auto words =
      random_words(draw.seed, draw.step, RandomStream::water_births, static_cast<std::uint32_t>(slot), draw.round);
  if (rule.birth_volume <= 0 || to_unit(words[0]) >= rule.birth_probability) return false;
  const auto place = [](std::uint32_t word, int count, std::int32_t& cell, float& offset) {
    // 32 bits by a count of up to 2^14: the high word is the cell, the low one the place within it.
    const std::uint64_t product = static_cast<std::uint64_t>(word) * static_cast<std::uint32_t>(count);
    cell = static_cast<std::int32_t>(product >> 32);
    offset = to_unit(static_cast<std::uint32_t>(product));
  };
  d = Droplet{};
  place(words[1], ground.grid.width, d.x, d.offset_x);
  place(words[2], ground.grid.height, d.y, d.offset_y);
  d.volume = rule.birth_volume;
  tally.rained += d.volume;
  return (words[3] & 1u) == 0;
}

/// Depth of the water from which the load of a droplet settles in a brim-full hollow, quanta; 0: its water is clear, or
/// the hollow has been filled. Water with a load is heavier than the lake's and runs on along its bed.
float settling_depth(Ground const& ground, Spill const& spill, Droplet const& d) {
  const std::int64_t depth =
      static_cast<std::int64_t>(ground.elevation[spill.sill]) - ground.elevation[ground.grid.index(d.x, d.y)];
  const bool clear = static_cast<float>(d.load) <= kClearShare * static_cast<float>(d.volume);
  return depth <= 0 || clear ? 0.0f : static_cast<float>(depth);
}

/// A block, and those of its droplets that leave a hollow in this round.
struct Crowd {
  Block block;
  std::array<Overflow, kBlock> overflows;
  std::size_t overflowing = 0;
};

/// Takes a droplet into the block, unless its water waits in a hollow until it runs over.
void join(Rule const& rule, Ground const& ground, Crowd& crowd, int slot, Phases phases, Droplet& d, Tally& tally) {
  const std::uint32_t packed = ground.spills[ground.grid.index(d.x, d.y)];
  if (packed == Spill::kDry) {
    add_to(crowd.block, ground, d, slot, phases);
    return;
  }
  const Spill spill = Spill::from(packed);
  const float depth = settling_depth(ground, spill, d);
  if (depth > 0.0f) {
    crowd.block.depth[add_to(crowd.block, ground, d, slot, phases)] = depth;
  } else if (phases.crossing < rule.crossing_chance) {
    const Outlet outlet = outlet_of(ground, spill);
    Droplet there = d;
    there.x = outlet.x;
    there.y = outlet.y;
    there.offset_x = there.offset_y = 0.5f;
    const std::size_t lane = add_to(crowd.block, ground, there, slot, phases);
    crowd.overflows[crowd.overflowing++] = {lane, spill, outlet};
  } else {
    const Quanta lost = dries(static_cast<float>(d.volume), rule.dried, phases.water);
    d.volume -= lost;
    d.age += rule.dt;
    tally.evaporated += lost;
    tally.steps += 1;
  }
}

/// One round for the droplets of a block: by turns gathered from the land and computed.
void advance_block(Rule const& rule, Ground const& ground, Slots const& slots, Crowd& crowd, Tally& tally) {
  Block& block = crowd.block;
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
  look_ahead(ground.base_level, block);
  for (std::size_t k = 0; k < crowd.overflowing; ++k) spill_over(rule, ground, crowd.overflows[k], block);
  exchange_block(rule, block);
  if (rule.narrow) share_block(rule, block);
  for (std::size_t i = 0; i < block.count; ++i) {
    hand_out(rule, ground, slots, block, i);
    tally.evaporated += block.lost[i];
  }
  tally.steps += block.count;
}

bool has_died(Rule const& rule, Droplet const& d) {
  if (d.age >= rule.lifetime) return true;
  if (static_cast<float>(d.volume) <= kDryShare * static_cast<float>(rule.birth_volume)) return true;
  const float speed_squared = d.velocity_x * d.velocity_x + d.velocity_y * d.velocity_y;
  return static_cast<float>(d.load) <= kClearShare * static_cast<float>(d.volume) && d.age > kStartTime &&
         speed_squared < kStillSpeed * kStillSpeed;
}

}  // namespace

void lay_down(Rule const& rule, Ground const& ground, Droplet const& droplet, Quanta amount, float phase) {
  lay_down(ground, {ground.grid, droplet.x, droplet.y, droplet.offset_x, droplet.offset_y, rule.brush_radius}, amount,
           phase);
}

BARCHAN_WATER_KERNEL Tally advance(Rule const& rule, Ground const& ground, Draw const& draw, Slots const& slots,
                                   int first, int last) {
  Tally tally;
  BlockDraws draws;
  Crowd crowd;
  for (int begin = first; begin < last; begin += static_cast<int>(kBlock)) {
    const int end = std::min(begin + static_cast<int>(kBlock), last);
    draw_block(draw, static_cast<std::uint32_t>(begin), draws);
    crowd.block.count = crowd.overflowing = 0;
    for (int slot = begin; slot < end; ++slot) {
      const auto k = static_cast<std::size_t>(slot);
      const auto lane = static_cast<std::size_t>(slot - begin);
      Droplet& d = slots.droplets[k];
      slots.requests[k].amount = 0.0f;
      slots.takes[k].sum = 0;
      if (d.volume == 0 && !give_birth(rule, ground, draw, d, slot, tally)) continue;
      const Phases phases{draws.exchange[lane], draws.water[lane], draws.crossing[lane]};
      join(rule, ground, crowd, slot, phases, d, tally);
    }
    if (crowd.block.count > 0) advance_block(rule, ground, slots, crowd, tally);
    for (int slot = begin; slot < end; ++slot) {
      const auto k = static_cast<std::size_t>(slot);
      Droplet& d = slots.droplets[k];
      if (d.volume == 0 || slots.requests[k].amount != 0.0f || slots.takes[k].sum != 0) continue;
      if (!ground.grid.contains(d.x, d.y) || !has_died(rule, d)) continue;
      tally.evaporated += d.volume;
      if (d.load > 0) lay_down(rule, ground, d, d.load, draws.rest[static_cast<std::size_t>(slot - begin)]);
      d = Droplet{};
    }
  }
  return tally;
}

Tally depart(Ground const& ground, std::span<Droplet> droplets, int first, int last) {
  Tally tally;
  for (int slot = first; slot < last; ++slot) {
    Droplet& d = droplets[static_cast<std::size_t>(slot)];
    if (d.volume == 0 || ground.grid.contains(d.x, d.y)) continue;
    tally.left_water += d.volume;
    tally.left_sand += d.load;
    d = Droplet{};
  }
  return tally;
}

}  // namespace barchan::water
