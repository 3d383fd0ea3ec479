/// SoilStore: the soils of the world as the user has set them, also before the simulation has applied the changes.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "ui/simulation_runner.hpp"

namespace barchan::ui {

class SoilStore {
 public:
  /// `runner` outlives the store.
  explicit SoilStore(SimulationRunner& runner) : runner_(runner) { refresh(); }

  /// Call when the view has changed: forgets what it shows on its way.
  void refresh();
  /// The table of the view with what is on its way to the world.
  Soils soils() const;
  /// The table as the world began, with soils that came later as they came; one on its way is not in it.
  Soils const& start() const { return start_; }
  void set(SoilCommand const& change);
  /// The file with which the world began has changed: this is not unsaved work, and right-click resets to it.
  void follow(SoilCommand const& change);
  /// What the user has changed since the world began.
  std::vector<SoilCommand> changes() const;

 private:
  struct Pending {
    SoilCommand change;
    std::uint64_t ticket = 0;
  };

  SimulationRunner& runner_;
  std::deque<Pending> pending_;
  Soils start_;
  std::vector<std::string> from_file_;  ///< ids of soils that the file has added
  std::uint64_t generation_ = 0;        ///< of the world that `start_` belongs to
};

}  // namespace barchan::ui
