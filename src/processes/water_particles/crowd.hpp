/// Crowd: a block of droplets that go through a round together. They are gathered from the land, computed, and written
/// back.
#pragma once

#include <array>

#include "processes/water_particles/overflow.hpp"
#include "processes/water_particles/shares.hpp"

namespace barchan::water {

/// The random numbers that a droplet uses in a round, uniform in [0, 1).
struct Phases {
  float exchange, water;
};

inline constexpr float kSlowest = 1e-6f;  ///< m/s; slower water has no direction

/// Water whose sediment is below this fraction of its volume counts as clear.
inline constexpr float kClearShare = 0.002f;

/// A block of up to kBlock droplets during one round.
class Crowd {
 public:
  Crowd(Rule const& rule, RoundLand const& land, Sums const& sums, Slots const& slots)
      : rule_(rule), land_(land), sums_(sums), slots_(slots) {}

  /// Adds the droplet of a slot. Clear water in a lake has come to rest and is not added.
  void join(std::size_t slot, Phases phases);
  /// Moves all droplets that were added, lets them exchange sediment with the ground, and empties the block.
  void advance();

  Tally const& tally() const { return tally_; }

 private:
  std::size_t gather(std::size_t slot, Place const& place, Phases phases);
  void enter(std::size_t i, Droplet const& droplet);
  float rise_over(Section const& section, std::size_t cell) const;
  void compute();
  void write_back(std::size_t i);
  void soak(std::size_t cell, Droplet& droplet, float phase) const;
  void exchange_with_four(std::size_t i, Droplet& droplet, Take& take);
  void exchange_with_brush(std::size_t i, std::size_t slot);

  Rule const& rule_;
  RoundLand const& land_;
  Sums const& sums_;
  Slots const& slots_;
  Block block_;
  std::array<Overflow, kBlock> overflows_;
  std::size_t overflowing_ = 0;
  Tally tally_;
};

inline void Crowd::join(std::size_t slot, Phases phases) {
  Droplet& d = slots_.droplets[slot];
  Fate& fate = slots_.fates[slot];
  tally_.steps += 1;
  if (fate == Fate::spills) {
    Outlet const& outlet = slots_.outlet_of(slot);
    overflows_[overflowing_++] = {gather(slot, {outlet.x, outlet.y, 0.5f, 0.5f}, phases), outlet};
    fate = Fate::runs;
    return;
  }
  const std::size_t cell = land_.grid.index(d.place.x, d.place.y);
  const Quanta stands = std::max(land_.lakes->depth(cell), land_.sea->depth(cell, land_.elevation[cell]));
  // A river that is deeper than a pool runs over it.
  const auto river = static_cast<Quanta>(d.width / kWidthToDepth * static_cast<float>(kQuantaPerMetre));
  const auto depth = static_cast<float>(std::max(stands - river, 0));
  // Water that carries sediment is denser than the lake and runs on along its bed until the sediment has settled.
  const bool clear = static_cast<float>(d.load) <= kClearShare * static_cast<float>(d.volume);
  if (depth > 0.0f && clear) {
    fate = Fate::rests;
    return;
  }
  const std::size_t i = gather(slot, d.place, phases);
  block_.depth[i] = depth;
  if (depth > 0.0f) block_.pull[i] *= rule_.motion.underflow;
}

/// Copies the droplet of a slot into the block as if it were at `place`. Returns its lane.
inline std::size_t Crowd::gather(std::size_t slot, Place const& place, Phases phases) {
  const std::size_t i = block_.count++;
  Droplet const& d = slots_.droplets[slot];
  const std::size_t cell = land_.grid.index(place.x, place.y);
  block_.slot[i] = static_cast<std::int32_t>(slot);
  block_.cell[i] = static_cast<std::uint32_t>(cell);
  block_.before.x[i] = place.x;
  block_.before.y[i] = place.y;
  block_.before.offset_x[i] = place.offset_x;
  block_.before.offset_y[i] = place.offset_y;
  block_.velocity_x[i] = d.velocity_x;
  block_.velocity_y[i] = d.velocity_y;
  block_.volume[i] = static_cast<float>(d.volume);
  block_.load[i] = static_cast<float>(d.load);
  block_.age[i] = d.age;
  block_.exchange_phase[i] = phases.exchange;
  block_.water_phase[i] = phases.water;
  block_.flow_x[i] = land_.flow[cell].x;
  block_.flow_y[i] = land_.flow[cell].y;
  block_.pull[i] = land_.pull != nullptr ? land_.pull[cell] : rule_.motion.pull;
  if (land_.bed_load != nullptr) {
    block_.shields[i] = land_.bed_load[cell].shields;
    block_.bed_load[i] = land_.bed_load[cell].load;
  } else {
    block_.carried[i] = -1.0f;
  }
  block_.held[i] = land_.inlets != nullptr ? land_.inlets[cell] : 0;
  block_.depth[i] = 0.0f;
  block_.sections.width[i] = 0.0f;
  block_.sections.per_depth[i] = rule_.bed.per_depth;
  if (rule_.channel.per_root > 0.0f) enter(i, d);
  return i;
}

/// Height of a cell above the mean bed of its section, m. Uses 64 bits, because the difference of two elevations may
/// exceed 32.
inline float Crowd::rise_over(Section const& section, std::size_t cell) const {
  return static_cast<float>(std::int64_t{land_.elevation[cell]} - section.bed) * kMetresPerQuantum;
}

/// Copies the channel in which a droplet runs: the section of its cell or, if there is none, the channel data that the
/// droplet remembers.
inline void Crowd::enter(std::size_t i, Droplet const& droplet) {
  BlockSections& s = block_.sections;
  const Section none{};
  Section const& section = land_.sections != nullptr ? land_.sections[block_.cell[i]] : none;
  const bool known = section.width > 0.0f;
  const float east = block_.before.offset_x[i] - 0.5f, north = block_.before.offset_y[i] - 0.5f;
  const float speed = std::sqrt(droplet.velocity_x * droplet.velocity_x + droplet.velocity_y * droplet.velocity_y);
  const bool remembered = droplet.width > rule_.cell_size && speed > kSlowest;
  s.known[i] = known ? 1.0f : 0.0f;
  s.width[i] = section.width;
  if (!known && remembered) s.width[i] = droplet.width;
  s.along_x[i] = known ? section.along_x : droplet.velocity_x / std::max(speed, kSlowest);
  s.along_y[i] = known ? section.along_y : droplet.velocity_y / std::max(speed, kSlowest);
  s.offset[i] = section.offset + (north * section.along_x - east * section.along_y) * rule_.cell_size;
  s.curvature[i] = section.curvature;
  s.rise[i] = known ? rise_over(section, block_.cell[i]) : 0.0f;
  // At the edge of the land the bed ahead is unknown, so the droplet keeps its slope and no bar can form.
  const float behind = std::max(droplet.slope, 0.0f);
  s.fall[i] = known ? std::max(section.slope, section.leaves ? behind : section.slope) : behind;
  s.slope[i] = droplet.slope;
  s.lane[i] = droplet.lane;
  s.bend[i] = droplet.bend;
}

inline void Crowd::advance() {
  if (block_.count > 0) compute();
  for (std::size_t i = 0; i < block_.count; ++i) write_back(i);
  block_.count = overflowing_ = 0;
}

/// Alternates between gathering from the land and computing.
inline void Crowd::compute() {
  locate(land_.grid, land_.segments_per_row, block_.padded(), block_.before);
  for (std::size_t c = 0; c < kCorners; ++c) {
    for (std::size_t i = 0; i < block_.count; ++i) {
      block_.before.elevation[c][i] = land_.elevation[block_.before.corner[c][i]];
      block_.available[c][i] = land_.available[block_.before.corner[c][i]];
    }
  }
  if (rule_.channel.per_root > 0.0f) follow_channels(rule_, block_);
  run_block(rule_, land_.grid, block_);
  locate(land_.grid, land_.segments_per_row, block_.padded(), block_.after);
  for (std::size_t c = 0; c < kCorners; ++c) {
    for (std::size_t i = 0; i < block_.count; ++i) {
      block_.after.elevation[c][i] = land_.elevation[block_.after.corner[c][i]];
    }
  }
  look_ahead(land_.base_level, block_);
  if (rule_.channel.per_root > 0.0f) remember_channels(rule_, block_);
  for (std::size_t k = 0; k < overflowing_; ++k) spill_over(rule_, land_, overflows_[k], block_);
  if (land_.bed_load != nullptr) carry_bed_load(rule_.cell_size, block_);
  exchange_block(rule_, block_);
  if (rule_.bed.narrow) share_block(rule_.bed, block_);
}

inline void Crowd::write_back(std::size_t i) {
  const auto slot = static_cast<std::size_t>(block_.slot[i]);
  Droplet& d = slots_.droplets[slot];
  const std::size_t segment = land_.segment(block_.before.x[i], block_.before.y[i]);
  sums_.add_passage(block_.cell[i], segment, d.volume, {block_.way_x[i], block_.way_y[i]});
  BlockPlaces const& after = block_.after;
  d.place = {block_.inside[i] != 0 ? after.x[i] : -1, after.y[i], after.offset_x[i], after.offset_y[i]};
  d.velocity_x = block_.velocity_x[i];
  d.velocity_y = block_.velocity_y[i];
  d.age += rule_.dt;
  if (rule_.channel.per_root > 0.0f) {
    d.width = block_.sections.width[i];
    d.slope = block_.sections.slope[i];
    d.bend = block_.sections.bend[i];
  } else if (d.width > 0.0f) {
    d.width = d.bend = 0.0f;
    d.slope = -1.0f;
  }
  d.strayed =
      block_.ground[i] < d.lowest ? 0.0f : d.strayed + block_.hop[i] / std::max(d.width / rule_.cell_size, 1.0f);
  d.lowest = std::min(d.lowest, block_.ground[i]);
  d.volume -= block_.lost[i];
  tally_.evaporated += block_.lost[i];
  if (land_.soaks != nullptr && land_.soaks[block_.cell[i]] > 0.0f) soak(block_.cell[i], d, block_.exchange_phase[i]);
  if (rule_.bed.narrow) {
    exchange_with_four(i, d, slots_.takes[slot]);
  } else {
    exchange_with_brush(i, slot);
  }
}

/// Lets part of a droplet soak into the ground. The last quantum stays, because it still carries the load.
inline void Crowd::soak(std::size_t cell, Droplet& droplet, float phase) const {
  const auto wanted = static_cast<Quanta>(static_cast<float>(droplet.volume) * land_.soaks[cell] + phase);
  const Quanta amount = std::min(wanted, droplet.volume - 1);
  if (amount <= 0) return;
  droplet.volume -= amount;
  sums_.soaked[cell] += amount;
}

/// Entrains from or deposits in the four cells around a droplet.
inline void Crowd::exchange_with_four(std::size_t i, Droplet& droplet, Take& take) {
  const bool taking = block_.taking[i] != 0;
  Quanta sum = block_.rest[i];
  for (std::size_t c = 0; c < kCorners; ++c) sum += block_.counts[c][i];
  if (sum == 0) return;
  QuantaSum* const target = taking ? sums_.wish : sums_.gain;
  for (std::size_t c = 0; c < kCorners; ++c) {
    const Quanta count = block_.counts[c][i];
    if (count == 0) continue;
    target[block_.before.corner[c][i]] += count;
    sums_.mark(block_.before.segment[c][i]);
  }
  if (block_.rest[i] > 0) {
    sums_.gain[block_.cell[i]] += block_.rest[i];
    for (auto const& segment : block_.before.segment) sums_.mark(segment[i]);
  }
  droplet.load += taking ? sum : -sum;
  if (!taking) return;
  take.sum = sum;
  for (std::size_t c = 0; c < kCorners; ++c) {
    take.cell[c] = block_.before.corner[c][i];
    take.count[c] = block_.counts[c][i];
  }
}

/// The same for a wider brush, or for land on which rock and obstacles differ in erodibility.
inline void Crowd::exchange_with_brush(std::size_t i, std::size_t slot) {
  Droplet& droplet = slots_.droplets[slot];
  Request& request = slots_.requests[slot];
  const std::span<Quanta> parts = slots_.parts_of(slot);
  BlockPlaces const& before = block_.before;
  const Place place{before.x[i], before.y[i], before.offset_x[i], before.offset_y[i]};
  const Brush brush(land_.grid, place, rule_.bed.brush_radius);
  if (block_.taking[i] == 0) {
    const Laying laying{block_.laid[i], parts};
    if (block_.laid[i] > 0) lay_down(land_, sums_, brush, laying, block_.water_phase[i]);
    droplet.load -= block_.laid[i];
    return;
  }
  const bool banks = block_.sections.undercut[i] > 0.0f;
  request = {.place = place,
             .tilt_x = block_.tilt_x[i],
             .tilt_y = block_.tilt_y[i],
             .amount = banks ? block_.sections.undercut[i] : block_.wanted[i],
             .phase = block_.exchange_phase[i],
             .per_depth = block_.sections.per_depth[i],
             .floor = block_.floor[i],
             .banks = banks};
  if (request.amount == 0.0f) return;
  for_segments(land_, brush, [&](std::size_t segment) { sums_.mark(segment); });
  for_shares(rule_.bed, land_, brush, request, [&](Brush::Group group, Integers counts) {
    add_lanes(sums_.wish, brush, group, counts);
    droplet.load += sum_of(counts);
    for (int k = 0; k < kLanes && !parts.empty(); ++k) {
      if (counts[k] != 0) parts[land_.mixed.kind[brush.cell(group, k)]] += counts[k];
    }
  });
}

}  // namespace barchan::water
