/// ParameterStore: the parameters as the user sees them. These are the values of the last view, except where the user
/// has set a value that has not been applied yet.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// The group with this id among those that all worlds have, with default values; nullptr if there is none.
ParameterGroup const* find_group(std::string_view id);

class ParameterStore {
 public:
  explicit ParameterStore(SimulationRunner& runner) : runner_(runner) {}

  /// Call it after each SimulationRunner::advance. Drops pending values that the view already shows.
  void refresh();

  WorldFacts const& facts() const { return runner_.facts(); }
  /// Row by name, or nullptr.
  ParameterRow const* find(std::string_view group, std::string_view key) const;
  /// Returns whether the process of this group is switched on. Groups without a switch are on.
  bool is_on(std::string_view group) const;
  double value(std::string_view group, std::string_view key) const;
  /// The value with which the world began. This and `value` throw std::invalid_argument if there is no such parameter.
  double start_value(std::string_view group, std::string_view key) const;
  bool changed(std::string_view group, std::string_view key) const;
  int changed_count() const;
  /// Number of values that the user has set and that differ from those at the last `mark_saved`.
  int unsaved_count() const;
  /// The values are saved, or are being saved.
  void mark_saved() { in_save_ = std::exchange(saved_, {}); }
  /// The save that `mark_saved` announced has failed: all changes since the save before it are unsaved again.
  void mark_save_failed();

  /// Values that are set from now on are one act of the history, with this title.
  void begin_act(std::string title) { runner_.begin_act(std::move(title)); }
  void set(std::string_view group, std::string_view key, double value);
  /// Resets every parameter to the scenario's value.
  void reset_all();
  /// The parameters that differ from the scenario, so that a land of another seed can take them over.
  std::vector<SetParameter> changes() const;
  /// Every parameter as it is now.
  std::vector<SetParameter> values() const;

 private:
  using Name = std::pair<std::string, std::string>;
  struct Pending {
    double value = 0.0;
    std::uint64_t ticket = 0;
  };

  SimulationRunner& runner_;
  std::map<Name, Pending> pending_;
  std::map<Name, double> saved_;    ///< saved or opened values of the parameters that the user has set since
  std::map<Name, double> in_save_;  ///< `saved_` as it was before the last `mark_saved`
};

}  // namespace barchan::ui
