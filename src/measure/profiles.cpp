// Slopes by face, and dunes along transects in the direction of the wind.
#include "measure/elevation_map.hpp"

namespace barchan {
namespace {

constexpr double kFacing = 0.7;              // cosine: within about 45 degrees of the wind
constexpr double kLow = 0.25, kHigh = 0.75;  // fractions of the height between which a flank is straight

FaceSlopes face_slopes(ElevationMap const& map, Vector2 towards, double minimum_degrees) {
  const double minimum = std::tan(radians(minimum_degrees));
  std::vector<double> slopes;
  for_each_cell(map.grid, [&](int x, int y) {
    const Vector2 g = horn_gradient(map, x, y);
    const double slope = std::hypot(g.x, g.y);
    if (slope > minimum && glm::dot(g, towards) > kFacing * slope) slopes.push_back(slope);
  });
  FaceSlopes faces;
  faces.cells = slopes.size();
  faces.p50_degrees = degrees(std::atan(percentile(slopes, 0.5)));
  faces.p90_degrees = degrees(std::atan(percentile(std::move(slopes), 0.9)));
  return faces;
}

struct Extremum {
  std::size_t index = 0;
  double height = 0.0;
};

// Alternating troughs and crests that differ from their neighbours by at least `least`, from trough to trough. The
// first and the last trough are only the lowest points within the line.
std::vector<Extremum> turning_points(std::vector<double> const& line, double least) {
  std::vector<Extremum> points;
  Extremum low{0, line[0]}, high{0, line[0]};
  int heading = 0;  // +1 climbing towards a crest, -1 descending towards a trough
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] > high.height) high = {i, line[i]};
    if (line[i] < low.height) low = {i, line[i]};
    if (heading >= 0 && high.height - line[i] >= least) {
      if (heading > 0) points.push_back(high);
      heading = -1;
      low = {i, line[i]};
    } else if (heading <= 0 && line[i] - low.height >= least) {
      points.push_back(low);
      heading = 1;
      high = {i, line[i]};
    }
    // Only the highest point matters while climbing, only the lowest while descending.
    if (heading > 0) low = {i, line[i]};
    if (heading < 0) high = {i, line[i]};
  }
  if (!points.empty() && heading < 0) points.push_back(low);
  if (points.size() % 2 == 0 && !points.empty()) points.pop_back();
  return points;
}

// Distance in samples from the crest, in direction `step`, at which the line first falls below `level`.
double crossing(std::vector<double> const& line, std::size_t crest, int step, double level) {
  std::size_t i = crest;
  while (line[i] >= level) i = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) + step);
  const auto previous = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i) - step);
  const double beyond = (line[previous] - level) / (line[previous] - line[i]);
  const double whole = std::abs(static_cast<double>(previous) - static_cast<double>(crest));
  return whole + beyond;
}

struct Flanks {
  std::vector<double> heights, stoss, lee, turns;
};

void add_dune(std::vector<double> const& line, Extremum const& before, Extremum const& crest, Extremum const& after,
              Flanks& flanks) {
  const double rise = crest.height - before.height, fall = crest.height - after.height;
  const double up_high = crossing(line, crest.index, -1, before.height + kHigh * rise);
  const double up_low = crossing(line, crest.index, -1, before.height + kLow * rise);
  const double down_high = crossing(line, crest.index, 1, after.height + kHigh * fall);
  const double down_low = crossing(line, crest.index, 1, after.height + kLow * fall);
  const double stoss = (kHigh - kLow) * rise / (up_low - up_high);
  const double lee = (kHigh - kLow) * fall / (down_low - down_high);
  const auto first = crest.index - static_cast<std::size_t>(up_high);
  const auto last = crest.index + static_cast<std::size_t>(down_high);
  double sharpest = 0.0;
  for (std::size_t i = std::max<std::size_t>(first, 1); i <= last && i + 1 < line.size(); ++i) {
    sharpest = std::max(sharpest, 2.0 * line[i] - line[i - 1] - line[i + 1]);
  }
  flanks.heights.push_back(0.5 * (rise + fall));
  flanks.stoss.push_back(stoss);
  flanks.lee.push_back(lee);
  if (sharpest > 0.0) flanks.turns.push_back((stoss + lee) / sharpest);
}

}  // namespace

FaceSlopes lee_slopes(ElevationMap const& map, double wind_degrees, double minimum_degrees) {
  return face_slopes(map, -direction_vector(wind_degrees), minimum_degrees);
}

FaceSlopes stoss_slopes(ElevationMap const& map, double wind_degrees, double minimum_degrees) {
  return face_slopes(map, direction_vector(wind_degrees), minimum_degrees);
}

WindProfile wind_profile(ElevationMap const& map, double wind_degrees) {
  const double least = rms_height(map);
  if (!(least > 0.0)) return {};
  const Vector2 along = direction_vector(wind_degrees);
  const double side = std::min(map.grid.width, map.grid.height);
  const double middle_x = 0.5 * (map.grid.width - 1), middle_y = 0.5 * (map.grid.height - 1);
  // On a periodic map a transect may cross the land twice; another map must contain the rotated square.
  const double half_length = map.grid.periodic() ? side : 0.5 * (side - 1.0) / std::numbers::sqrt2;
  const double half_width = map.grid.periodic() ? 0.5 * side : half_length;
  const int samples = static_cast<int>(2.0 * half_length) + 1, lines = static_cast<int>(2.0 * half_width) + 1;

  Flanks flanks;
  std::vector<double> line(static_cast<std::size_t>(samples));
  for (int v = 0; v < lines; ++v) {
    const double across = v - half_width;
    for (int u = 0; u < samples; ++u) {
      const double down = u - half_length;
      line[static_cast<std::size_t>(u)] =
          map.sample(middle_x + down * along.x - across * along.y, middle_y + down * along.y + across * along.x);
    }
    const std::vector<Extremum> points = turning_points(line, least);
    // A periodic pattern continues beyond the transect, which may cut off its outermost troughs, so the dunes there are
    // skipped. A single dune lies between two troughs that are its floor.
    const std::size_t margin = map.grid.periodic() && points.size() > 5 ? 2 : 0;
    for (std::size_t i = 2 + margin; i + margin < points.size(); i += 2) {
      add_dune(line, points[i - 2], points[i - 1], points[i], flanks);
    }
  }
  WindProfile profile;
  profile.dunes = flanks.heights.size();
  const double cell = static_cast<double>(map.grid.cell_size);
  profile.height = percentile(std::move(flanks.heights), 0.5);
  profile.stoss_slope = percentile(std::move(flanks.stoss), 0.5) / cell;
  profile.lee_slope = percentile(std::move(flanks.lee), 0.5) / cell;
  profile.lee_to_stoss = profile.stoss_slope > 0.0 ? profile.lee_slope / profile.stoss_slope : 0.0;
  profile.turn_cells = percentile(std::move(flanks.turns), 0.5);
  return profile;
}

}  // namespace barchan
