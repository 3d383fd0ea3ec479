#include "barchan/land/strata.hpp"

namespace barchan {

void Strata::prepare(Grid const& grid) {
  if (!heads_.empty()) return;
  width_ = static_cast<std::size_t>(grid.width);
  heads_.assign(grid.cells(), kNone);
  pools_.assign(static_cast<std::size_t>(grid.height), {});
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
    // An eighth more at a time, not as much again: memory stays close to what lies there.
    if (size == pool.sections.capacity()) pool.sections.reserve(size + size / 8 + 8);
    pool.sections.emplace_back();
  }
  pool.sections[static_cast<std::size_t>(at)] = {section.thickness, heads_[cell], section.soil};
  pool.soils |= soil_bit(section.soil);
  ++pool.used;
  heads_[cell] = at;
}

Layer Strata::pop(std::size_t cell) {
  Pool& pool = pools_[row_of(cell)];
  const std::int32_t at = heads_[cell];
  Section& section = pool.sections[static_cast<std::size_t>(at)];
  const Layer popped{section.soil, section.thickness};
  heads_[cell] = section.below;
  if (--pool.used == 0) {
    pool = {};
  } else {
    section = {.thickness = 0, .below = pool.free};
    pool.free = at;
  }
  return popped;
}

void Strata::change_top(std::size_t cell, Quanta amount) {
  pools_[row_of(cell)].sections[static_cast<std::size_t>(heads_[cell])].thickness += amount;
}

std::size_t Strata::count() const {
  std::size_t sum = 0;
  for (Pool const& pool : pools_) sum += pool.used;
  return sum;
}

void Strata::add_to(std::span<QuantaSum> soils) const {
  for (Pool const& pool : pools_) {
    for (Section const& section : pool.sections) soils[section.soil] += section.thickness;
  }
}

}  // namespace barchan
