#include "land/columns_kernel.hpp"

#include "base/vectorize.hpp"

namespace barchan::kernel {

namespace {

/// Sums that wrap around, so that they can be undone.
inline Quanta wrapping_sum(Quanta a, Quanta b) {
  return static_cast<Quanta>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

/// What an addition has met, as bits: an entry of the change is not zero, or a sum is greater than kRangeEnd.
constexpr int kChanges = 1, kPasses = 2;

inline int add_run(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  int met = 0;
  // Unrolling is off, because GCC would unroll a loop over one segment before it could vectorise it.
#pragma GCC ivdep
#pragma GCC unroll 1
  for (std::size_t i = 0; i < count; ++i) {
    const Quanta c = change[i];
    const Quanta before = elevation[i];
    const Quanta e = wrapping_sum(before, c), s = wrapping_sum(sediment[i], c);
    elevation[i] = e;
    sediment[i] = s;
    const Quanta high = (e > kRangeEnd) | (e < before) | (s > kRangeEnd) | (s < 0);
    met |= (c > 0 ? kPasses * high : 0) | (c != 0 ? kChanges : 0);
  }
  return met;
}

}  // namespace

BARCHAN_VECTOR_CLONES
Added add_change(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t count) {
  const int met = add_run(elevation, sediment, change, count);
  return {(met & kChanges) != 0, (met & kPasses) != 0};
}

BARCHAN_VECTOR_CLONES
bool add_changes(Quanta* elevation, Quanta* sediment, Quanta const* change, std::size_t segments, SegmentMarks marks) {
  int all = 0;
  for (std::size_t s = 0; s < segments; ++s) {
    const std::size_t at = s * kSegment;
    const int met = add_run(elevation + at, sediment + at, change + at, kSegment);
    all |= met;
    // Without branches, because about as many segments change as do not.
    marks.any[s] |= static_cast<std::uint8_t>(met & kChanges);
    marks.ends[s] |=
        static_cast<std::uint8_t>((change[at] != 0 ? kWestEnd : 0) | (change[at + kSegment - 1] != 0 ? kEastEnd : 0));
  }
  return (all & kPasses) != 0;
}

BARCHAN_VECTOR_CLONES
void add_slides(float weight, Quanta const* change, std::size_t count, float* slides) {
  for (std::size_t i = 0; i < count; ++i) {
    slides[i] += weight * static_cast<float>(change[i] < 0 ? -change[i] : change[i]);
  }
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
