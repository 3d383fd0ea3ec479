#include "ui/soil_store.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/overloaded.hpp"

namespace barchan::ui {

namespace {

/// Id of the soil that a change adds; empty when it adds none.
std::string added_id(SoilCommand const& change) {
  return std::visit(
      Overloaded{[](AddSoil const& added) { return added.id; }, [](SetSoil const&) { return std::string(); },
                 [](RenameSoil const&) { return std::string(); }},
      change);
}

}  // namespace

void SoilStore::refresh() {
  std::erase_if(pending_, [&](Pending const& one) { return one.ticket <= runner_.applied_ticket(); });
  WorldFacts const& facts = runner_.facts();
  if (std::exchange(generation_, facts.generation) != facts.generation) {
    start_ = facts.soils;
    from_file_.clear();
  }
  Soils const& now = runner_.view().soils;
  for (std::size_t i = start_.size(); i < now.size(); ++i) start_.push_back(now[i]);
}

Soils SoilStore::soils() const {
  Soils soils = runner_.view().soils;
  for (Pending const& one : pending_) {
    try {
      soils = changed_soils(soils, one.change);
    } catch (std::invalid_argument const&) {
      // The world refuses it too, and says why.
    }
  }
  return soils;
}

void SoilStore::follow(SoilCommand const& change) {
  set(change);
  if (const std::string added = added_id(change); !added.empty()) return from_file_.push_back(added);
  try {
    start_ = changed_soils(start_, change);
  } catch (std::invalid_argument const&) {
    // Either the world refuses the change too, or it is still adding the soil, which `refresh` then adds to `start_`.
  }
}

std::vector<SoilCommand> SoilStore::changes() const {
  Soils from = start_;
  from.resize(std::min(from.size(), runner_.facts().soils.size()));
  std::vector<SoilCommand> changes = soil_changes(from, soils());
  std::erase_if(changes, [&](SoilCommand const& change) {
    const std::string added = added_id(change);
    return !added.empty() && std::ranges::count(from_file_, added) > 0;
  });
  return changes;
}

void SoilStore::set(SoilCommand const& change) { pending_.push_back({change, runner_.apply(to_command(change))}); }

}  // namespace barchan::ui
