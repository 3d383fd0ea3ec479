#include "measure/dune_migration.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure/elevation_map.hpp"

namespace barchan {

namespace {

constexpr double kLeastFace = 0.36397;  // tangent of 20 degrees
constexpr std::ptrdiff_t kFewest = 20;  // cells of slip faces on a map

bool has_faces(ElevationMap const& faces) {
  return std::ranges::count_if(faces.metres, [](double excess) { return excess > 0.0; }) >= kFewest;
}

}  // namespace

ElevationMap slip_face_map(ElevationMap const& sand, double wind_degrees) {
  ElevationMap faces = sand;
  const Vector2 wind = direction_vector(wind_degrees);
  for_each_cell(sand.grid, [&](int x, int y) {
    const double fall = -glm::dot(horn_gradient(sand, x, y), wind);
    faces.metres[sand.grid.index(x, y)] = std::max(fall - kLeastFace, 0.0);
  });
  return faces;
}

DuneMigration dune_migration(std::span<TimedMap const> maps, double wind_degrees, double most_metres) {
  std::vector<TimedMap> faces;
  for (TimedMap const& map : maps) {
    faces.push_back({map.time, slip_face_map(map.map, wind_degrees)});
    if (has_faces(faces.back().map)) continue;
    return {migration(maps, wind_degrees, most_metres), false};
  }
  const Migration moved = migration(faces, wind_degrees, most_metres);
  return moved.found ? DuneMigration{moved, true} : DuneMigration{migration(maps, wind_degrees, most_metres), false};
}

}  // namespace barchan
