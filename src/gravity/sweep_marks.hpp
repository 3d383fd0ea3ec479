/// Marks of a sweep as bits, so that what a row needs to know of the rows around it is a few operations.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/padded_grid.hpp"
#include "land/columns.hpp"

namespace barchan::gravity {

/// A bit for each of 64 segments of a row, the westernmost one's the lowest.
using SegmentBits = std::uint64_t;
inline constexpr int kSegmentsAWord = 64;
inline std::size_t words_of(int segments) {
  return static_cast<std::size_t>((segments + kSegmentsAWord - 1) / kSegmentsAWord);
}
/// The word that holds the bit of a segment, and that bit.
inline std::size_t word_of(std::size_t segment) { return segment / kSegmentsAWord; }
inline SegmentBits bit_of(std::size_t segment) { return SegmentBits{1} << (segment % kSegmentsAWord); }

/// 64 segments in which something is done, and whether it is in their outermost cells.
struct MarkWord {
  SegmentBits any = 0, west = 0, east = 0;
};

/// Marks the segments of a row, so many, that are marked in it or in the rows around it, or lie beside an end that is;
/// says whether there are any.
bool mark_beside(bool periodic, int segments, RowTriple<MarkWord> rows, std::span<SegmentBits> to);

/// Writes the numbers of the segments of a row that are marked to `room`; returns those written.
std::span<std::int32_t const> numbers_of(std::span<SegmentBits const> marks, std::span<std::int32_t> room);

/// Calls `visit(first segment, last segment)` for the runs of marked segments of one row.
template <class Visit>
void for_runs(std::span<SegmentBits const> marks, Visit visit) {
  int begin = -1;  // of a run that goes on from the word before
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
  /// Of a land of these columns; nothing is done anywhere.
  void prepare(Columns const& columns);
  /// What is disturbed in the columns.
  void look(Columns const& columns);
  /// All segments, none of them at its ends.
  void mark_all();
  /// Besides, what the others mark.
  void add(SweepMarks const& others);
  /// What is marked, and nothing else, is disturbed from now on.
  void tell(Columns& columns) const;

  bool any() const;
  std::span<MarkWord> row(int y) { return std::span(words_).subspan(static_cast<std::size_t>(y) * stride_, stride_); }
  std::span<MarkWord const> row(int y) const {
    return std::span(words_).subspan(static_cast<std::size_t>(y) * stride_, stride_);
  }

 private:
  int segments_ = 0, height_ = 0;
  std::size_t stride_ = 0;  ///< words a row
  std::vector<MarkWord> words_;
};

}  // namespace barchan::gravity
