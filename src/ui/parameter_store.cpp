#include "ui/parameter_store.hpp"

#include <stdexcept>

namespace barchan::ui {

namespace {

bool same(double a, double b) { return static_cast<float>(a) == static_cast<float>(b); }

}  // namespace

void ParameterStore::refresh() {
  std::erase_if(pending_, [&](auto const& entry) { return entry.second.ticket <= runner_.applied_ticket(); });
}

ParameterRow const* ParameterStore::find(std::string_view group, std::string_view key) const {
  for (GroupRows const& rows : runner_.facts().groups) {
    if (rows.id != group) continue;
    for (ParameterRow const& row : rows.rows) {
      if (row.key == key) return &row;
    }
  }
  return nullptr;
}

double ParameterStore::value(std::string_view group, std::string_view key) const {
  const auto pending = pending_.find({std::string(group), std::string(key)});
  return pending != pending_.end() ? pending->second.value : runner_.view().parameter(group, key);
}

double ParameterStore::start_value(std::string_view group, std::string_view key) const {
  for (ParameterValue const& start : runner_.facts().start_values) {
    if (start.group == group && start.key == key) return start.value;
  }
  throw std::invalid_argument("no parameter '" + std::string(group) + "." + std::string(key) + "'");
}

bool ParameterStore::changed(std::string_view group, std::string_view key) const {
  return !same(value(group, key), start_value(group, key));
}

int ParameterStore::changed_count() const { return static_cast<int>(changes().size()); }

void ParameterStore::set(std::string_view group, std::string_view key, double value) {
  const SetParameter command{std::string(group), std::string(key), value};
  pending_[{command.group, command.key}] = {value, runner_.apply(command)};
}

void ParameterStore::reset_all() {
  for (SetParameter const& change : changes()) set(change.group, change.key, start_value(change.group, change.key));
}

std::vector<SetParameter> ParameterStore::changes() const {
  std::vector<SetParameter> found;
  for (ParameterValue const& start : runner_.facts().start_values) {
    const double now = value(start.group, start.key);
    if (!same(now, start.value)) found.push_back({std::string(start.group), std::string(start.key), now});
  }
  return found;
}

}  // namespace barchan::ui
