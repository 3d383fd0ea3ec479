// Surfaces, their simplification, skirts and solids.
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <tuple>

#include <gtest/gtest.h>

#include "export/mesh.hpp"
#include "export/mesh_size.hpp"
#include "mesh_support.hpp"
#include "vertical_deviation.hpp"

namespace barchan::test::mesh_test {
namespace {

using Place = std::tuple<float, float, float>;

Place place_of(glm::vec3 const& position) { return {position.x, position.y, position.z}; }

std::set<Place> places_of(Mesh const& mesh) {
  std::set<Place> places;
  for (glm::vec3 const& position : mesh.positions) places.insert(place_of(position));
  return places;
}

/// Positions at the ends of border edges with this x.
std::set<Place> border_at(Mesh const& mesh, float x) {
  std::set<Place> places;
  for (auto const& edge : border_edges(mesh)) {
    for (const std::uint32_t vertex : edge) {
      if (std::abs(mesh.positions[vertex].x - x) < 1e-3f) places.insert(place_of(mesh.positions[vertex]));
    }
  }
  return places;
}

TEST(Mesh, VerticesOfSurfaceLieAtCentresOfCells) {
  SampleGrid grid{.width = 3, .height = 2, .spacing_x = 10.0, .spacing_y = 20.0, .values = {1, 2, 3, 4, 5, 6}};
  const Mesh mesh = surface_mesh(grid);
  ASSERT_EQ(mesh.positions.size(), 6u);
  EXPECT_EQ(mesh.positions[0], glm::vec3(-10.0f, 10.0f, 1.0f));  // north-west
  EXPECT_EQ(mesh.positions[5], glm::vec3(10.0f, -10.0f, 6.0f));  // south-east
  EXPECT_EQ(mesh.triangles(), 4u);
  EXPECT_EQ(mesh.triangles(), surface_size(3, 2).triangles);
  EXPECT_EQ(mesh.positions.size(), surface_size(3, 2).vertices);
}

TEST(Mesh, TextureCoordinatesFitMapsWithOnePixelPerCell) {
  const Mesh mesh = surface_mesh(rough_land(4, 5, 1));
  EXPECT_EQ(mesh.uvs[0], glm::vec2(0.125f, 0.1f));   // centre of the first pixel
  EXPECT_EQ(mesh.uvs[3], glm::vec2(0.875f, 0.1f));   // north-east
  EXPECT_EQ(mesh.uvs[16], glm::vec2(0.125f, 0.9f));  // south-west
  EXPECT_EQ(mesh.uvs[19], glm::vec2(0.875f, 0.9f));
}

TEST(Mesh, NormalsOfSlopeArePerpendicularToIt) {
  SampleGrid grid{.width = 5, .height = 5, .spacing_x = 2.0, .spacing_y = 4.0, .values = {}};
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 5; ++column) grid.values.push_back(static_cast<float>(2 * column - 4 * row));
  }
  // Rises by 1 per metre to the east and by 1 per metre to the north.
  const glm::vec3 wanted = glm::normalize(glm::vec3(-1.0f, -1.0f, 1.0f));
  for (glm::vec3 const& normal : surface_mesh(grid).normals) EXPECT_LT(glm::distance(normal, wanted), 1e-6f);
}

TEST(Mesh, TrianglesOfSurfaceFaceUp) {
  const Mesh mesh = surface_mesh(rough_land(7, 4, 3));
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    glm::vec3 const& a = mesh.positions[mesh.indices[corner]];
    EXPECT_GT(glm::cross(mesh.positions[mesh.indices[corner + 1]] - a, mesh.positions[mesh.indices[corner + 2]] - a).z,
              0.0f);
  }
}

TEST(Mesh, DiagonalFollowsRidge) {
  // A ridge from the north-west to the south-east stays a ridge.
  const SampleGrid grid{.width = 2, .height = 2, .spacing_x = 1.0, .spacing_y = 1.0, .values = {5, 0, 1, 5}};
  const Mesh mesh = surface_mesh(grid);
  const Mesh middle{.positions = {{0.0f, 0.0f, 5.0f}}, .normals = {}, .uvs = {}, .indices = {}};
  EXPECT_NEAR(vertical_deviation(mesh, middle), 0.0, 1e-9);
}

TEST(Mesh, OneRowHasNoTriangles) {
  for (auto const& [width, height] : {std::pair{1, 1}, std::pair{7, 1}, std::pair{1, 7}}) {
    const Mesh mesh = simplified_surface(rough_land(width, height, 5), {0, 0, width, height}, 1.0);
    EXPECT_EQ(mesh.triangles(), 0u);
    EXPECT_EQ(mesh.positions.size(), static_cast<std::size_t>(width * height));
    for (glm::vec3 const& normal : mesh.normals) EXPECT_NEAR(glm::length(normal), 1.0f, 1e-6f);
  }
}

TEST(Mesh, RefusesHolesAndWrongCounts) {
  SampleGrid grid = rough_land(4, 4, 1);
  grid.values[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THROW(surface_mesh(grid), std::invalid_argument);
  EXPECT_THROW(solid(grid, {}), std::invalid_argument);
  EXPECT_THROW(simplified_surface(grid, {0, 0, 4, 4}, 1.0), std::invalid_argument);
  grid.values.pop_back();
  EXPECT_THROW(surface_mesh(grid), std::invalid_argument);
  EXPECT_THROW(surface_mesh(rough_land(4, 4, 1), {2, 0, 3, 4}), std::invalid_argument);
  EXPECT_THROW(simplified_surface(rough_land(4, 4, 1), {0, 0, 4, 4}, -1.0), std::invalid_argument);
  EXPECT_THROW(simplified_surface(rough_land(16386, 2, 1), {0, 0, 16386, 2}, 1.0), std::length_error);
}

TEST(MeshSimplification, ErrorIsKeptOnRoughAndSmoothLands) {
  for (SampleGrid const& grid : {rough_land(2, 2, 1), rough_land(2, 9, 2), rough_land(9, 2, 3), rough_land(3, 3, 4),
                                 rough_land(60, 45, 11), hilly_land(150, 110)}) {
    const GridWindow whole{0, 0, grid.width, grid.height};
    const Mesh fine = surface_mesh(grid);
    std::size_t before = fine.triangles();
    for (const double error : {0.05, 0.2, 1.0, 4.0, 12.0}) {
      const Mesh mesh = simplified_surface(grid, whole, error);
      EXPECT_LE(vertical_deviation(mesh, fine), error * (1.0 + 1e-6));
      EXPECT_LE(mesh.triangles(), before);
      before = mesh.triangles();
    }
  }
}

TEST(MeshSimplification, KeepsFewTrianglesOfPlane) {
  SampleGrid grid{.width = 65, .height = 33, .spacing_x = 1.0, .spacing_y = 1.0, .values = {}};
  for (int row = 0; row < 33; ++row) {
    for (int column = 0; column < 65; ++column) grid.values.push_back(static_cast<float>(0.25 * column + 0.5 * row));
  }
  const Mesh mesh = simplified_surface(grid, {0, 0, 65, 33}, 0.001);
  constexpr std::size_t kBorder = 2 * (64 + 32);
  EXPECT_EQ(mesh.positions.size(), kBorder);
  EXPECT_EQ(mesh.triangles(), kBorder - 2);
}

TEST(MeshSimplification, VerticesAreThoseOfSurface) {
  const SampleGrid grid = hilly_land(80, 60);
  const Mesh fine = surface_mesh(grid), coarse = simplified_surface(grid, {0, 0, 80, 60}, 0.5);
  ASSERT_LT(coarse.positions.size(), fine.positions.size() / 2);
  for (std::size_t i = 0; i < coarse.positions.size(); ++i) {
    const int column = static_cast<int>(std::lround(static_cast<double>(coarse.uvs[i].x) * 80.0 - 0.5));
    const int row = static_cast<int>(std::lround(static_cast<double>(coarse.uvs[i].y) * 60.0 - 0.5));
    const std::size_t sample = grid.index(column, row);
    EXPECT_EQ(coarse.positions[i], fine.positions[sample]);
    EXPECT_EQ(coarse.normals[i], fine.normals[sample]);
  }
}

TEST(MeshSimplification, NeighbouringTilesShareTheirBorder) {
  const SampleGrid grid = hilly_land(101, 60);
  const Mesh west = simplified_surface(grid, {0, 0, 51, 60}, 0.1);
  const Mesh east = simplified_surface(grid, {50, 0, 51, 60}, 5.0);
  EXPECT_GT(west.triangles(), 2 * east.triangles());
  const std::set<Place> seam = border_at(west, 0.0f);
  EXPECT_EQ(seam.size(), 60u);
  EXPECT_EQ(seam, border_at(east, 0.0f));
}

TEST(MeshSimplification, TilesHaveNormalsOfWholeLand) {
  const SampleGrid grid = hilly_land(101, 60);
  const Mesh whole = surface_mesh(grid), tile = surface_mesh(grid, {50, 7, 20, 30});
  EXPECT_EQ(tile.normals[0], whole.normals[grid.index(50, 7)]);
  EXPECT_EQ(tile.positions.back(), whole.positions[grid.index(69, 36)]);
  EXPECT_EQ(tile.uvs.back(), whole.uvs[grid.index(69, 36)]);
}

TEST(MeshSimplification, CoversTheLandOnceWithoutOverhangs) {
  const SampleGrid grid = rough_land(40, 30, 7, {0.0f, 100.0f});
  const Mesh mesh = simplified_surface(grid, {0, 0, 40, 30}, 30.0);
  double area = 0.0;
  for (std::size_t corner = 0; corner < mesh.indices.size(); corner += 3) {
    const glm::dvec3 a(mesh.positions[mesh.indices[corner]]);
    const double upward = glm::cross(glm::dvec3(mesh.positions[mesh.indices[corner + 1]]) - a,
                                     glm::dvec3(mesh.positions[mesh.indices[corner + 2]]) - a)
                              .z;
    EXPECT_GT(upward, 0.0);
    area += 0.5 * upward;
  }
  EXPECT_NEAR(area, 39 * 2.0 * 29 * 2.0, 1e-6);
  EXPECT_EQ(border_edges(mesh).size(), 2u * (39 + 29));
}

TEST(MeshDeviation, SeesFlawsOfMeshes) {
  const SampleGrid grid = hilly_land(30, 20);
  const Mesh fine = surface_mesh(grid);
  Mesh moved = fine;
  moved.positions[grid.index(13, 9)].z += 1.25f;
  EXPECT_NEAR(vertical_deviation(moved, fine), 1.25, 1e-4);
  Mesh hole = fine;
  hole.indices.erase(hole.indices.begin(), hole.indices.begin() + 3);
  EXPECT_EQ(vertical_deviation(hole, fine), std::numeric_limits<double>::infinity());
  Mesh turned = fine;
  std::swap(turned.indices[30], turned.indices[31]);
  EXPECT_EQ(vertical_deviation(turned, fine), std::numeric_limits<double>::infinity());
}

TEST(MeshSkirt, HangsFromTheWholeBorder) {
  const SampleGrid grid = hilly_land(30, 20);
  const Mesh plain = simplified_surface(grid, {0, 0, 30, 20}, 1.0);
  const Mesh mesh = with_skirt(plain, 7.0);
  constexpr std::size_t kBorder = 2 * (29 + 19);
  EXPECT_EQ(mesh.positions.size(), plain.positions.size() + kBorder);
  EXPECT_EQ(mesh.normals.size(), mesh.positions.size());
  EXPECT_EQ(mesh.uvs.size(), mesh.positions.size());
  EXPECT_EQ(mesh.triangles(), plain.triangles() + 2 * kBorder);
  const std::set<Place> places = places_of(plain);
  for (auto const& edge : border_edges(mesh)) {  // the lower border hangs 7 m below the upper one
    glm::vec3 const& position = mesh.positions[edge[0]];
    EXPECT_TRUE(places.contains({position.x, position.y, position.z + 7.0f}));
  }
  EXPECT_EQ(border_edges(mesh).size(), kBorder);
  for (std::size_t corner = plain.indices.size(); corner < mesh.indices.size(); corner += 3) {
    const glm::vec3 a = mesh.positions[mesh.indices[corner]], b = mesh.positions[mesh.indices[corner + 1]];
    const glm::vec3 c = mesh.positions[mesh.indices[corner + 2]];
    const glm::vec3 outward = glm::cross(b - a, c - a);
    EXPECT_FLOAT_EQ(outward.z, 0.0f);
    EXPECT_GT(glm::dot(outward, glm::vec3(a.x, a.y, 0.0f)), 0.0f);
  }
}

struct LandSize {
  int width, height;
};

class MeshSolid : public testing::TestWithParam<LandSize> {};

TEST_P(MeshSolid, IsClosedAndHasTheVolumeOfTheLand) {
  for (const std::array<float, 2> range : {std::array{0.0f, 10.0f}, std::array{2000.0f, 2001.0f}}) {
    const SampleGrid grid = rough_land(GetParam().width, GetParam().height, 17, range);
    const double lowest = *std::ranges::min_element(grid.values);
    const Mesh mesh = solid(grid, {.base_thickness = 0.5});
    EXPECT_EQ(open_edges(mesh), 0u);
    EXPECT_GT(smallest_area(mesh), 0.0);
    const double wanted = volume_above(grid, lowest - 0.5);
    EXPECT_NEAR(volume_of(mesh), wanted, 0.001 * wanted);
    const MeshSize most = solid_size(static_cast<std::uint64_t>(grid.width), static_cast<std::uint64_t>(grid.height));
    EXPECT_LE(mesh.triangles(), most.triangles);
    EXPECT_LE(mesh.positions.size(), most.vertices);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, MeshSolid,
                         testing::Values(LandSize{1, 1}, LandSize{1, 2}, LandSize{1, 9}, LandSize{9, 1}, LandSize{2, 2},
                                         LandSize{3, 2}, LandSize{16, 5}, LandSize{5, 16}, LandSize{33, 33}));

TEST(MeshSolidSize, LimitIsReachedOnTheRoughestLand) {
  const Mesh mesh = solid(rough_land(12, 9, 2, {0.0f, 1000.0f}), {.base_thickness = 0.1});
  EXPECT_NEAR(static_cast<double>(mesh.triangles()), static_cast<double>(solid_size(12, 9).triangles), 8.0);
}

TEST(MeshSolidSize, SmoothLandHasTwoTrianglesPerSquare) {
  SampleGrid grid = rough_land(40, 30, 2);
  std::ranges::fill(grid.values, 5.0f);
  const MeshSize most = solid_size(40, 30);
  EXPECT_EQ(solid(grid, {}).triangles(), most.triangles - 2 * 39 * 29);
}

TEST(MeshSolidPrint, HasTheWantedSizeInMillimetres) {
  const SampleGrid grid = rough_land(20, 10, 4, {100.0f, 104.0f});  // 40 m x 20 m
  const Mesh mesh = solid(grid, {.longest_side = 200.0, .base_thickness = 3.0, .vertical_exaggeration = 2.0});
  glm::vec3 low(1e9f), high(-1e9f);
  for (glm::vec3 const& position : mesh.positions) {
    low = glm::min(low, position);
    high = glm::max(high, position);
  }
  const auto [lowest, highest] = std::ranges::minmax(grid.values);
  EXPECT_NEAR(high.x - low.x, 200.0, 1e-3);
  EXPECT_NEAR(high.y - low.y, 100.0, 1e-3);
  EXPECT_EQ(low.z, 0.0f);
  EXPECT_NEAR(high.z, 3.0 + static_cast<double>(highest - lowest) * 5.0 * 2.0, 1e-3);
  EXPECT_EQ(open_edges(mesh), 0u);
}

TEST(MeshSolidPrint, RefusesWhatCannotBePrinted) {
  const SampleGrid grid = rough_land(4, 4, 1);
  EXPECT_THROW(solid(grid, {.base_thickness = 0.0}), std::invalid_argument);
  EXPECT_THROW(solid(grid, {.longest_side = -1.0}), std::invalid_argument);
  EXPECT_THROW(solid(grid, {.vertical_exaggeration = std::nan("")}), std::invalid_argument);
  EXPECT_THROW(solid(SampleGrid{}, {}), std::invalid_argument);
  // The base would vanish in the rounding of the elevations.
  EXPECT_THROW(solid(rough_land(4, 4, 1, {8000.0f, 8001.0f}), {.base_thickness = 1e-6}), std::invalid_argument);
}

TEST(MeshSize, TellsBillionsOfTrianglesWithoutMakingThem) {
  const MeshSize size = surface_size(32768, 16384);
  EXPECT_EQ(size.triangles, 2ull * 32767 * 16383);
  EXPECT_EQ(stl_bytes(size), 84 + 50 * size.triangles);
  EXPECT_GT(glb_bytes(size), 1ull << 32);
}

}  // namespace
}  // namespace barchan::test::mesh_test
