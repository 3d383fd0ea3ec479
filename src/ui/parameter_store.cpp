#include "ui/parameter_store.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace barchan::ui {

namespace {

bool same(double a, double b) { return static_cast<float>(a) == static_cast<float>(b); }

}  // namespace

ParameterGroup const* find_group(std::string_view id) {
  const auto groups = parameter_catalog();
  const auto found = std::find_if(groups.begin(), groups.end(), [&](auto const& group) { return group.id == id; });
  return found == groups.end() ? nullptr : &*found;
}

void ParameterStore::refresh() {
  std::erase_if(pending_, [&](auto const& entry) { return entry.second.ticket <= runner_.applied_ticket(); });
}

ParameterRow const* ParameterStore::find(std::string_view group, std::string_view key) const {
  ParameterGroup const* const found = find_group(group);
  return found == nullptr ? nullptr : found->find(key);
}

bool ParameterStore::is_on(std::string_view group) const {
  return find(group, "enabled") == nullptr || value(group, "enabled") != 0.0;
}

double ParameterStore::value(std::string_view group, std::string_view key) const {
  const auto pending = pending_.find({std::string(group), std::string(key)});
  return pending != pending_.end() ? pending->second.value : runner_.view().parameter(group, key);
}

double ParameterStore::start_value(std::string_view group, std::string_view key) const {
  for (ParameterValue const& start : runner_.facts().start_values) {
    if (start.group == group && start.key == key) return start.value;
  }
  throw std::invalid_argument("there is no parameter '" + std::string(group) + "." + std::string(key) +
                              "'; see docs/parameters.md");
}

bool ParameterStore::changed(std::string_view group, std::string_view key) const {
  return !same(value(group, key), start_value(group, key));
}

int ParameterStore::changed_count() const { return static_cast<int>(changes().size()); }

int ParameterStore::unsaved_count() const {
  return static_cast<int>(std::count_if(saved_.begin(), saved_.end(), [&](auto const& entry) {
    auto const& [group, key] = entry.first;
    return find(group, key) != nullptr && !same(value(group, key), entry.second);
  }));
}

void ParameterStore::mark_save_failed() {
  in_save_.merge(saved_);  // keeps the older value of a parameter that was also set during the save
  saved_ = std::exchange(in_save_, {});
}

void ParameterStore::set(std::string_view group, std::string_view key, double value) {
  const SetParameter command{std::string(group), std::string(key), value};
  saved_.try_emplace({command.group, command.key}, this->value(group, key));
  pending_[{command.group, command.key}] = {value, runner_.apply(command)};
}

void ParameterStore::reset_all() {
  begin_act("reset of all parameters");
  for (SetParameter const& change : changes()) set(change.group, change.key, start_value(change.group, change.key));
}

std::vector<SetParameter> ParameterStore::values() const {
  std::vector<SetParameter> all;
  for (ParameterValue const& start : runner_.facts().start_values) {
    all.push_back({std::string(start.group), std::string(start.key), value(start.group, start.key)});
  }
  return all;
}

std::vector<SetParameter> ParameterStore::changes() const {
  std::vector<SetParameter> found = values();
  std::erase_if(found, [&](SetParameter const& now) { return same(now.value, start_value(now.group, now.key)); });
  return found;
}

}  // namespace barchan::ui
