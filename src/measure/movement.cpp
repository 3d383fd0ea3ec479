// Movement of a single dune by its centre of mass, and of a field by its pattern.
#include <stdexcept>

#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

constexpr double kCancelled = 1e-3;       // fraction of the winds that remains, below which they cancel
constexpr double kSamePattern = 0.5;      // correlation below which two maps do not show the same dunes
constexpr double kLeastResultant = 0.05;  // of masses on a circle: more evenly spread masses have no centre

// Centre of masses at equal distances on a line or, if periodic, on a circle.
struct Centre {
  bool found = false;
  double cells = 0.0;
};

Centre centre_of(std::vector<double> const& masses, bool periodic) {
  const auto n = static_cast<double>(masses.size());
  double mass = 0.0, x = 0.0, y = 0.0;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const auto at = static_cast<double>(i);
    const double angle = 2.0 * std::numbers::pi * at / n;
    mass += masses[i];
    x += masses[i] * (periodic ? std::cos(angle) : at);
    y += masses[i] * (periodic ? std::sin(angle) : 0.0);
  }
  if (!(mass > 0.0)) return {};
  if (!periodic) return {true, x / mass};
  if (std::hypot(x, y) < kLeastResultant * mass) return {};
  return {true, std::atan2(y, x) / (2.0 * std::numbers::pi) * n};
}

double difference(Centre const& before, Centre const& after, int n, bool periodic) {
  if (!before.found || !after.found) return 0.0;
  const double d = after.cells - before.cells;
  return periodic ? d - n * std::round(d / n) : d;
}

struct Centroid {
  Centre x, y;
};

Centroid centroid_of(ElevationMap const& map) {
  const Grid& grid = map.grid;
  if (map.metres.empty()) return {};
  const double floor = *std::min_element(map.metres.begin(), map.metres.end());
  std::vector<double> columns(static_cast<std::size_t>(grid.width)), rows(static_cast<std::size_t>(grid.height));
  for_each_cell(grid, [&](int x, int y) {
    const double height = map.metres[grid.index(x, y)] - floor;
    columns[static_cast<std::size_t>(x)] += height;
    rows[static_cast<std::size_t>(y)] += height;
  });
  return {centre_of(columns, grid.periodic()), centre_of(rows, grid.periodic())};
}

}  // namespace

Shift centroid_shift(ElevationMap const& before, ElevationMap const& after) {
  if (!(before.grid == after.grid)) throw std::invalid_argument("expected two maps on the same grid");
  const Grid& grid = before.grid;
  const double cell = static_cast<double>(grid.cell_size);
  const Centroid first = centroid_of(before), second = centroid_of(after);
  return {difference(first.x, second.x, grid.width, grid.periodic()) * cell,
          difference(first.y, second.y, grid.height, grid.periodic()) * cell};
}

Migration migration(std::span<TimedMap const> maps, double wind_degrees, double most_metres) {
  Migration result;
  if (maps.size() < 2) return result;
  TimedMap const& first = maps.front();
  Shift shift;
  double elapsed = 0.0;
  for (TimedMap const& next : maps.subspan(1)) {
    const double since = next.time - first.time;
    if (!(since > elapsed)) continue;
    // Expected distance at the speed found up to the previous map.
    const double pace = elapsed > 0.0 ? since / elapsed : 0.0;
    shift = pattern_shift(first.map, next.map, most_metres, {shift.x * pace, shift.y * pace});
    elapsed = since;
  }
  if (!(elapsed > 0.0)) return result;
  result.seconds = elapsed;
  result.correlation = shift.correlation;
  result.found = shift.correlation >= kSamePattern;
  result.along_wind = shift.along(wind_degrees) / elapsed;
  result.across_wind = shift.along(wind_degrees + 90.0) / elapsed;
  return result;
}

ResultantWind resultant_wind(double first_degrees, int winds, double divergence_degrees, double ratio) {
  Vector2 sum = direction_vector(first_degrees) * ratio;
  double all = ratio;
  for (int i = 1; i < winds; ++i) {
    sum += direction_vector(first_degrees + i * divergence_degrees);
    all += 1.0;
  }
  const double length = std::hypot(sum.x, sum.y);
  if (winds < 2 || length < kCancelled * all) return {first_degrees, winds < 2 ? 1.0 : 0.0};
  double angle = degrees(std::atan2(sum.y, sum.x));
  if (angle < 0.0) angle += 360.0;
  return {angle, length / all};
}

void MeanResultant::add(ResultantWind const& wind, double seconds) {
  if (!first_) first_ = wind;
  same_ = same_ && wind.degrees == first_->degrees && wind.steadiness == first_->steadiness;
  const Vector2 vector = direction_vector(wind.degrees) * (wind.steadiness * seconds);
  x_ += vector.x;
  y_ += vector.y;
  seconds_ += seconds;
}

std::optional<ResultantWind> MeanResultant::wind() const {
  if (same_ || !(seconds_ > 0.0)) return first_;
  const double length = std::hypot(x_, y_) / seconds_;
  if (length < kCancelled) return ResultantWind{first_->degrees, 0.0};
  const double angle = degrees(std::atan2(y_, x_));
  return ResultantWind{angle < 0.0 ? angle + 360.0 : angle, length};
}

}  // namespace barchan
