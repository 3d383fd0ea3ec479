#include "processes/water_particles/droplet_kernel.hpp"

#include <algorithm>
#include <utility>

#include "processes/water_particles/crowd.hpp"

namespace barchan::water {

namespace {

/// A droplet below this fraction of its first volume has dried up.
constexpr float kDryShare = 0.02f;
/// A droplet slower than this, in m/s, whose water is clear has come to rest.
constexpr float kStillSpeed = 0.02f;
/// A droplet that reaches no lower place within this path length, in cells, is caught in a hollow.
constexpr float kCaughtAfter = 8.0f;
/// Seconds that a new droplet has to start moving before it can count as standing still.
constexpr float kStartTime = 1.0f;

bool has_ended(LifeRule const& rule, Droplet const& d) {
  const auto volume = static_cast<float>(d.volume);
  if (d.age >= rule.lifetime || d.strayed > kCaughtAfter || volume <= kDryShare * static_cast<float>(d.newborn))
    return true;
  const float speed_squared = d.velocity_x * d.velocity_x + d.velocity_y * d.velocity_y;
  return static_cast<float>(d.load) <= kClearShare * volume && d.age > kStartTime &&
         speed_squared < kStillSpeed * kStillSpeed;
}

/// Prefetches what a droplet will read and write at its place.
void prefetch(RoundLand const& land, Sums const& sums, Place const& place) {
  const std::size_t cell = land.grid.index(place.x, place.y);
  __builtin_prefetch(&land.flow[cell]);
  __builtin_prefetch(&sums.passage[cell], 1);
}

}  // namespace

void lay_down_load(BedRule const& rule, RoundLand const& land, Sums const& sums, Dying const& dying, float phase) {
  Droplet& droplet = dying.slots.droplets[dying.slot];
  if (droplet.load <= 0) return;
  const Laying laying{droplet.load, dying.slots.parts_of(dying.slot)};
  lay_down(land, sums, {land.grid, droplet.place, rule.brush_radius}, laying, phase);
  droplet.load = 0;
}

BARCHAN_WATER_KERNEL
Tally advance(Rule const& rule, RoundLand const& land, Sums const& sums, Draw const& draw, SlotsOfBand const& band) {
  auto const& [slots, numbers] = band;
  Crowd crowd(rule, land, sums, slots);
  BlockDraws draws;
  Tally tally;
  for (std::size_t begin = 0; begin < numbers.size(); begin += kBlock) {
    const auto block = numbers.subspan(begin, std::min(kBlock, numbers.size() - begin));
    for (const std::uint32_t slot : block) prefetch(land, sums, slots.droplets[slot].place);
    draw_block(draw, block, draws);
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t slot = block[i];
      Droplet& d = slots.droplets[slot];
      slots.forget(slot, rule.bed.narrow);
      if (slots.fates[slot] == Fate::rests) continue;
      if (d.age < 0.0f) {
        d.age = std::min(d.age + rule.dt, 0.0f);
        continue;
      }
      crowd.join(slot, {draws.exchange[i], draws.water[i]});
    }
    crowd.advance();
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::uint32_t slot = block[i];
      Droplet const& d = slots.droplets[slot];
      Fate& fate = slots.fates[slot];
      const bool inside = land.grid.contains(d.place.x, d.place.y);
      // A droplet that begins over standing water rests without having run.
      const bool ends = fate == Fate::rests || (d.age > 0.0f && has_ended(rule.life, d));
      if (inside && ends && !slots.asks(slot, rule.bed.narrow)) fate = Fate::rests;
      if (!inside || fate == Fate::rests) tally.ended.push_back({slot, draws.rest[i]});
    }
  }
  tally.evaporated += crowd.tally().evaporated;
  tally.steps = crowd.tally().steps;
  return tally;
}

}  // namespace barchan::water
