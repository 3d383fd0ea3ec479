#include <algorithm>
#include <bit>

#include "land/columns.hpp"
#include "land/columns_kernel.hpp"

namespace barchan {

void Columns::exchange(SoilId soil, std::size_t first, std::span<Quanta const> delta) {
  const auto width = static_cast<std::size_t>(width_);
  const std::size_t row = first / width, begin = first % width;
  std::uint8_t* const marks = disturbed_.data() + row * static_cast<std::size_t>(segments_per_row_);
  std::uint8_t* const ends = disturbed_ends_.data() + row * static_cast<std::size_t>(segments_per_row_);
  const auto exchange_singly = [&] {
    for (std::size_t i = 0; i < delta.size(); ++i) {
      if (delta[i] == 0) continue;
      const std::size_t cell = first + i, column = begin + i;
      const Quanta change = delta[i] > 0 ? fitting(cell, soil, delta[i]) : delta[i];
      elevation_[cell] += change;
      if (change > 0) gain(cell, soil, change);
      if (change < 0) lose(cell, -change);
      marks[column / kSegment] = 1;
      ends[column / kSegment] |= ends_at(column);
      changes_.mark(row, column);
    }
  };
  if (!only(row, soil)) return exchange_singly();
  bool passes_range_end = false;
  std::size_t column = begin;
  for (std::size_t done = 0; done < delta.size();) {
    Quanta* const elevation = elevation_.data() + first + done;
    Quanta* const cover = cover_.data() + first + done;
    Quanta const* const change = delta.data() + done;
    const std::size_t segment = column / kSegment;
    std::size_t count = (delta.size() - done) / kSegment * kSegment;
    if (column % kSegment == 0 && count > 0) {
      passes_range_end |=
          kernel::add_changes(elevation, cover, change, count / kSegment, {marks + segment, ends + segment});
    } else {
      count = std::min({(segment + 1) * kSegment - column, width - column, delta.size() - done});
      const kernel::Added added = kernel::add_change(elevation, cover, change, count);
      passes_range_end |= added.passes_range_end;
      if (added.anything) marks[segment] = 1;
      if (change[0] != 0) ends[segment] |= ends_at(column);
      if (change[count - 1] != 0) ends[segment] |= ends_at(column + count - 1);
    }
    column += count;
    done += count;
  }
  if (passes_range_end) {
    kernel::undo_change(elevation_.data() + first, cover_.data() + first, delta.data(), delta.size());
    return exchange_singly();
  }
  // Segments that were already disturbed may not have changed in this call. Marking them again is harmless.
  const std::size_t from = begin / kSegment, to = (column + kSegment - 1) / kSegment;
  changes_.mark_segments(row, from, {marks + from, marks + to});
}

void Columns::exchange_covers(std::size_t first, std::span<Quanta const> delta) {
  const SoilSet soils = row_soils_[row_of(first)];
  if (std::has_single_bit(soils)) {
    exchange(static_cast<SoilId>(std::countr_zero(soils)), first, delta);
    return;
  }
  for (std::size_t i = 0; i < delta.size(); ++i) exchange(cover_soil_[first + i], first + i, delta.subspan(i, 1));
}

}  // namespace barchan
