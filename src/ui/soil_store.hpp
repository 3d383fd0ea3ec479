/// SoilStore: the soils of the world as the user has set them, even before the simulation has applied the changes.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "ui/simulation_runner.hpp"

namespace barchan::ui {

class SoilStore {
 public:
  /// `runner` must outlive the store.
  explicit SoilStore(SimulationRunner& runner) : runner_(runner) { refresh(); }

  /// Call it when the view has changed. Drops pending changes that the view already shows.
  void refresh();
  /// The table of the view with all pending changes.
  Soils soils() const;
  /// The table with which the world began. It includes soils that were added later, as they were then, but no pending
  /// ones.
  Soils const& start() const { return start_; }
  void set(SoilCommand const& change);
  /// Applies a change in the file from which the world was made. It is not unsaved work, and right-click resets to it.
  void follow(SoilCommand const& change);
  /// The user's changes since the world began.
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
