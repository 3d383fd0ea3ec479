/// Marks of a sweep as bits, so that reading those of adjacent rows takes only a few operations.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/padded_grid.hpp"
#include "land/columns.hpp"

namespace barchan::gravity {

/// One bit for each of 64 segments of a row; the westernmost segment has the lowest bit.
using SegmentBits = std::uint64_t;
inline constexpr int kSegmentsAWord = 64;
inline std::size_t words_of(int segments) {
  return static_cast<std::size_t>((segments + kSegmentsAWord - 1) / kSegmentsAWord);
}
/// `word_of`: index of the word that holds the bit of a segment. `bit_of`: that bit.
inline std::size_t word_of(std::size_t segment) { return segment / kSegmentsAWord; }
inline SegmentBits bit_of(std::size_t segment) { return SegmentBits{1} << (segment % kSegmentsAWord); }

/// Marks of 64 segments: those in which a cell has changed, and those in which the first or the last cell has.
struct MarkWord {
  SegmentBits any = 0, west = 0, east = 0;
};

/// Marks each of the row's `segments` segments that is marked in this row or in an adjacent row, or that lies beside a
/// marked end. Returns whether there are any.
bool mark_beside(bool periodic, int segments, RowTriple<MarkWord> rows, std::span<SegmentBits> to);

/// Writes the indices of the marked segments of a row to the buffer `room`; returns those written.
std::span<std::int32_t const> numbers_of(std::span<SegmentBits const> marks, std::span<std::int32_t> room);

/// Calls `visit(first, end)` for each run of marked segments of one row; `end` is one past the last.
template <class Visit>
void for_runs(std::span<SegmentBits const> marks, Visit visit) {
  int begin = -1;  // of a run that continues from the previous word
  for (std::size_t w = 0; w < marks.size(); ++w) {
    const int first = static_cast<int>(w) * kSegmentsAWord;
    SegmentBits bits = marks[w];
    int at = 0;
    while (at < kSegmentsAWord) {
      const SegmentBits rest = bits >> at;
      if (begin < 0) {
        if (rest == 0) break;
        at += std::countr_zero(rest);
        begin = first + at;
        continue;
      }
      at += std::countr_one(rest);
      if (at >= kSegmentsAWord) break;
      visit(begin, first + at);
      begin = -1;
    }
  }
  if (begin >= 0) visit(begin, static_cast<int>(marks.size()) * kSegmentsAWord);
}

/// Marks of all segments of a land.
class SweepMarks {
 public:
  /// Allocates the marks for these columns and clears them.
  void prepare(Columns const& columns);
  /// Reads which segments of the columns are disturbed.
  void look(Columns const& columns);
  /// Marks all segments, but not at their ends.
  void mark_all();
  /// Adds the marks of `others`.
  void add(SweepMarks const& others);
  /// Makes the marked segments, and only those, the disturbed ones of the columns.
  void tell(Columns& columns) const;

  bool any() const;
  std::span<MarkWord> row(int y) { return std::span(words_).subspan(static_cast<std::size_t>(y) * stride_, stride_); }
  std::span<MarkWord const> row(int y) const {
    return std::span(words_).subspan(static_cast<std::size_t>(y) * stride_, stride_);
  }

 private:
  int segments_ = 0, height_ = 0;
  std::size_t stride_ = 0;  ///< words per row
  std::vector<MarkWord> words_;
};

}  // namespace barchan::gravity
