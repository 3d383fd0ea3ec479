#include "land/columns_kernel.hpp"

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

inline bool add_run(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  Quanta any = 0;
  // Unrolling is off, because GCC would unroll a loop over one segment before it could vectorise it.
#pragma GCC ivdep
#pragma GCC unroll 1
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta c = change[i];
    elevation[i] += c;
    sediment[i] += c;
    any |= c;
  }
  return any != 0;
}

}  // namespace

BARCHAN_VECTOR_CLONES
bool passes_range_end(Quanta const* elevation, Quanta const* sediment, Quanta const* change, std::size_t count) {
  int passes = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta higher = elevation[i] > sediment[i] ? elevation[i] : sediment[i];
    passes |= change[i] > kRangeEnd - higher ? 1 : 0;  // `higher` is at least 0
  }
  return passes != 0;
}

BARCHAN_VECTOR_CLONES
bool add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  return add_run(elevation, sediment, change, count);
}

BARCHAN_VECTOR_CLONES
void add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks) {
  for (std::size_t s = 0; s < segments; ++s) {
    const std::size_t at = s * kSegment;
    if (!add_run(elevation + at, sediment + at, change + at, kSegment)) continue;
    marks.any[s] = 1;
    marks.ends[s] |=
        static_cast<std::uint8_t>((change[at] != 0 ? kWestEnd : 0) | (change[at + kSegment - 1] != 0 ? kEastEnd : 0));
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
