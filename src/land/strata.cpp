#include "land/strata.hpp"

namespace barchan {

void Strata::prepare(Grid const& grid) {
  if (!heads_.empty()) return;
  width_ = static_cast<std::size_t>(grid.width);
  heads_.assign(grid.cells(), kNone);
  pools_.assign(static_cast<std::size_t>(grid.height), {});
}

Strata::Planes::Planes(Strata const& strata, int row) : strata_(strata), row_(row), more_(strata.count(row) > 0) {
  if (!more_) return;
  const auto first = strata.heads_.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(row) * strata.width_);
  at_.assign(first, first + static_cast<std::ptrdiff_t>(strata.width_));
}

SoilSet Strata::Planes::next(std::span<Quanta> thickness, std::span<SoilId> soils, SoilId end) {
  Section const* const sections = strata_.pools_[static_cast<std::size_t>(row_)].sections.data();
  const std::span<std::int32_t> places = at_;
  SoilSet found = 0;
  bool more = false;
  for (std::size_t x = 0; x < places.size(); ++x) {
    thickness[x] = 0;
    if (places[x] == kNone) continue;
    Section const& section = sections[places[x]];  // a copy would be slower
    const SoilId soil = section.soil;
    places[x] = soil == end ? kNone : section.below;
    if (soil == end) continue;
    more |= section.below != kNone;
    thickness[x] = section.thickness;
    soils[x] = soil;
    found |= soil_bit(soil);
  }
  more_ = more;
  return found;
}

Layer Strata::top(std::size_t cell) const {
  Section const& section = pools_[row_of(cell)].sections[static_cast<std::size_t>(heads_[cell])];
  return {section.soil, section.thickness};
}

void Strata::push(std::size_t cell, Layer section) {
  if (has(cell) && top(cell).soil == section.soil) {
    change_top(cell, section.thickness);
    return;
  }
  Pool& pool = pools_[row_of(cell)];
  std::int32_t at = pool.free;
  if (at != kNone) {
    pool.free = pool.sections[static_cast<std::size_t>(at)].below;
  } else {
    const std::size_t size = pool.sections.size();
    at = static_cast<std::int32_t>(size);
    // Grows by an eighth, not by a factor of two, so that little memory is unused.
    if (size == pool.sections.capacity()) pool.sections.reserve(size + size / 8 + 8);
    pool.sections.emplace_back();
  }
  pool.sections[static_cast<std::size_t>(at)] = {section.thickness, heads_[cell], section.soil};
  pool.soils |= soil_bit(section.soil);
  ++pool.used;
  ++pool.changes;
  heads_[cell] = at;
}

Layer Strata::pop(std::size_t cell) {
  Pool& pool = pools_[row_of(cell)];
  const std::int32_t at = heads_[cell];
  Section& section = pool.sections[static_cast<std::size_t>(at)];
  const Layer popped{section.soil, section.thickness};
  heads_[cell] = section.below;
  ++pool.changes;
  if (--pool.used == 0) {
    const std::uint64_t changes = pool.changes;
    pool = {};
    pool.changes = changes;
  } else {
    section = {.thickness = 0, .below = pool.free};
    pool.free = at;
  }
  return popped;
}

void Strata::change_top(std::size_t cell, Quanta amount) {
  Pool& pool = pools_[row_of(cell)];
  pool.sections[static_cast<std::size_t>(heads_[cell])].thickness += amount;
  ++pool.changes;
}

std::size_t Strata::count() const {
  std::size_t sum = 0;
  for (Pool const& pool : pools_) sum += pool.used;
  return sum;
}

void Strata::add_to(std::span<QuantaSum> soils, int first, int last) const {
  if (empty()) return;
  for (Pool const& pool :
       std::span(pools_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first))) {
    for (Section const& section : pool.sections) soils[section.soil] += section.thickness;
  }
}

}  // namespace barchan
