/// MixedBed: entrainment and deposition by droplets on a land of several soils.
///
/// In a round a cell gives sediment only from its uppermost layer, so all quanta taken from it are of the same soil.
/// Deposits are summed by soil in whole quanta, so the order of addition does not matter.
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
  /// Collects the loose soils of a new land.
  void prepare(Terrain const& terrain);
  /// Returns whether any soil other than sand is loose. If not, this class does nothing.
  bool used() const { return kinds_.size() > 1; }
  /// The loose soils, which loads may contain, in the order of the soil table.
  std::span<SoilId const> kinds() const { return kinds_; }

  /// Determines the layer from which each cell would give. `erodibility` is that of rock relative to sand.
  void survey(Terrain const& terrain, float erodibility, Ledger const& ledger, Scheduler const& scheduler);
  /// The amount that each cell may give as load, quanta.
  Quanta const* available() const { return available_.data(); }
  MixedGround ground() const { return {ease_.data(), kind_.data(), settles_}; }
  /// The amount that each cell gains in this round, by soil; all zero between rounds.
  std::span<std::vector<QuantaSum>> gains() { return gains_; }

  /// Removes `taken` from a cell as load and deposits the gains of the cell. Returns the rise of the cell.
  QuantaSum apply(Terrain& terrain, Ledger& ledger, std::size_t cell, Quanta taken);

 private:
  std::vector<SoilId> kinds_;
  std::vector<Quanta> available_;
  std::vector<float> ease_;
  std::vector<std::uint8_t> kind_;
  std::vector<std::int32_t> settles_;  ///< one entry per soil of the loads
  std::vector<std::vector<QuantaSum>> gains_;
};

/// Wears the base of a cell until `wanted` quanta of the resulting soil are available. Returns the quanta that are
/// missing because the base is at an end of the range of elevations; the ledger then records them as inflow.
Quanta wear_open(Terrain& terrain, std::size_t cell, Quanta wanted, Ledger& ledger);

}  // namespace barchan::water
