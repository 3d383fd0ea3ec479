/// ParameterStore: the parameters as a hand sees them: the last view's values, and on top of them what was asked for
/// since and has yet to be taken between two steps.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "ui/simulation_runner.hpp"

namespace barchan::ui {

class ParameterStore {
 public:
  explicit ParameterStore(SimulationRunner& runner) : runner_(runner) {}

  /// Call after each SimulationRunner::advance: forgets what the view already shows.
  void refresh();

  /// Row and group by name, or nullptr.
  ParameterRow const* find(std::string_view group, std::string_view key) const;
  double value(std::string_view group, std::string_view key) const;
  /// As the world began. Both throw std::invalid_argument when there is no such parameter.
  double start_value(std::string_view group, std::string_view key) const;
  bool changed(std::string_view group, std::string_view key) const;
  int changed_count() const;

  void set(std::string_view group, std::string_view key, double value);
  /// Puts every parameter back to the scenario's value.
  void reset_all();
  /// What differs from the scenario, to be carried over to another seed.
  std::vector<SetParameter> changes() const;

 private:
  struct Pending {
    double value = 0.0;
    std::uint64_t ticket = 0;
  };

  SimulationRunner& runner_;
  std::map<std::pair<std::string, std::string>, Pending> pending_;
};

}  // namespace barchan::ui
