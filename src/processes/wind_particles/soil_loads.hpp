/// SoilLoads: what the particles carry where soils differ, and what shelter holds back of it.
///
/// A particle carries one soil at a time: an empty one takes up whatever lies there, a laden one only more of its own.
/// How readily, and from which wind on, stands in the row of the soil, and so does how slowly it falls. Plants prevent
/// their share of lift and wear (Baas & Nield 2007), and catch of what flies through them what still air would let
/// fall.
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
  /// All of them outlive it.
  SoilLoads(Terrain const& terrain, WindField const& wind, WindShelter const& shelter, WindParticleState& particles,
            SandExchange& exchange);

  /// Lays down `amount` of what particle `i` carries. `shared`: other threads do the same.
  void lay_down(std::size_t cell, std::size_t i, Quanta amount, bool shared) const {
    if (many_ && drop(cell, i, amount)) return;
    exchange_.trade(cell, 0, amount, shared);
  }
  /// What is left of a wish of particle `i` for the cover of a cell.
  Quanta liftable(std::size_t cell, std::size_t i, Quanta wish) const;

  /// For a block from particle `begin` on. Before it moves: how fast its loads fall.
  void weigh(std::size_t begin, kernel::FlightBlock& block) const;
  /// Where the particles of a block were before they moved.
  struct Departures {
    std::span<std::int32_t const> cell;
    std::span<float const> height;
  };
  /// After the wear: who has flown against a cliff of several solid soils wears its foot and not its top.
  void strike_faces(Departures const& from, kernel::FlightRule const& rule, kernel::FlightBlock& block) const;
  /// After the exchange: what shelter catches.
  void catch_flying(kernel::FlightRule const& rule, kernel::FlightBlock& block) const;
  /// Once its places are chosen: cuts the lifts, and drops what is laid down on another soil. Returns how much.
  QuantaSum sift(std::size_t begin, kernel::FlightBlock& block) const;

 private:
  bool drop(std::size_t cell, std::size_t i, Quanta amount) const;

  Terrain const& terrain_;
  WindParticleState& particles_;
  SandExchange& exchange_;
  std::span<float const> hold_, trap_;
  bool many_;             ///< several soils may be carried
  bool picky_ = false;    ///< some soil is lifted otherwise than sand by default
  bool weighed_ = false;  ///< some soil falls otherwise
  std::array<float, kMostSoils> ease_{}, fall_{};
};

}  // namespace barchan
