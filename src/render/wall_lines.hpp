/// Lines that walls follow: a round or slanted wall is a staircase of cells, and is drawn without its stairs.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include <glm/vec2.hpp>

namespace barchan::render {

/// The ways a cell's sides look, anticlockwise.
inline constexpr std::array<glm::ivec2, 4> kCellSides{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};

/// The upright side of a cell.
struct WallSide {
  glm::ivec2 cell{0};
  int side = 0;  ///< of kCellSides
};

/// An end of a wall's side as it is drawn.
struct WallEnd {
  glm::vec2 out{0.0f};  ///< the way the wall looks there, 1 long
  float along = 0.0f;   ///< way along the wall from where its line begins, cells
};

/// The left and the right end, as seen from outside.
using WallEnds = std::array<WallEnd, 2>;

/// Sides one after the other that look the same way, and how the line turns at both ends: 1 left, -1 right, 0 it ends.
struct WallRun {
  int count = 0, end = 0;  ///< sides, and those of the line up to its end
  int before = 0, after = 0;

  bool goes_on() const { return before * after == -1; }
};

/// Joins the sides of cells to lines, parts these where a wall has a true corner, and smooths between corners what two
/// steps or more in the same sense show to be round or slanted. Axis-parallel walls stay where they are. Pure code.
class WallLines {
 public:
  /// `sides`: row by row, in a row from west to east, of a cell in the order of kCellSides. `period`: cells after which
  /// a land repeats, 0 for one that does not.
  WallLines(std::vector<WallSide> const& sides, glm::ivec2 period);

  WallEnds const& ends(std::size_t side) const { return ends_[side]; }
  /// Where a corner of cells is drawn, cells.
  glm::vec2 moved(glm::ivec2 corner) const;

 private:
  struct Line {
    std::vector<std::size_t> sides;
    std::vector<glm::vec2> corners;  ///< cells; one more than there are sides
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
  std::unordered_map<std::size_t, glm::vec2> shifts_;  // of corners, cells
};

}  // namespace barchan::render
