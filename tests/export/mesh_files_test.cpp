// Files of meshes. They are read back here by the axes that their formats define, by mesh_files.py, and by the Khronos
// validator if NODE_PATH names the folder that has it.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>

#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "export/mesh_gltf.hpp"
#include "export/mesh_obj.hpp"
#include "export/mesh_ply.hpp"
#include "export/mesh_size.hpp"
#include "export/mesh_stl.hpp"
#include "mesh_support.hpp"

namespace barchan::test::mesh_files_test {
namespace {

namespace fs = std::filesystem;

/// Places of the raised vertices: cells east and north of the centre.
using Raised = std::set<std::pair<int, int>>;

/// A vertex of a file, m from the centre of the land.
struct LandPoint {
  double east, north, up;
};

constexpr double kRaised = 105.0;

void add_if_raised(Raised& raised, LandPoint const& point) {
  if (point.up > kRaised) raised.emplace(std::lround(point.east / 2.0), std::lround(point.north / 2.0));
}

/// Raised cells of the arrow itself, from the centre of the land.
Raised wanted_arrow() {
  const SampleGrid grid = arrow_land();
  Raised raised;
  for (int row = 0; row < grid.height; ++row) {
    for (int column = 0; column < grid.width; ++column) {
      if (grid.values[grid.index(column, row)] > 105.0f) raised.emplace(column - 20, 20 - row);
    }
  }
  return raised;
}

MeshScene arrow_scene(double error = 0.0) {
  LandSurface land;
  land.ground = arrow_land();
  SceneStyle style;
  style.ground_error = error;
  return scene_of(land, style);
}

template <class Value>
Value value_at(std::span<std::byte const> bytes, std::size_t at) {
  Value value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

struct GlbParts {
  nlohmann::json json;
  std::span<std::byte const> buffer;
};

GlbParts parts_of(std::span<std::byte const> glb) {
  const auto length = value_at<std::uint32_t>(glb, 12);
  GlbParts parts;
  parts.json = nlohmann::json::parse(std::string(reinterpret_cast<char const*>(glb.data()) + 20, length));
  if (glb.size() > 20 + length) parts.buffer = glb.subspan(28 + length);
  return parts;
}

std::span<std::byte const> view_of(GlbParts const& parts, std::size_t accessor) {
  auto const& view = parts.json["bufferViews"][parts.json["accessors"][accessor]["bufferView"].get<std::size_t>()];
  return parts.buffer.subspan(view["byteOffset"], view["byteLength"]);
}

/// A folder for one test.
class MeshFiles : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "barchan-mesh-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path write(std::string const& name, std::span<std::byte const> bytes) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<char const*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return folder_ / name;
  }
  fs::path write(std::string const& name, std::string const& text) {
    return write(name, std::as_bytes(std::span(text)));
  }
  /// Runs a command; returns its exit status and keeps what it prints.
  int run(std::string const& command) {
    const fs::path output = folder_ / "output.txt";
    const int status = std::system(fmt::format("{} > '{}' 2>&1", command, output.string()).c_str());
    std::stringstream text;
    text << std::ifstream(output).rdbuf();
    output_ = text.str();
    return WEXITSTATUS(status);
  }
  void expect_right(fs::path const& file, std::string const& options = "") {
    const std::string program = BARCHAN_SOURCE_DIR "/tests/export/mesh_files.py";
    EXPECT_EQ(run(fmt::format("/usr/bin/python3 '{}' '{}' {}", program, file.string(), options)), 0) << output_;
  }
  /// The validator finds no errors and no warnings. False if it is not installed.
  bool validate(fs::path const& file) {
    const std::string program = BARCHAN_SOURCE_DIR "/tests/export/validate_gltf.js";
    const int status = run(fmt::format("node '{}' '{}'", program, file.string()));
    if (status == 77 || status == 127) return false;
    EXPECT_EQ(status, 0) << output_;
    return true;
  }

  fs::path folder_;
  std::string output_;
};

/// A picture of one grey pixel.
std::vector<std::byte> small_png() {
  constexpr unsigned char kPng[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48,
                                    0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x00, 0x00, 0x00,
                                    0x00, 0x3a, 0x7e, 0x9b, 0x55, 0x00, 0x00, 0x00, 0x0a, 0x49, 0x44, 0x41, 0x54, 0x78,
                                    0x9c, 0x63, 0x68, 0x00, 0x00, 0x00, 0x82, 0x00, 0x81, 0x77, 0xcd, 0x72, 0xb6, 0x00,
                                    0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
  const auto bytes = std::as_bytes(std::span(kPng));
  return {bytes.begin(), bytes.end()};
}

/// A land with all kinds of nodes.
LandSurface full_land() {
  LandSurface land;
  land.ground = hilly_land(90, 70);
  land.obstacle_top.assign(land.ground.samples(), std::numeric_limits<float>::quiet_NaN());
  land.water_level = land.obstacle_top;
  land.plants.assign(land.ground.samples(), 0.05f);
  for (std::size_t cell = 0; cell < land.ground.samples(); ++cell) {
    if (land.ground.values[cell] < 492.0f) land.water_level[cell] = 492.0f;
  }
  for (int column = 20; column < 30; ++column) land.obstacle_top[land.ground.index(column, 12)] = 540.0f;
  return land;
}

TEST_F(MeshFiles, ArrowPointsNorthEastInGlb) {
  const std::vector<std::byte> glb = encode_glb(arrow_scene());
  const GlbParts parts = parts_of(glb);
  const std::span<std::byte const> positions =
      view_of(parts, parts.json["meshes"][0]["primitives"][0]["attributes"]["POSITION"]);
  Raised raised;
  for (std::size_t at = 0; at < positions.size(); at += 12) {
    const auto vertex = value_at<std::array<float, 3>>(positions, at);
    add_if_raised(raised, {vertex[0], -vertex[2], vertex[1]});  // y is up, z points to the viewer: south
  }
  EXPECT_EQ(raised, wanted_arrow());
}

TEST_F(MeshFiles, ArrowPointsNorthEastInObj) {
  std::istringstream lines(encode_obj(arrow_scene(), "land.mtl").obj);
  Raised raised;
  for (std::string line; std::getline(lines, line);) {
    double x = 0.0, y = 0.0, z = 0.0;
    if (std::sscanf(line.c_str(), "v %lf %lf %lf", &x, &y, &z) == 3) add_if_raised(raised, {x, -z, y});
  }
  EXPECT_EQ(raised, wanted_arrow());
}

TEST_F(MeshFiles, ArrowPointsNorthEastInPly) {
  const std::vector<std::byte> ply = encode_ply(surface_mesh(arrow_land()));
  const std::string text(reinterpret_cast<char const*>(ply.data()), ply.size());
  const std::size_t begin = text.find("end_header\n") + 11;
  Raised raised;
  for (std::size_t i = 0; i < 41 * 41; ++i) {
    const auto vertex = value_at<std::array<float, 3>>(ply, begin + 32 * i);
    add_if_raised(raised, {vertex[0], vertex[1], vertex[2]});
  }
  EXPECT_EQ(raised, wanted_arrow());
}

TEST_F(MeshFiles, ArrowPointsNorthEastInStl) {
  const std::vector<std::byte> stl = encode_stl(surface_mesh(arrow_land()), "");
  Raised raised;
  for (std::size_t at = 84; at < stl.size(); at += 50) {
    for (std::size_t i = 1; i <= 3; ++i) {
      const auto vertex = value_at<std::array<float, 3>>(stl, at + 12 * i);
      add_if_raised(raised, {vertex[0], vertex[1], vertex[2]});
    }
  }
  EXPECT_EQ(raised, wanted_arrow());
}

TEST_F(MeshFiles, SimplifiedArrowStaysWhereItIs) {
  const MeshScene scene = arrow_scene(0.1);
  Raised raised;
  for (glm::vec3 const& position : scene.nodes[0].mesh.positions) {
    add_if_raised(raised, {position.x, position.y, position.z});
  }
  const Raised wanted = wanted_arrow();
  EXPECT_TRUE(std::ranges::includes(wanted, raised));
  EXPECT_TRUE(raised.contains({12, 12}));
}

TEST_F(MeshFiles, GlbOfAllNodesIsValid) {
  SceneStyle style;
  style.ground_error = 0.2;
  style.skirt = 5.0;
  style.ground_texture.png = small_png();
  MeshScene scene = scene_of(full_land(), style);
  ASSERT_EQ(scene.nodes.size(), 4u);
  scene.extras_json = R"({"crs": "EPSG:32633", "origin": [412345.5, 5600000.25]})";
  const std::vector<std::byte> glb = encode_glb(scene);
  const fs::path file = write("land.glb", glb);
  EXPECT_EQ(parts_of(glb).json["scenes"][0]["extras"]["crs"], "EPSG:32633");
  expect_right(file);
  if (!validate(file)) GTEST_SKIP() << "the glTF validator is not installed";
}

TEST_F(MeshFiles, GlbWithExternalTextureIsValid) {
  MeshScene scene = arrow_scene();
  scene.nodes[0].material.texture.file = "map of \xC3\xA4 land.png";
  write(scene.nodes[0].material.texture.file, small_png());
  const std::vector<std::byte> glb = encode_glb(scene);
  EXPECT_EQ(parts_of(glb).json["images"][0]["uri"], "map%20of%20%C3%A4%20land.png");
  if (!validate(write("land.glb", glb))) GTEST_SKIP() << "the glTF validator is not installed";
}

TEST_F(MeshFiles, EmptyGlbIsValid) {
  const fs::path file = write("land.glb", encode_glb(MeshScene{}));
  if (!validate(file)) GTEST_SKIP() << "the glTF validator is not installed";
}

TEST_F(MeshFiles, LargeGlbHasLongIndices) {
  LandSurface land;
  land.ground = hilly_land(300, 220);  // more than 65535 vertices
  const std::vector<std::byte> glb = encode_glb(scene_of(land, {}));
  const GlbParts parts = parts_of(glb);
  EXPECT_EQ(
      parts.json["accessors"][parts.json["meshes"][0]["primitives"][0]["indices"].get<std::size_t>()]["componentType"],
      5125);
  const MeshSize size = surface_size(300, 220);
  EXPECT_GE(glb.size(), glb_bytes(size));
  EXPECT_LT(glb.size(), glb_bytes(size) + 4096);
  const fs::path file = write("land.glb", glb);
  expect_right(file, fmt::format("--triangles {}", size.triangles));
  if (!validate(file)) GTEST_SKIP() << "the glTF validator is not installed";
}

TEST_F(MeshFiles, GlbRefusesExtrasThatAreNoObject) {
  for (char const* const text : {"[1]", "{", "7"}) {
    MeshScene scene = arrow_scene();
    scene.extras_json = text;
    EXPECT_THROW(encode_glb(scene), std::invalid_argument);
  }
}

TEST_F(MeshFiles, ObjIsRight) {
  SceneStyle style;
  style.ground_error = 0.2;
  style.ground_texture.file = "land.png";
  const MeshScene scene = scene_of(full_land(), style);
  std::size_t triangles = 0;
  for (MeshNode const& node : scene.nodes) triangles += node.mesh.triangles();
  const ObjFiles files = encode_obj(scene, "land.mtl");
  const Mesh surface = surface_mesh(hilly_land(200, 200));
  const MeshScene plain{.nodes = {{"ground", surface, {}}}, .extras_json = {}};
  const auto estimate = static_cast<double>(obj_bytes(surface_size(200, 200)));
  EXPECT_NEAR(static_cast<double>(encode_obj(plain, "").obj.size()), estimate, 0.1 * estimate);
  EXPECT_NE(files.obj.find("\nmtllib land.mtl\n"), std::string::npos);
  EXPECT_NE(files.obj.find("\nusemtl water\n"), std::string::npos);
  EXPECT_NE(files.mtl.find("\nmap_Kd land.png\n"), std::string::npos);
  EXPECT_NE(files.mtl.find("newmtl water\n"), std::string::npos);
  expect_right(write("land.obj", files.obj), fmt::format("--triangles {}", triangles));
}

TEST_F(MeshFiles, ObjNumbersAreExactToFourDigits) {
  MeshScene scene;
  scene.nodes.push_back({.name = "one two", .mesh = {}, .material = {.name = "m"}});
  scene.nodes[0].mesh.positions = {{-0.00004f, 1.0f, -12.34567f}, {0.5f, 1e6f, 0.99996f}, {-1.5f, 0.0f, 0.05f}};
  scene.nodes[0].mesh.indices = {0, 1, 2};
  const std::string obj = encode_obj(scene, "m.mtl").obj;
  EXPECT_NE(obj.find("o one_two\n"), std::string::npos);
  EXPECT_NE(obj.find("\nv 0.0000 -12.3457 -1.0000\nv 0.5000 1.0000 -1000000.0000\nv -1.5000 0.0500 0.0000\n"),
            std::string::npos)
      << obj;
  EXPECT_NE(obj.find("\nf 1 2 3\n"), std::string::npos);
}

TEST_F(MeshFiles, ObjMapsHaveNorthUp) {
  std::istringstream lines(encode_obj(arrow_scene(), "land.mtl").obj);
  double north_v = -1.0;
  for (std::string line; north_v < 0.0 && std::getline(lines, line);) {
    double u = 0.0;
    std::sscanf(line.c_str(), "vt %lf %lf", &u, &north_v);
  }
  EXPECT_NEAR(north_v, 1.0 - 0.5 / 41.0, 1e-6);  // the first vertex is in the north-west
}

TEST_F(MeshFiles, StlOfSolidIsClosed) {
  const SampleGrid grid = hilly_land(50, 40);
  const Mesh mesh = solid(grid, {.longest_side = 100.0, .base_thickness = 2.0});
  const std::vector<std::byte> stl = encode_stl(mesh, "solid land");
  EXPECT_EQ(stl.size(), stl_bytes({0, mesh.triangles()}));
  const double lowest = *std::ranges::min_element(grid.values);
  const double wanted = 8.0 * volume_above(grid, lowest - 1.0);  // 2 mm per metre
  expect_right(write("land.stl", stl), fmt::format("--closed --triangles {} --volume {}", mesh.triangles(), wanted));
}

TEST_F(MeshFiles, PlyIsRightWithAndWithoutColours) {
  const SampleGrid grid = hilly_land(50, 40);
  const Mesh mesh = surface_mesh(grid);
  const auto [lowest, highest] = std::ranges::minmax(grid.values);
  const std::string options =
      fmt::format("--triangles {} --bounds -24.5 24.5 -19.5 19.5 {} {}", mesh.triangles(), lowest, highest);
  expect_right(write("land.ply", encode_ply(mesh)), options);
  PlyStyle style;
  style.colors.assign(mesh.positions.size(), {200, 150, 100});
  style.comments = {"two\nlines"};
  const std::vector<std::byte> ply = encode_ply(mesh, style);
  EXPECT_EQ(ply.size() - encode_ply(mesh).size(), 3 * mesh.positions.size() + 60 + 18);
  expect_right(write("land.ply", ply), options);
  expect_right(write("solid.ply", encode_ply(solid(grid, {}))), "--closed");
  style.colors.pop_back();
  EXPECT_THROW(encode_ply(mesh, style), std::invalid_argument);
}

TEST_F(MeshFiles, ChecksOfThisTestFindFaults) {
  Mesh mesh = solid(hilly_land(20, 20), {});
  std::swap(mesh.indices[30], mesh.indices[31]);
  const std::string program = BARCHAN_SOURCE_DIR "/tests/export/mesh_files.py";
  const fs::path file = write("land.ply", encode_ply(mesh));
  EXPECT_EQ(run(fmt::format("/usr/bin/python3 '{}' '{}' --closed", program, file.string())), 1);
  EXPECT_NE(output_.find("not closed"), std::string::npos) << output_;
}

}  // namespace
}  // namespace barchan::test::mesh_files_test
