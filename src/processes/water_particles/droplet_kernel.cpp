#include "processes/water_particles/droplet_kernel.hpp"

#include <algorithm>
#include <utility>

#include "barchan/base/random.hpp"
#include "processes/water_particles/crowd.hpp"

namespace barchan::water {

namespace {

/// A droplet smaller than this share of its first volume has dried up.
constexpr float kDryShare = 0.02f;
/// A droplet slower than this (m/s) whose water is clear stands still and seeps away.
constexpr float kStillSpeed = 0.02f;
/// Seconds that a newborn has to get moving before it can count as standing still.
constexpr float kStartTime = 1.0f;

/// What falls into an empty slot, most of the time nothing.
struct Birth {
  Droplet droplet;
  bool moves;  ///< in this round; every other newborn waits, so that on average it falls in the middle of the round
};

Birth birth_in(LifeRule const& rule, Grid const& grid, Draw const& draw, std::uint32_t slot) {
  const auto words = random_words(draw.seed, draw.step, RandomStream::water_births, slot, draw.round);
  if (rule.birth_volume <= 0 || to_unit(words[0]) >= rule.birth_probability) return {};
  const auto place = [](std::uint32_t word, int count) {
    // 32 bits by a count of up to 2^14: the high word is the cell, the low one the place within it.
    const std::uint64_t product = static_cast<std::uint64_t>(word) * static_cast<std::uint32_t>(count);
    return std::pair(static_cast<std::int32_t>(product >> 32), to_unit(static_cast<std::uint32_t>(product)));
  };
  const auto [x, offset_x] = place(words[1], grid.width);
  const auto [y, offset_y] = place(words[2], grid.height);
  return {{.place = {x, y, offset_x, offset_y}, .volume = rule.birth_volume}, (words[3] & 1u) == 0};
}

bool has_died(LifeRule const& rule, Droplet const& d) {
  const auto volume = static_cast<float>(d.volume);
  if (d.age >= rule.lifetime || volume <= kDryShare * static_cast<float>(rule.birth_volume)) return true;
  const float speed_squared = d.velocity_x * d.velocity_x + d.velocity_y * d.velocity_y;
  return static_cast<float>(d.load) <= kClearShare * volume && d.age > kStartTime &&
         speed_squared < kStillSpeed * kStillSpeed;
}

}  // namespace

void lay_down_load(BedRule const& rule, RoundLand const& land, Sums const& sums, Dying const& dying, float phase) {
  Droplet const& droplet = dying.slots.droplets[dying.slot];
  if (droplet.load <= 0) return;
  const Laying laying{droplet.load, droplet.load, dying.slots.parts_of(dying.slot)};
  lay_down(land, sums, {land.grid, droplet.place, rule.brush_radius}, laying, phase);
}

BARCHAN_WATER_KERNEL
Tally advance(Rule const& rule, RoundLand const& land, Sums const& sums, Draw const& draw, Slots const& slots) {
  Crowd crowd(rule, land, sums, slots);
  BlockDraws draws;
  Tally tally;
  for (std::size_t begin = 0; begin < slots.droplets.size(); begin += kBlock) {
    const std::size_t end = std::min(begin + kBlock, slots.droplets.size());
    draw_block(draw, slots.first + static_cast<std::uint32_t>(begin), draws);
    for (std::size_t slot = begin; slot < end; ++slot) {
      Droplet& d = slots.droplets[slot];
      slots.requests[slot].amount = 0.0f;
      slots.takes[slot].sum = 0;
      if (d.volume == 0) {
        const Birth birth = birth_in(rule.life, land.grid, draw, slots.first + static_cast<std::uint32_t>(slot));
        d = birth.droplet;
        tally.rained += d.volume;
        if (!birth.moves) continue;
      }
      const std::size_t lane = slot - begin;
      crowd.join(slot, {draws.exchange[lane], draws.water[lane], draws.crossing[lane]});
    }
    crowd.advance();
    for (std::size_t slot = begin; slot < end; ++slot) {
      Droplet& d = slots.droplets[slot];
      if (d.volume == 0 || slots.requests[slot].amount != 0.0f || slots.takes[slot].sum != 0) continue;
      if (!land.grid.contains(d.place.x, d.place.y) || !has_died(rule.life, d)) continue;
      tally.evaporated += d.volume;
      lay_down_load(rule.bed, land, sums, {slots, slot}, draws.rest[slot - begin]);
      d = {};
    }
  }
  tally.evaporated += crowd.tally().evaporated;
  tally.steps = crowd.tally().steps;
  return tally;
}

Tally depart(Grid const& grid, Slots const& slots) {
  Tally tally;
  for (std::size_t slot = 0; slot < slots.droplets.size(); ++slot) {
    Droplet& d = slots.droplets[slot];
    if (d.volume == 0 || grid.contains(d.place.x, d.place.y)) continue;
    tally.left_water += d.volume;
    if (slots.kinds == 0) tally.left_load[0] += d.load;
    for (std::size_t k = 0; k < slots.kinds; ++k) tally.left_load[k] += std::exchange(slots.parts_of(slot)[k], 0);
    d = {};
  }
  return tally;
}

}  // namespace barchan::water
