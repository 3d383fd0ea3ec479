/// Access to the internals of Columns, for tests that break the mass balance on purpose.
#pragma once

#include <cstddef>

#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

struct ColumnsTestAccess {
  /// The columns of a world, writable without an entry in the ledger.
  static Columns& columns(World& world) { return const_cast<Columns&>(world.terrain().columns); }

  /// Adds `amount` of sand to a cell; a negative amount removes sand.
  static void add_sand(Columns& columns, std::size_t cell, Quanta amount) {
    columns.cover_[cell] += amount;
    columns.elevation_[cell] += amount;
  }
  /// Lifts the solid ground of a cell together with all material on it.
  static void add_base(Columns& columns, std::size_t cell, Quanta amount) { columns.elevation_[cell] += amount; }
};

}  // namespace barchan
