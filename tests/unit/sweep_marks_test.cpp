/// Marks of a sweep as bits, against the same marks computed segment by segment.
#include "gravity/sweep_marks.hpp"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace barchan::test::sweep_marks_test {
namespace {

using gravity::MarkWord;
using gravity::SegmentBits;
using testing::ElementsAreArray;

constexpr int kSizes[] = {1, 2, 7, 16, 63, 64, 65, 100, 128, 129, 256};

/// Rows of marks. About one segment in `one_in` is marked, half of these at each end.
std::vector<MarkWord> marks_of(int segments, std::mt19937& random, unsigned one_in) {
  std::vector<MarkWord> words(gravity::words_of(segments));
  for (std::size_t s = 0; s < static_cast<std::size_t>(segments); ++s) {
    if (random() % one_in != 0) continue;
    MarkWord& word = words[gravity::word_of(s)];
    word.any |= gravity::bit_of(s);
    if (random() % 2 == 0) word.west |= gravity::bit_of(s);
    if (random() % 2 == 0) word.east |= gravity::bit_of(s);
  }
  return words;
}

bool has(SegmentBits bits, std::size_t segment) { return (bits & gravity::bit_of(segment)) != 0; }

TEST(SweepMarks, AreThoseBesideEndsAndThoseAbove) {
  std::mt19937 random(3);
  for (const int segments : kSizes) {
    for (const bool periodic : {true, false}) {
      for (int turn = 0; turn < 20; ++turn) {
        const unsigned one_in = 1u << turn % 6;
        const std::vector<MarkWord> south = marks_of(segments, random, one_in),
                                    row = marks_of(segments, random, one_in),
                                    north = marks_of(segments, random, one_in);
        std::vector<SegmentBits> found(row.size(), ~SegmentBits{0});
        const bool any = gravity::mark_beside(periodic, segments, {south.data(), row.data(), north.data()}, found);
        bool wanted_any = false;
        for (int s = 0; s < segments; ++s) {
          bool wanted = false;
          for (auto const* of : {&south, &row, &north}) {
            const auto marked = [&](int at, SegmentBits MarkWord::*which) {
              if (!periodic && (at < 0 || at >= segments)) return false;
              const auto segment = static_cast<std::size_t>((at + segments) % segments);
              return has((*of)[gravity::word_of(segment)].*which, segment);
            };
            wanted |= marked(s, &MarkWord::any) || marked(s - 1, &MarkWord::east) || marked(s + 1, &MarkWord::west);
          }
          const auto segment = static_cast<std::size_t>(s);
          ASSERT_EQ(has(found[gravity::word_of(segment)], segment), wanted) << segments << ' ' << periodic << ' ' << s;
          wanted_any |= wanted;
        }
        for (auto s = static_cast<std::size_t>(segments); s < found.size() * gravity::kSegmentsAWord; ++s) {
          ASSERT_FALSE(has(found[gravity::word_of(s)], s)) << segments << ' ' << s;
        }
        ASSERT_EQ(any, wanted_any);
      }
    }
  }
}

TEST(SweepMarks, AreListedAndInRuns) {
  std::mt19937 random(4);
  for (const int segments : kSizes) {
    for (unsigned one_in = 1; one_in < 40; one_in = one_in * 2 + 1) {
      std::vector<SegmentBits> bits(gravity::words_of(segments));
      std::vector<std::int32_t> wanted, in_runs, room(static_cast<std::size_t>(segments));
      for (int s = 0; s < segments; ++s) {
        if (random() % one_in != 0) continue;
        wanted.push_back(s);
        bits[gravity::word_of(static_cast<std::size_t>(s))] |= gravity::bit_of(static_cast<std::size_t>(s));
      }
      EXPECT_THAT(gravity::numbers_of(bits, room), ElementsAreArray(wanted));
      int last = -1;
      gravity::for_runs(bits, [&](int begin, int end) {
        EXPECT_LT(begin, end);
        EXPECT_GT(begin, last);  // otherwise both would be one run
        for (int s = begin; s < end; ++s) in_runs.push_back(s);
        last = end;
      });
      EXPECT_EQ(in_runs, wanted) << segments << ", one in " << one_in;
    }
  }
}

TEST(SweepMarks, AreReadFromColumnsAndWrittenToThem) {
  std::mt19937 random(5);
  for (const int width : {8, 16, 150, 1024, 1040}) {
    const Grid grid{width, 5, 1.0f, Boundary::closed};
    const std::vector<Quanta> flat(grid.cells(), 0);
    Columns columns(grid, flat, flat), others(grid, flat, flat);
    columns.forget_disturbed();
    columns.disturb(3);
    for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
      if (random() % 23 == 0) columns.disturb(cell);
    }
    gravity::SweepMarks marks;
    marks.look(columns);
    EXPECT_TRUE(marks.any());
    marks.tell(others);
    EXPECT_TRUE(std::ranges::equal(others.disturbed(), columns.disturbed())) << width;
    EXPECT_TRUE(std::ranges::equal(others.disturbed_ends(), columns.disturbed_ends())) << width;
    columns.forget_disturbed();
    marks.look(columns);
    EXPECT_FALSE(marks.any());
  }
}

TEST(SweepMarks, AddUp) {
  const Grid grid{1100, 3, 1.0f, Boundary::closed};
  const std::vector<Quanta> flat(grid.cells(), 0);
  Columns one(grid, flat, flat), both(grid, flat, flat);
  one.forget_disturbed();
  both.forget_disturbed();
  gravity::SweepMarks sum, other;
  one.disturb(grid.index(1099, 1));
  both.disturb(grid.index(1099, 1));
  sum.look(one);
  one.forget_disturbed();
  one.disturb(grid.index(16, 0));
  both.disturb(grid.index(16, 0));
  other.look(one);
  sum.add(other);
  Columns told(grid, flat, flat);
  sum.tell(told);
  EXPECT_TRUE(std::ranges::equal(told.disturbed(), both.disturbed()));
  EXPECT_TRUE(std::ranges::equal(told.disturbed_ends(), both.disturbed_ends()));
}

}  // namespace
}  // namespace barchan::test::sweep_marks_test
