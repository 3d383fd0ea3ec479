#include "ui/soil_store.hpp"

#include <stdexcept>

namespace barchan::ui {

void SoilStore::refresh() {
  std::erase_if(pending_, [&](Pending const& one) { return one.ticket <= runner_.applied_ticket(); });
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

void SoilStore::set(SetSoil const& change) { pending_.push_back({change, runner_.apply(change)}); }

}  // namespace barchan::ui
