#include "processes/wind_particles/soil_loads.hpp"

#include <algorithm>

#include "processes/wind_particles/flight.hpp"

namespace barchan {

namespace {

constexpr float kLeastSpeed = 1e-3f;  // m/s; a wind this slow lifts nothing

}  // namespace

SoilLoads::SoilLoads(Terrain const& terrain, WindField const& wind, WindShelter const& shelter,
                     WindParticleState& particles, SandExchange& exchange)
    : terrain_(terrain),
      particles_(particles),
      exchange_(exchange),
      shelter_(shelter),
      hold_(shelter.hold()),
      trap_(shelter.trap()),
      most_exchange_(most_exchange(particles.size())),
      most_traded_(std::max(most_exchange_, kQuantaPerMetre)),
      many_(terrain.columns.loose() != soil_bit(kSand)) {
  for (std::size_t i = 0; i < terrain.soils.size(); ++i) {
    Soil const& soil = terrain.soils[i];
    const float calm = soil.threshold_speed / std::max(wind.speed(), kLeastSpeed);
    ease_[i] = soil.suspension * std::max(1.0f - calm * calm, 0.0f);
    fall_[i] = soil.settling_speed / Soil{}.settling_speed;
    picky_ |= soil.loose && ease_[i] != 1.0f;
    weighed_ |= soil.loose && fall_[i] != 1.0f;
  }
}

/// Drops the deposit if another soil lies there or if it is large. Returns whether it did.
bool SoilLoads::drop(std::size_t cell, std::size_t i, Quanta amount) const {
  const auto soil = static_cast<SoilId>(particles_.soil[i]);
  if (terrain_.columns.cover_soil(cell) == soil && amount <= most_traded_) return false;
  if (amount > 0) exchange_.drop(cell, soil, amount);
  return true;
}

Quanta SoilLoads::liftable(std::size_t cell, std::size_t i, Quanta wish) const {
  if (wish == 0 || !(many_ || picky_)) return wish;
  const SoilId lies = terrain_.columns.cover_soil(cell);
  if (particles_.load[i] == 0) particles_.soil[i] = lies;
  if (particles_.soil[i] != lies) return 0;
  const float eased = std::min(static_cast<float>(wish) * ease_[lies], static_cast<float>(kMostInOneCell));
  return std::min({static_cast<Quanta>(eased), most_exchange_, kMostInOneCell - particles_.load[i]});
}

void SoilLoads::weigh(std::size_t begin, kernel::FlightBlock& block) const {
  block.weighed = weighed_;
  if (!weighed_) return;
  for (std::size_t i = 0; i < block.count; ++i) {
    block.fall[i] = fall_[static_cast<std::size_t>(particles_.soil[begin + i])];
  }
}

void SoilLoads::strike_faces(Departures const& from, kernel::FlightRule const& rule, kernel::FlightBlock& block) const {
  FaceBlows& faces = exchange_.faces();
  if (!faces.any()) return;
  const std::span<float const> guard = shelter_.guard();
  for (std::size_t i = 0; i < block.count; ++i) {
    const bool up = block.ground.cells[i].elevation > block.old_ground.cells[i].elevation;
    if (!up || block.outcome.contact[i] == 0 || block.outcome.gone[i] != 0) continue;
    const auto to = static_cast<std::size_t>(block.outcome.cell[i]);
    const Approach way{static_cast<std::size_t>(from.cell[i]), to, from.height[i]};
    const float open = guard.empty() ? 1.0f : 1.0f - guard[to];
    if (faces.strike(terrain_, way, open * kernel::face_wear(rule, block, i))) block.outcome.wear[i] = 0;
  }
}

void SoilLoads::catch_flying(kernel::FlightRule const& rule, kernel::FlightBlock& block) const {
  if (trap_.empty()) return;
  for (std::size_t i = 0; i < block.count; ++i) {
    block.trap[i] = trap_[static_cast<std::size_t>(block.outcome.cell[i])];
  }
  kernel::catch_block(rule, block);
}

QuantaSum SoilLoads::sift(std::size_t begin, kernel::FlightBlock& block) const {
  kernel::FlightOutcome& outcome = block.outcome;
  const std::span<std::int32_t const> nearest = shelter_.porch().nearest();
  for (std::size_t i = 0; i < block.count && !nearest.empty(); ++i) {
    outcome.patch[i] = nearest[static_cast<std::size_t>(outcome.patch[i])];
  }
  // The capacity includes the shelter at the particle; the place of exchange may be more sheltered.
  for (std::size_t i = 0; i < block.count && !hold_.empty(); ++i) {
    const float here = hold_[static_cast<std::size_t>(outcome.cell[i])];
    const float there = hold_[static_cast<std::size_t>(outcome.patch[i])];
    if (outcome.lift[i] == 0 || there <= here) continue;
    const float left = static_cast<float>(outcome.lift[i]) * (1.0f - there) / (1.0f - here);
    outcome.lift[i] = static_cast<Quanta>(left + block.draws.round[i]);
  }
  QuantaSum dropped = 0;
  for (std::size_t i = 0; i < block.count && (many_ || picky_); ++i) {
    const auto cell = static_cast<std::size_t>(outcome.patch[i]);
    if (many_ && outcome.deposit[i] > 0 && drop(cell, begin + i, outcome.deposit[i])) {
      dropped += outcome.deposit[i];
      outcome.deposit[i] = 0;
    }
    outcome.lift[i] = liftable(cell, begin + i, outcome.lift[i]);
  }
  return dropped;
}

}  // namespace barchan
