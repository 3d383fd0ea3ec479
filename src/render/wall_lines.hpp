/// Lines of walls: a curved or slanted wall is a staircase of cells, which is drawn smoothly.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include <glm/vec2.hpp>

namespace barchan::render {

/// Outward directions of a cell's sides, anticlockwise.
inline constexpr std::array<glm::ivec2, 4> kCellSides{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

/// The vertical side of a cell.
struct WallSide {
  glm::ivec2 cell{0};
  int side = 0;  ///< index into kCellSides
};

/// An end of a wall's side as it is drawn.
struct WallEnd {
  glm::vec2 out{0.0f};  ///< outward unit vector
  float along = 0.0f;   ///< path length along the wall from the beginning of its line, cells
};

/// The left and the right end, as seen from outside.
using WallEnds = std::array<WallEnd, 2>;

/// A run of consecutive sides with the same direction.
struct WallRun {
  int count = 0, end = 0;     ///< number of its sides, and number of the line's sides up to its end
  int before = 0, after = 0;  ///< turn of the line at the beginning and the end: 1 left, -1 right, 0 the line ends

  /// Returns whether the wall continues in the same direction beyond the run, as in a staircase.
  bool goes_on() const { return before * after == -1; }
};

/// Joins the sides of cells into lines and divides the lines at true corners of the wall. Between corners, a line is
/// smoothed if two or more steps in the same sense show that the wall is curved or slanted. Axis-parallel walls do not
/// move. Pure code.
class WallLines {
 public:
  /// `sides`: row by row, from west to east within a row, and per cell in the order of kCellSides. `period`: size of a
  /// repeating land in cells; 0 if it does not repeat.
  WallLines(std::vector<WallSide> const& sides, glm::ivec2 period);

  /// The ends of a side, by its index in the constructor's list.
  WallEnds const& ends(std::size_t side) const { return ends_[side]; }
  /// Position at which a corner of cells is drawn, in cells.
  glm::vec2 moved(glm::ivec2 corner) const;

 private:
  struct Line {
    std::vector<std::size_t> sides;
    std::vector<glm::vec2> corners;  ///< in cells; one more than sides
    bool closed = false;
  };

  std::size_t find(WallSide const& side) const;
  std::vector<std::size_t> joined() const;
  Line line_from(std::size_t first, std::vector<std::size_t> const& next) const;
  std::vector<WallRun> runs_of(Line const& line) const;
  std::vector<bool> true_corners(Line const& line) const;
  void part(Line const& line);
  void draw_straight(Line const& line);
  void draw_smooth(Line const& line);
  float start_of(Line const& line) const;
  std::size_t place(glm::ivec2 corner) const;

  std::vector<WallSide> const& sides_;
  glm::ivec2 period_;
  std::vector<WallEnds> ends_;
  std::unordered_map<std::size_t, glm::vec2> shifts_;  // displacement of corners, cells
};

}  // namespace barchan::render
