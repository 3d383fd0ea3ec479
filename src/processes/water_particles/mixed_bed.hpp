/// MixedBed: what droplets find and leave where several soils lie.
///
/// A cell gives its uppermost layer and nothing of the next one, so that every quantum taken from it in a round is of
/// one soil; what is laid down is summed a soil, in whole quanta, whose order does not matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "processes/water_particles/ground.hpp"

namespace barchan::water {

class MixedBed {
 public:
  void prepare(Terrain const& terrain);
  /// Is any soil but sand loose? Without, there is nothing here.
  bool used() const { return kinds_.size() > 1; }
  /// Soils of which loads may be: the loose ones, in the order of the table.
  std::span<SoilId const> kinds() const { return kinds_; }

  /// Looks which layer each cell would give; `erodibility` is that of rock against sand.
  void survey(Terrain const& terrain, float erodibility, Ledger const& ledger, Scheduler const& scheduler);
  /// What each cell may give, as a load, how readily and of which kind.
  Quanta const* available() const { return available_.data(); }
  MixedGround ground() const { return {ease_.data(), kind_.data(), settles_}; }
  /// What each cell gains of each kind in this round; all zero between rounds.
  std::span<std::vector<QuantaSum>> gains() { return gains_; }

  /// Digs a load of `taken` out of a cell and lays down what it has gained; returns by how much it rose.
  Quanta apply(Terrain& terrain, Ledger& ledger, std::size_t cell, Quanta taken);

 private:
  std::vector<SoilId> kinds_;
  std::vector<Quanta> available_;
  std::vector<float> ease_;
  std::vector<std::uint8_t> kind_;
  std::vector<std::int32_t> settles_;  ///< a kind
  std::vector<std::vector<QuantaSum>> gains_;
};

/// Wears the base of a cell until `wanted` of what that makes may be taken.
void wear_open(Terrain& terrain, std::size_t cell, Quanta wanted, Ledger& ledger);

}  // namespace barchan::water
