#include "land/columns_kernel.hpp"

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// Sums that wrap around, so that they can be undone.
inline Quanta wrapping_sum(Quanta a, Quanta b) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

inline Added add_run(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  Quanta any = 0, passes = 0;
  // Unrolling is off, because GCC would unroll a loop over one segment before it could vectorise it.
#pragma GCC ivdep
#pragma GCC unroll 1
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta c = change[i];
    const Quanta before = elevation[i];
    const Quanta e = wrapping_sum(before, c), s = wrapping_sum(sediment[i], c);
    elevation[i] = e;
    sediment[i] = s;
    any |= c;
    const Quanta high = (e > kRangeEnd) | (e < before) | (s > kRangeEnd) | (s < 0);
    passes |= c > 0 ? high : 0;
  }
  return {any != 0, passes != 0};
}

}  // namespace

BARCHAN_VECTOR_CLONES
Added add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  return add_run(elevation, sediment, change, count);
}

BARCHAN_VECTOR_CLONES
bool add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks) {
  bool passes = false;
  for (std::size_t s = 0; s < segments; ++s) {
    const std::size_t at = s * kSegment;
    const Added added = add_run(elevation + at, sediment + at, change + at, kSegment);
    passes |= added.passes_range_end;
    if (!added.anything) continue;
    marks.any[s] = 1;
    marks.ends[s] |=
        static_cast<std::uint8_t>((change[at] != 0 ? kWestEnd : 0) | (change[at + kSegment - 1] != 0 ? kEastEnd : 0));
  }
  return passes;
}

BARCHAN_VECTOR_CLONES
void undo_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    elevation[i] = difference(elevation[i], change[i]);
    sediment[i] = difference(sediment[i], change[i]);
  }
}

BARCHAN_VECTOR_CLONES
ColumnsSums sum_columns(Quanta const* elevation, Quanta const* sediment, std::size_t count) {
  QuantaSum sum_elevation = 0;
  QuantaSum sum_loose = 0;
  Quanta thinnest = 0;
  Quanta lowest = 0;
  Quanta highest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta e = elevation[i];
    const Quanta l = sediment[i];
    sum_elevation += e;
    sum_loose += l;
    thinnest = l < thinnest ? l : thinnest;
    lowest = e < lowest ? e : lowest;
    highest = e > highest ? e : highest;
  }
  return {sum_elevation, sum_loose, thinnest, lowest, highest};
}

}  // namespace barchan::kernel
