/// SoilLoads: the loads of particles on a land of several soils, and the part of the loads that shelter catches.
///
/// A particle carries one soil at a time: an empty particle entrains any soil, a laden one only the soil that it
/// carries. The row of a soil gives its erodibility, threshold speed and settling speed. Plants reduce lift and wear by
/// the fraction of the ground that they cover (Baas & Nield 2007), and catch flying sand as still air would.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "land/terrain.hpp"
#include "processes/wind_particles/exchange.hpp"
#include "processes/wind_particles/saltation_kernel.hpp"
#include "processes/wind_particles/shelter.hpp"
#include "processes/wind_particles/state.hpp"
#include "wind/wind_field.hpp"

namespace barchan {

class SoilLoads {
 public:
  /// All arguments must outlive the object.
  SoilLoads(Terrain const& terrain, WindField const& wind, WindShelter const& shelter, WindParticleState& particles,
            SandExchange& exchange);

  /// Deposits `amount` of the load of particle `i`. `shared`: other threads may do the same.
  void lay_down(std::size_t cell, std::size_t i, Quanta amount, bool shared) const {
    cell = shelter_.porch().of(cell);
    if ((many_ || amount > most_traded_) && drop(cell, i, amount)) return;
    exchange_.trade(cell, 0, amount, shared);
  }
  /// What the cover of a cell allows of a request `wish` of particle `i`. A soil that is easily lifted allows more than
  /// was asked for, but no more than a particle may exchange and carry.
  Quanta liftable(std::size_t cell, std::size_t i, Quanta wish) const;

  /// Sets the settling speeds of the loads of the block that begins with particle `begin`. Call it before the move.
  void weigh(std::size_t begin, kernel::FlightBlock& block) const;
  /// The cells and heights of the particles of a block before the move.
  struct Departures {
    std::span<std::int32_t const> cell;
    std::span<float const> height;
  };
  /// Lets particles that have flown against a cliff of several solid soils wear its foot instead of its top. Call it
  /// after wear_block().
  void strike_faces(Departures const& from, kernel::FlightRule const& rule, kernel::FlightBlock& block) const;
  /// Lets shelter catch part of the loads. Call it after the exchange.
  void catch_flying(kernel::FlightRule const& rule, kernel::FlightBlock& block) const;
  /// Moves places off ground that masks exclude, and reduces the lifts to what the covers allow. Passes deposits on
  /// other soils to SandExchange::drop() and returns their sum. Call it once the places are chosen.
  QuantaSum sift(std::size_t begin, kernel::FlightBlock& block) const;

 private:
  bool drop(std::size_t cell, std::size_t i, Quanta amount) const;

  Terrain const& terrain_;
  WindParticleState& particles_;
  SandExchange& exchange_;
  WindShelter const& shelter_;
  std::span<float const> hold_, trap_;
  Quanta most_exchange_;  ///< see most_exchange()
  Quanta most_traded_;    ///< larger deposits may be too much for the record of a cell, so they are dropped
  bool many_;             ///< several soils can be carried
  bool picky_ = false;    ///< some soil is not lifted like default sand
  bool weighed_ = false;  ///< some soil does not settle like sand
  std::array<float, kMostSoils> ease_{}, fall_{};
};

}  // namespace barchan
