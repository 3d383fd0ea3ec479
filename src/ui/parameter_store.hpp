/// ParameterStore: the parameters as the user sees them: the last view's values, and on top of them the values that
/// were set since and have yet to be applied between two steps.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ui/simulation_runner.hpp"

namespace barchan::ui {

/// A group by its id among those that all worlds have, with the defaults as values, or nullptr.
ParameterGroup const* find_group(std::string_view id);

class ParameterStore {
 public:
  explicit ParameterStore(SimulationRunner& runner) : runner_(runner) {}

  /// Call after each SimulationRunner::advance: forgets what the view already shows.
  void refresh();

  WorldFacts const& facts() const { return runner_.facts(); }
  /// Row by name, or nullptr.
  ParameterRow const* find(std::string_view group, std::string_view key) const;
  /// Is the process of this group switched on? Groups without a switch are on.
  bool is_on(std::string_view group) const;
  double value(std::string_view group, std::string_view key) const;
  /// As the world began. Both throw std::invalid_argument when there is no such parameter.
  double start_value(std::string_view group, std::string_view key) const;
  bool changed(std::string_view group, std::string_view key) const;
  int changed_count() const;
  /// Number of values that the user has set and that differ from those at the last `mark_saved`.
  int unsaved_count() const;
  void mark_saved() { saved_.clear(); }

  void set(std::string_view group, std::string_view key, double value);
  /// Puts every parameter back to the scenario's value.
  void reset_all();
  /// What differs from the scenario, to be carried over to another seed.
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
  std::map<Name, double> saved_;  ///< for values that the user has set since: what was saved or opened
};

}  // namespace barchan::ui
