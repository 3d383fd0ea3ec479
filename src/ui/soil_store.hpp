/// SoilStore: the soils of the world as a hand has set them, also while the simulation has yet to take that over.
#pragma once

#include <deque>

#include "ui/simulation_runner.hpp"

namespace barchan::ui {

class SoilStore {
 public:
  /// `runner` outlives the store.
  explicit SoilStore(SimulationRunner& runner) : runner_(runner) {}

  /// Call when the view has changed: forgets what it shows.
  void refresh();
  /// The table of the view with what is on its way to the world.
  Soils soils() const;
  /// The table as the world began.
  Soils const& start() const { return runner_.facts().soils; }
  void set(SetSoil const& change);

 private:
  struct Pending {
    SetSoil change;
    std::uint64_t ticket = 0;
  };

  SimulationRunner& runner_;
  std::deque<Pending> pending_;
};

}  // namespace barchan::ui
