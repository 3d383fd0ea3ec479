#include "gravity/sweep_marks.hpp"

#include <algorithm>
#include <cstring>

namespace barchan::gravity {

namespace {

constexpr std::size_t kBytesAtOnce = sizeof(std::uint64_t);
static_assert(std::endian::native == std::endian::little, "the first of eight bytes is the lowest");

/// Collects bit `mark` of each of up to eight bytes into one byte.
SegmentBits gather(std::span<std::uint8_t const> bytes, int mark) {
  constexpr std::uint64_t kLowest = 0x0101010101010101u, kTogether = 0x0102040810204080u;
  std::uint64_t together = 0;
  std::memcpy(&together, bytes.data(), bytes.size());
  return (((together >> mark) & kLowest) * kTogether) >> 56;
}

/// Eight bytes, each 1 if its bit of `bits` is set.
std::uint64_t spread(SegmentBits bits) {
  constexpr std::uint64_t kLowest = 0x0101010101010101u, kOwn = 0x8040201008040201u, kCarry = 0x7f7f7f7f7f7f7f7fu;
  const std::uint64_t own = ((bits & 0xff) * kLowest) & kOwn;  // each byte has its own bit, or 0
  return (own + kCarry) >> 7 & kLowest;
}

/// Bits of word `w` that belong to existing segments of a row.
SegmentBits inside(int segments, std::size_t w) {
  const int left = segments - static_cast<int>(w) * kSegmentsAWord;
  return left >= kSegmentsAWord ? ~SegmentBits{0} : (SegmentBits{1} << left) - 1;
}

constexpr int kWestBit = std::countr_zero(static_cast<unsigned>(kWestEnd));
constexpr int kEastBit = std::countr_zero(static_cast<unsigned>(kEastEnd));

}  // namespace

bool mark_beside(bool periodic, int segments, RowTriple<MarkWord> rows, std::span<SegmentBits> to) {
  const auto column = [&](std::size_t w) {
    MarkWord const &south = rows.south[w], &row = rows.row[w], &north = rows.north[w];
    return MarkWord{south.any | row.any | north.any, south.west | row.west | north.west,
                    south.east | row.east | north.east};
  };
  constexpr int kLast = kSegmentsAWord - 1;
  const std::size_t last = to.size() - 1;
  const int last_bit = (segments - 1) % kSegmentsAWord;
  MarkWord here = column(0);
  const MarkWord first = here, end = last == 0 ? here : column(last);
  // The lowest bit receives what is to the west of the first segment.
  SegmentBits before = periodic ? end.east >> last_bit & 1 : 0;
  const SegmentBits beyond = periodic ? (first.west & 1) << last_bit : 0;
  SegmentBits found = 0;
  for (std::size_t w = 0; w <= last; ++w) {
    const MarkWord next = w < last ? column(w + 1) : MarkWord{};
    const SegmentBits after = w < last ? next.west << kLast : beyond;
    to[w] = (here.any | here.east << 1 | before | here.west >> 1 | after) & inside(segments, w);
    found |= to[w];
    before = here.east >> kLast;
    here = next;
  }
  return found != 0;
}

std::span<std::int32_t const> numbers_of(std::span<SegmentBits const> marks, std::span<std::int32_t> room) {
  std::size_t count = 0;
  for (std::size_t w = 0; w < marks.size(); ++w) {
    for (SegmentBits bits = marks[w]; bits != 0; bits &= bits - 1) {
      room[count++] = static_cast<std::int32_t>(w) * kSegmentsAWord + std::countr_zero(bits);
    }
  }
  return room.first(count);
}

void SweepMarks::prepare(Columns const& columns) {
  segments_ = columns.segments_per_row();
  height_ = static_cast<int>(columns.disturbed().size()) / std::max(segments_, 1);
  stride_ = words_of(segments_);
  words_.assign(stride_ * static_cast<std::size_t>(height_), {});
}

void SweepMarks::look(Columns const& columns) {
  prepare(columns);
  const auto count = static_cast<std::size_t>(segments_);
  for (int y = 0; y < height_; ++y) {
    const std::size_t begin = static_cast<std::size_t>(y) * count;
    const std::span<std::uint8_t const> marks = columns.disturbed().subspan(begin, count);
    const std::span<std::uint8_t const> ends = columns.disturbed_ends().subspan(begin, count);
    for (std::size_t s = 0; s < count; s += kBytesAtOnce) {
      const std::size_t bytes = std::min(kBytesAtOnce, count - s), shift = s % kSegmentsAWord;
      MarkWord& word = row(y)[word_of(s)];
      word.any |= gather(marks.subspan(s, bytes), 0) << shift;
      word.west |= gather(ends.subspan(s, bytes), kWestBit) << shift;
      word.east |= gather(ends.subspan(s, bytes), kEastBit) << shift;
    }
  }
}

void SweepMarks::mark_all() {
  for (int y = 0; y < height_; ++y) {
    for (std::size_t w = 0; w < stride_; ++w) row(y)[w].any = inside(segments_, w);
  }
}

void SweepMarks::add(SweepMarks const& others) {
  std::ranges::transform(words_, others.words_, words_.begin(), [](MarkWord const& a, MarkWord const& b) {
    return MarkWord{a.any | b.any, a.west | b.west, a.east | b.east};
  });
}

void SweepMarks::tell(Columns& columns) const {
  const auto count = static_cast<std::size_t>(segments_);
  columns.set_disturbed_rows([&](int y, std::span<std::uint8_t> marks, std::span<std::uint8_t> ends) {
    for (std::size_t s = 0; s < count; s += kBytesAtOnce) {
      const std::size_t bytes = std::min(kBytesAtOnce, count - s), shift = s % kSegmentsAWord;
      MarkWord const& word = row(y)[word_of(s)];
      const std::uint64_t any = spread(word.any >> shift);
      const std::uint64_t at_ends = spread(word.west >> shift) << kWestBit | spread(word.east >> shift) << kEastBit;
      std::memcpy(marks.data() + s, &any, bytes);
      std::memcpy(ends.data() + s, &at_ends, bytes);
    }
  });
}

bool SweepMarks::any() const {
  return std::ranges::any_of(words_, [](MarkWord const& word) { return word.any != 0; });
}

}  // namespace barchan::gravity
