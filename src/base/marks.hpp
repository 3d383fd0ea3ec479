/// Marks: one byte for a group of cells of a row, so that work is done only where it is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/grid.hpp"
#include "base/padded_grid.hpp"
#include "base/scheduler.hpp"

namespace barchan {

inline bool any_marked(std::span<std::uint8_t const> marks) {
  return std::memchr(marks.data(), 1, marks.size()) != nullptr;
}
inline bool all_marked(std::span<std::uint8_t const> marks) {
  return std::memchr(marks.data(), 0, marks.size()) == nullptr;
}

/// Writes the indices of all marks that are not 0 to `room`, a buffer with one entry per mark. Returns the written
/// entries.
template <class Number>
std::span<Number const> numbers_of(std::span<std::uint8_t const> marks, std::span<Number> room) {
  constexpr std::size_t kAtOnce = sizeof(std::uint64_t);
  std::size_t count = 0;
  const auto list = [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {  // branch-free: a branch here would be unpredictable
      room[count] = static_cast<Number>(i);
      count += marks[i] != 0 ? 1 : 0;
    }
  };
  const std::size_t whole = marks.size() / kAtOnce * kAtOnce;
  for (std::size_t i = 0; i < whole; i += kAtOnce) {
    std::uint64_t together;
    std::memcpy(&together, marks.data() + i, kAtOnce);
    if (together != 0) list(i, i + kAtOnce);
  }
  list(whole, marks.size());
  return room.first(count);
}

/// Marks each segment of a row that is marked or touches a marked segment.
inline void dilate_row(bool periodic, RowTriple<std::uint8_t> from, std::span<std::uint8_t> to) {
  if (!any_marked({from.south, to.size()}) && !any_marked({from.row, to.size()}) &&
      !any_marked({from.north, to.size()})) {
    std::memset(to.data(), 0, to.size());
    return;
  }
  const auto column = [&](std::size_t s) {
    return static_cast<std::uint8_t>(from.south[s] | from.row[s] | from.north[s]);
  };
  std::uint8_t before = periodic ? column(to.size() - 1) : std::uint8_t{0};
  std::uint8_t now = column(0);
  const std::uint8_t beyond = periodic ? now : std::uint8_t{0};
  for (std::size_t s = 0; s < to.size(); ++s) {
    const std::uint8_t next = s + 1 < to.size() ? column(s + 1) : beyond;
    to[s] = static_cast<std::uint8_t>(before | now | next);
    before = now;
    now = next;
  }
}

/// Rows of marks of a whole land, `segments` per row.
template <class Mark>
class MarkTable {
 public:
  MarkTable(std::span<Mark> marks, int segments) : marks_(marks), segments_(static_cast<std::size_t>(segments)) {}
  std::span<Mark> row(int y) const { return rows(y, y + 1); }
  std::span<Mark> rows(int first, int last) const {
    return marks_.subspan(static_cast<std::size_t>(first) * segments_,
                          static_cast<std::size_t>(last - first) * segments_);
  }
  std::size_t segments() const { return segments_; }

 private:
  std::span<Mark> marks_;
  std::size_t segments_;
};

/// Applies dilate_row() to all rows, also across periodic edges.
inline void dilate(Grid const& grid, MarkTable<std::uint8_t const> from, MarkTable<std::uint8_t> to,
                   Scheduler const& scheduler) {
  const auto row = [&](int y) { return from.row(grid.resolve_y(y)).data(); };
  scheduler.for_ranges(grid.height, 64, [&](int first, int last) {
    for (int y = first; y < last; ++y) dilate_row(grid.periodic(), {row(y - 1), row(y), row(y + 1)}, to.row(y));
  });
}

/// Calls `visit(first, end)` for each run of marked segments in a row. `end` is one past the last segment.
template <class Visit>
void for_runs(std::span<std::uint8_t const> marks, Visit visit) {
  std::uint8_t const* const end = marks.data() + marks.size();
  const auto next = [end](std::uint8_t const* from, int mark) {
    auto const* const found =
        static_cast<std::uint8_t const*>(std::memchr(from, mark, static_cast<std::size_t>(end - from)));
    return found != nullptr ? found : end;
  };
  for (auto const* begin = next(marks.data(), 1); begin != end;) {
    auto const* const stop = next(begin, 0);
    visit(static_cast<int>(begin - marks.data()), static_cast<int>(stop - marks.data()));
    begin = next(stop, 1);
  }
}

}  // namespace barchan
