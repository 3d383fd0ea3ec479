#include "processes/groundwater/flow.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/archive.hpp"
#include "processes/groundwater/edges.hpp"

namespace barchan::groundwater {

namespace {

/// Rows per range of a thread. The thread also computes four rows beyond its range.
constexpr int kRowGrain = 128;

/// Returns whether row `y` exists. On a periodic land rows continue beyond both ends.
bool has_row(Grid const& grid, int y) { return grid.periodic() || (y >= 0 && y < grid.height); }

/// Copies of the remainders before a step, for the rows that two threads compute: the first row and the last two rows
/// of each range.
class Borders {
 public:
  Borders(EdgeRests const& rests, Grid const& grid)
      : height_(grid.height),
        width_(static_cast<std::size_t>(grid.width)),
        rows_(3 * to_size((height_ - 1) / kRowGrain + 1)) {
    for (int first = 0; first < height_; first += kRowGrain) {
      const int end = end_of(first);
      for (int y : {first, end - 2, end - 1}) {
        if (y < first) continue;
        const auto from = static_cast<std::ptrdiff_t>(grid.index(0, y)), count = static_cast<std::ptrdiff_t>(width_);
        rows_[slot(y)] = {{rests.east.begin() + from, rests.east.begin() + from + count},
                          {rests.north.begin() + from, rests.north.begin() + from + count}};
      }
    }
  }

  EdgeRests const& row(int y) const { return rows_[slot(y)]; }

 private:
  static std::size_t to_size(int count) { return static_cast<std::size_t>(count); }
  int end_of(int first) const { return std::min(first + kRowGrain, height_); }
  std::size_t slot(int y) const {
    const int range = y / kRowGrain, first = range * kRowGrain;
    return to_size(3 * range + (y == first ? 0 : end_of(first) - y));
  }

  int height_;
  std::size_t width_;
  std::vector<EdgeRests> rows_;
};

/// The rows of a flow, computed one after the other towards the north.
class Rows {
 public:
  Rows(Aquifer const& ground, double seconds, EdgeRests& rests, Borders const& borders)
      : ground_(ground), seconds_(seconds), rests_(rests), borders_(borders) {}

  /// Prepares for row `first`. Remainders are written for the rows before `last`.
  void begin(int first, int last);
  /// Gains of row `y`. Rows must be requested in order.
  std::span<Quanta const> gains(int y);
  AquiferRow const& columns(int y) const { return at(y).columns; }
  /// Limits over all rows so far.
  kernel::FlowLimits const& limits() const { return limits_; }

 private:
  struct Row {
    AquiferRow columns;
    std::vector<Quanta> east;  ///< flow over the eastern edges, starting with the western edge of the row
    std::vector<Quanta> north;
    std::vector<Quanta> gain;
    std::vector<Quanta> asked;  ///< demand on a column by all its edges if it exceeds the supply; else 0
    bool asks = false;          ///< whether such a column exists
  };
  static constexpr int kRows = 4;

  Row& at(int y) { return rows_[static_cast<std::size_t>(y + kRows) % kRows]; }
  Row const& at(int y) const { return rows_[static_cast<std::size_t>(y + kRows) % kRows]; }
  int width() const { return ground_.grid().width; }

  /// Computes the demand on row `y`; reads the row after it as well.
  void advance(int y);
  void read(int y);
  void flow(int y);
  void flow(EdgeRow const& edges, kernel::EdgeRests const& rests, Quanta* flows);
  void balance(int y);
  Quanta granted(Quanta wanted, Row const& from, Row const& to, std::array<std::size_t, 2> x) const;
  void share_out(int y);

  Aquifer const& ground_;
  double seconds_;
  EdgeRests& rests_;
  Borders const& borders_;
  int first_ = 0, last_ = 0;  ///< rows whose remainders are written
  std::array<Row, kRows> rows_;
  kernel::FlowLimits limits_;
  EdgeWork work_;
  std::vector<std::uint32_t> spare_;  ///< remainders of rows that other threads own
};

void Rows::begin(int first, int last) {
  first_ = first;
  last_ = last;
  const auto count = static_cast<std::size_t>(width());
  for (Row& row : rows_) {
    for (auto* values : {&row.north, &row.gain, &row.asked}) values->assign(count, 0);
    row.east.assign(count + 1, 0);
  }
  spare_.resize(count);
  read(first - 2);
  for (int y = first - 2; y <= first; ++y) advance(y);
}

void Rows::advance(int y) {
  read(y + 1);
  flow(y);
  if (y > first_ - 2) balance(y);
}

void Rows::read(int y) {
  Grid const& grid = ground_.grid();
  if (has_row(grid, y)) ground_.read(grid.resolve_y(y), at(y).columns);
}

void Rows::flow(EdgeRow const& edges, kernel::EdgeRests const& rests, Quanta* flows) {
  const kernel::FlowLimits here = find_flows(edges, seconds_, rests, flows);
  limits_ = {std::max(limits_.diffusivity, here.diffusivity), std::max(limits_.speed, here.speed)};
}

/// Flow over the edges of a row to the east and to the north.
void Rows::flow(int y) {
  Grid const& grid = ground_.grid();
  Row& row = at(y);
  if (!has_row(grid, y)) {
    std::ranges::fill(row.east, 0);
    std::ranges::fill(row.north, 0);
    return;
  }
  const std::size_t first = grid.index(0, grid.resolve_y(y));
  const bool own = y >= first_ && y < last_;
  const auto rests = [&](std::vector<std::uint32_t> EdgeRests::*of) {
    std::uint32_t* const here = (rests_.*of).data() + first;
    return own ? kernel::EdgeRests{here, here}
               : kernel::EdgeRests{(borders_.row(grid.resolve_y(y)).*of).data(), spare_.data()};
  };
  const kernel::EdgeRests east = rests(&EdgeRests::east);
  flow({ground_, row.columns, row.columns, work_}, east, row.east.data() + 1);
  row.east.front() = row.east.back();  // no flow at an edge of the land
  const kernel::EdgeRests north = rests(&EdgeRests::north);
  if (has_row(grid, y + 1)) {
    flow({ground_, row.columns, at(y + 1).columns, work_}, north, row.north.data());
  } else {
    std::ranges::fill(row.north, 0);
  }
}

void Rows::balance(int y) {
  Row& row = at(y);
  row.asks = false;
  if (!has_row(ground_.grid(), y)) return;
  row.asks = kernel::balance({row.east.data() + 1, row.north.data(), at(y - 1).north.data()}, row.columns.gives.data(),
                             row.north.size(), {row.gain.data(), row.asked.data()});
}

std::span<Quanta const> Rows::gains(int y) {
  advance(y + 1);
  if (at(y - 1).asks || at(y).asks || at(y + 1).asks) share_out(y);
  return at(y).gain;
}

/// Flow over an edge between column x[0] of one row and x[1] of another, reduced to the fraction that the giver has.
Quanta Rows::granted(Quanta wanted, Row const& from, Row const& to, std::array<std::size_t, 2> x) const {
  Row const& giver = wanted > 0 ? from : to;
  const std::size_t at = wanted > 0 ? x[0] : x[1];
  if (!giver.asks || giver.asked[at] == 0) return wanted;
  const QuantaSum part = QuantaSum{std::abs(wanted)} * giver.columns.gives[at] / giver.asked[at];
  return static_cast<Quanta>(wanted < 0 ? -part : part);
}

/// Recomputes the gains of columns next to one whose supply is exceeded.
void Rows::share_out(int y) {
  Row const& south = at(y - 1);
  Row const& north = at(y + 1);
  Row& row = at(y);
  const std::size_t count = row.gain.size();
  const auto asks = [](Row const& other, std::size_t x) { return other.asks && other.asked[x] != 0; };
  for (std::size_t x = 0; x < count; ++x) {
    const std::size_t west = x > 0 ? x - 1 : count - 1, east = x + 1 < count ? x + 1 : 0;
    if (!asks(row, x) && !asks(row, west) && !asks(row, east) && !asks(south, x) && !asks(north, x)) continue;
    row.gain[x] = granted(row.east[x], row, row, {west, x}) - granted(row.east[x + 1], row, row, {x, east}) +
                  granted(south.north[x], south, row, {x, x}) - granted(row.north[x], row, north, {x, x});
  }
}

}  // namespace

void Flow::prepare(Grid const& grid) {
  *this = Flow();
  grid_ = grid;
}

void Flow::make_room() {
  rests_.east.resize(grid_.cells());
  rests_.north.resize(grid_.cells());
}

double Flow::run(Aquifer const& ground, double seconds, Scheduler const& scheduler, Visit const& visit) {
  std::vector<kernel::FlowLimits> limits(static_cast<std::size_t>((grid_.height - 1) / kRowGrain + 1));
  const Borders borders(rests_, grid_);
  scheduler.for_ranges(grid_.height, kRowGrain, [&](int first, int last) {
    Rows rows(ground, seconds, rests_, borders);
    rows.begin(first, last);
    for (int y = first; y < last; ++y) {
      const std::span<Quanta const> gains = rows.gains(y);
      visit(rows.columns(y), gains);
    }
    limits[static_cast<std::size_t>(first / kRowGrain)] = rows.limits();
  });
  const double area = static_cast<double>(grid_.cell_size) * static_cast<double>(grid_.cell_size) * kQuantaPerMetre;
  double longest = std::numeric_limits<double>::infinity();
  flows_ = std::ranges::any_of(limits, [](kernel::FlowLimits const& most) { return most.speed > 0.0f; });
  for (kernel::FlowLimits const& most : limits) {
    if (most.diffusivity > 0.0f)
      longest = std::min(longest, 0.8 * area / (4.0 * static_cast<double>(most.diffusivity)));
    if (most.speed > 0.0f) longest = std::min(longest, 0.5 * area / static_cast<double>(most.speed));
  }
  return longest;
}

void Flow::keep(Archive& archive, std::size_t cells) {
  for (auto* rests : {&rests_.east, &rests_.north}) {
    archive.list(*rests, cells);
    archive.require(rests->empty() || rests->size() == cells,
                    "the record of groundwater flow differs in size from the land");
  }
}

std::vector<glm::dvec2> passing(Aquifer const& ground, int y) {
  Grid const& grid = ground.grid();
  const auto width = static_cast<std::size_t>(grid.width);
  const std::vector<std::uint32_t> none(width);
  EdgeWork work;
  // Flow over the edges of a row without remainders, quanta per second.
  const auto flows = [&](AquiferRow const& here, AquiferRow const& there) {
    std::vector<std::uint32_t> parts(width);
    std::vector<Quanta> whole(width);
    find_flows({ground, here, there, work}, 1.0, {none.data(), parts.data()}, whole.data());
    std::vector<double> sums(width);
    for (std::size_t x = 0; x < width; ++x) sums[x] = whole[x] + 0x1p-32 * parts[x];
    return sums;
  };
  std::array<AquiferRow, 3> rows;
  for (int i = 0; i < 3; ++i) {
    if (has_row(grid, y + i - 1)) ground.read(grid.resolve_y(y + i - 1), rows[static_cast<std::size_t>(i)]);
  }
  auto const& [south, row, north] = rows;
  const std::vector<double> nothing(width);
  const bool from_south = has_row(grid, y - 1), to_north = has_row(grid, y + 1);
  const std::vector<double> east = flows(row, row);
  const std::vector<double> below = from_south ? flows(south, row) : nothing;
  const std::vector<double> above = to_north ? flows(row, north) : nothing;
  std::vector<glm::dvec2> passing(width);
  for (std::size_t x = 0; x < width; ++x) {
    const bool from_west = x > 0 || grid.periodic(), to_east = x + 1 < width || grid.periodic();
    const double west = from_west ? east[x > 0 ? x - 1 : width - 1] : 0.0;
    const double along = (west + (to_east ? east[x] : 0.0)) * (from_west && to_east ? 0.5 : 1.0);
    const double across = (below[x] + above[x]) * (from_south && to_north ? 0.5 : 1.0);
    passing[x] = {along, across};
  }
  return passing;
}

}  // namespace barchan::groundwater
