#include "render/wall_lines.hpp"

#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace barchan::render {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr int kReach = 8;            // sides to the left and right over which a line is smoothed
constexpr int kNear = 6, kFar = 12;  // sides over which the turn of a slanted wall is measured
constexpr float kLeastTurn = 65.0f;  // degrees
// Largest ratio of the turn over kFar to that over kNear at a true corner; it is larger on a curved wall.
constexpr float kMostGrowth = 1.25f;
constexpr int kStep = 2;            // sides in a step of a stair
constexpr int kTower = 3;           // length of the straight sides of a small tower, relative to the steps between them
constexpr float kLineWidth = 1.1f;  // width in cells that contains the corners of a straight wall
constexpr std::size_t kMostColumns = std::size_t{1} << 20;

glm::ivec2 out_of(WallSide const& side) { return kCellSides[static_cast<std::size_t>(side.side)]; }
glm::ivec2 along(WallSide const& side) { return kCellSides[static_cast<std::size_t>((side.side + 1) % 4)]; }
/// The left end, in cells.
glm::ivec2 start(WallSide const& side) {
  constexpr std::array<glm::ivec2, 4> kStarts{{{1, 0}, {1, 1}, {0, 1}, {0, 0}}};
  return side.cell + kStarts[static_cast<std::size_t>(side.side)];
}

bool comes_before(WallSide const& a, WallSide const& b) {
  if (a.cell.y != b.cell.y) return a.cell.y < b.cell.y;
  return a.cell.x != b.cell.x ? a.cell.x < b.cell.x : a.side < b.side;
}

/// Turn of a line at a corner in degrees, measured over `reach` sides.
float turn_at(std::vector<glm::vec2> const& corners, bool closed, int at, int reach) {
  const int count = static_cast<int>(corners.size()) - 1;
  const auto corner = [&](int i) {
    return corners[static_cast<std::size_t>(closed ? (i + 2 * count) % count : std::clamp(i, 0, count))];
  };
  const glm::vec2 back = corner(at) - corner(at - std::min(reach, count));
  const glm::vec2 ahead = corner(at + std::min(reach, count)) - corner(at);
  const float cross = back.x * ahead.y - back.y * ahead.x;
  return std::abs(glm::degrees(std::atan2(cross, glm::dot(back, ahead))));
}

/// Returns whether a slanted wall has a true corner here: its turn is the same over a short and a long distance, while
/// that of a curved wall grows. Of several corners nearby, only the sharpest counts.
bool is_sharp(std::vector<glm::vec2> const& corners, bool closed, int at) {
  const float turn = turn_at(corners, closed, at, kNear);
  if (turn < kLeastTurn || turn_at(corners, closed, at, kFar) > kMostGrowth * turn) return false;
  for (const int off : {-2, -1, 1, 2}) {
    if (turn_at(corners, closed, at + off, kNear) > turn) return false;
  }
  return true;
}

bool is_step(WallRun const& run) { return run.count <= kStep && run.goes_on(); }

/// Returns whether a step is one of several in the same sense. A tower of few cells has only two steps between its
/// axis-parallel sides, which are then short.
bool is_stair(std::vector<WallRun> const& runs, bool closed, int at) {
  const int count = static_cast<int>(runs.size());
  const auto run = [&](int i) {
    if (closed) return runs[static_cast<std::size_t>((i + 2 * count) % count)];
    return i < 0 || i >= count ? WallRun{} : runs[static_cast<std::size_t>(i)];
  };
  if (!is_step(run(at))) return false;
  for (const int on : {-1, 1}) {
    if (run(at + on).goes_on() && is_step(run(at + 2 * on))) return true;
    const int most = kTower * (run(at).count + run(at + on).count);
    if (is_step(run(at + on)) && std::max(run(at - on).count, run(at + 2 * on).count) <= most) return true;
  }
  return false;
}

/// Position and direction of a smoothed line at one of its corners.
struct Fitted {
  glm::vec2 place, way;
};

/// Fits the straight line from the first corner to the last; empty if the corners do not follow it.
std::vector<Fitted> fitted_straight(std::vector<glm::vec2> const& corners) {
  const glm::vec2 first = corners.front(), whole = corners.back() - first;
  if (whole == glm::vec2(0.0f)) return {};
  const glm::vec2 way = glm::normalize(whole);
  std::vector<Fitted> fits;
  for (const glm::vec2 corner : corners) {
    const glm::vec2 from = corner - first, place = glm::dot(from, way) * way;
    if (glm::distance(from, place) > kLineWidth) return {};
    fits.push_back({first + place, way});
  }
  return fits;
}

/// Fits a parabola to the line around a corner. Beyond its ends, an open line continues as its point reflection about
/// the end.
Fitted fitted(std::vector<glm::vec2> const& corners, bool closed, int at) {
  const int count = static_cast<int>(corners.size()) - 1;
  const auto corner = [&](int i) {
    if (closed) return corners[static_cast<std::size_t>((i + count) % count)];
    const auto inside = [&](int k) { return corners[static_cast<std::size_t>(std::clamp(k, 0, count))]; };
    if (i < 0) return 2.0f * inside(0) - inside(-i);
    return i > count ? 2.0f * inside(count) - inside(2 * count - i) : inside(i);
  };
  const int reach = std::clamp(closed ? count / 4 - 1 : count, 1, kReach);
  const glm::vec2 middle = corner(at);
  float zeroth = 0.0f, second = 0.0f, fourth = 0.0f;
  glm::vec2 mean(0.0f), slope(0.0f), bend(0.0f);
  for (int i = -reach; i <= reach; ++i) {
    const auto t = static_cast<float>(i);
    const float share = t / static_cast<float>(reach + 1);
    const float weight = (1.0f - share * share) * (1.0f - share * share);
    const glm::vec2 from = weight * (corner(at + i) - middle);
    zeroth += weight;
    second += weight * t * t;
    fourth += weight * t * t * t * t;
    mean += from;
    slope += t * from;
    bend += t * t * from;
  }
  const float determinant = zeroth * fourth - second * second;
  const float length = glm::length(slope);
  return {middle + (fourth * mean - second * bend) / determinant,
          length > 0.0f ? slope / length : glm::vec2(1.0f, 0.0f)};
}

}  // namespace

WallLines::WallLines(std::vector<WallSide> const& sides, glm::ivec2 period)
    : sides_(sides), period_(period), ends_(sides.size()) {
  const std::vector<std::size_t> next = joined();
  std::vector<bool> has_before(sides.size()), seen(sides.size());
  for (const std::size_t to : next) {
    if (to != kNone) has_before[to] = true;
  }
  // First the lines that have a beginning, then the closed ones.
  for (const bool rounds : {false, true}) {
    for (std::size_t i = 0; i < sides.size(); ++i) {
      if (seen[i] || (!rounds && has_before[i])) continue;
      const Line line = line_from(i, next);
      for (const std::size_t side : line.sides) seen[side] = true;
      part(line);
    }
  }
}

glm::vec2 WallLines::moved(glm::ivec2 corner) const {
  if (shifts_.empty()) return glm::vec2(corner);
  const auto shift = shifts_.find(place(corner));
  return shift == shifts_.end() ? glm::vec2(corner) : glm::vec2(corner) + shift->second;
}

std::size_t WallLines::place(glm::ivec2 corner) const {
  if (period_.x > 0) corner = (corner + period_) % period_;
  return static_cast<std::size_t>(corner.y) * kMostColumns + static_cast<std::size_t>(corner.x);
}

std::size_t WallLines::find(WallSide const& side) const {
  WallSide wanted = side;
  if (period_.x > 0) wanted.cell = (wanted.cell + period_) % period_;
  const auto found = std::lower_bound(sides_.begin(), sides_.end(), wanted, comes_before);
  const bool is_it = found != sides_.end() && !comes_before(wanted, *found);
  return is_it ? static_cast<std::size_t>(found - sides_.begin()) : kNone;
}

/// The next side after each side, with the wall on the left. If two sides lead to the same next side, the one in line
/// with it is chosen.
std::vector<std::size_t> WallLines::joined() const {
  std::vector<std::size_t> next(sides_.size(), kNone);
  std::vector<bool> taken(sides_.size());
  std::vector<std::size_t> turns;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    WallSide const& side = sides_[i];
    const glm::ivec2 ahead = side.cell + along(side);
    std::size_t to = find({ahead + out_of(side), (side.side + 3) % 4});
    const bool inward = to != kNone;
    if (!inward) to = find({ahead, side.side});
    const bool straight = !inward && to != kNone;
    if (to == kNone) to = find({side.cell, (side.side + 1) % 4});
    next[i] = to;
    if (straight)
      taken[to] = true;
    else if (to != kNone)
      turns.push_back(i);
  }
  for (const std::size_t i : turns) {
    if (taken[next[i]])
      next[i] = kNone;
    else
      taken[next[i]] = true;
  }
  return next;
}

WallLines::Line WallLines::line_from(std::size_t first, std::vector<std::size_t> const& next) const {
  // A closed line begins where it turns.
  std::size_t begin = first;
  bool closed = false;
  for (std::size_t i = first; next[i] != kNone; i = next[i]) {
    if (sides_[next[i]].side != sides_[i].side) begin = next[i];
    closed = next[i] == first;
    if (closed) break;
  }
  if (!closed) begin = first;
  Line line;
  line.corners.emplace_back(start(sides_[begin]));
  line.closed = closed;
  for (std::size_t i = begin; i != kNone; i = next[i]) {
    line.sides.push_back(i);
    line.corners.push_back(line.corners.back() + glm::vec2(along(sides_[i])));
    if (next[i] == begin) break;
  }
  // On a repeating land a wall may never return to its beginning.
  if (closed && line.corners.back() != line.corners.front()) line.closed = false;
  return line;
}

std::vector<WallRun> WallLines::runs_of(Line const& line) const {
  constexpr std::array<int, 4> kTurns{0, 1, -1, -1};
  const std::size_t count = line.sides.size();
  std::vector<WallRun> runs;
  int end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    const std::size_t after = last ? 0 : i + 1;
    int turn = (sides_[line.sides[after]].side - sides_[line.sides[i]].side + 4) % 4;
    if (last && !line.closed) turn = 0;
    if (turn == 0 && !last) continue;
    const int begun = end;
    end = static_cast<int>(i) + 1;
    runs.push_back({.count = end - begun, .end = end, .after = kTurns[static_cast<std::size_t>(turn)]});
  }
  for (std::size_t i = 1; i < runs.size(); ++i) runs[i].before = runs[i - 1].after;
  if (line.closed && !runs.empty()) runs.front().before = runs.back().after;
  return runs;
}

std::vector<bool> WallLines::true_corners(Line const& line) const {
  std::vector<bool> corners(line.corners.size(), false);
  corners.front() = corners.back() = !line.closed;
  const std::vector<WallRun> runs = runs_of(line);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto run = static_cast<int>(i);
    if (runs[i].after == 0) continue;
    const bool stair = is_stair(runs, line.closed, run) || is_stair(runs, line.closed, run + 1);
    if (!stair || is_sharp(line.corners, line.closed, runs[i].end))
      corners[static_cast<std::size_t>(runs[i].end)] = true;
  }
  if (line.closed) corners.front() = corners.back() = corners.front() || corners.back();
  return corners;
}

/// Draws the parts between true corners.
void WallLines::part(Line const& line) {
  const std::vector<bool> corners = true_corners(line);
  const std::size_t count = line.sides.size();
  std::size_t first = 0;
  while (first < count && !corners[first]) ++first;
  if (first == count) return draw_smooth(line);
  Line piece;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = (first + i) % count;
    if (piece.corners.empty()) piece.corners.push_back(line.corners[at]);
    piece.sides.push_back(line.sides[at]);
    piece.corners.push_back(piece.corners.back() + line.corners[at + 1] - line.corners[at]);
    if (!corners[at + 1]) continue;
    const bool straight = std::all_of(piece.sides.begin(), piece.sides.end(), [&](std::size_t side) {
      return sides_[side].side == sides_[piece.sides.front()].side;
    });
    if (straight)
      draw_straight(piece);
    else
      draw_smooth(piece);
    piece = {};
  }
}

/// Path length at which a line begins. It differs between walls of different direction and is the same for walls in one
/// line.
float WallLines::start_of(Line const& line) const {
  constexpr glm::vec2 kApart{17.0f, 29.0f};  // cells
  WallSide const& first = sides_[line.sides.front()];
  return glm::dot(line.corners.front(), glm::vec2(along(first))) + glm::dot(kApart, glm::vec2(out_of(first)));
}

void WallLines::draw_straight(Line const& line) {
  float way = start_of(line);
  for (const std::size_t side : line.sides) {
    const glm::vec2 out(out_of(sides_[side]));
    ends_[side] = {WallEnd{out, way}, WallEnd{out, way + 1.0f}};
    way += 1.0f;
  }
}

void WallLines::draw_smooth(Line const& line) {
  std::vector<Fitted> fits;
  if (!line.closed) fits = fitted_straight(line.corners);
  for (std::size_t i = fits.size(); i < line.corners.size(); ++i) {
    fits.push_back(fitted(line.corners, line.closed, static_cast<int>(i)));
  }
  float way = start_of(line);
  for (std::size_t i = 0; i < line.sides.size(); ++i) {
    WallSide const& side = sides_[line.sides[i]];
    shifts_.try_emplace(place(start(side)), fits[i].place - line.corners[i]);
    const float length = glm::distance(fits[i].place, fits[i + 1].place);
    const auto out = [](glm::vec2 ahead) { return glm::vec2(ahead.y, -ahead.x); };
    ends_[line.sides[i]] = {WallEnd{out(fits[i].way), way}, WallEnd{out(fits[i + 1].way), way + length}};
    way += length;
  }
}

}  // namespace barchan::render
