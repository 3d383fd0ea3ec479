// A valid header is put in front of the bytes, so that mutations reach the code after the checksum.
#include <cstring>
#include <vector>

#include <xxhash.h>
#include <nlohmann/json.hpp>

#include "io/geojson.hpp"
#include "io/report.hpp"
#include "io/saved_world.hpp"
#include "support.hpp"

namespace barchan::fuzz {

namespace {

/// A small saved world to which mutations are applied: pairs of position (2 bytes) and value (1 byte).
std::vector<std::byte> good_world() {
  const Scenario scenario = parse_scenario(
      "title = \"f\"\n[grid]\nwidth = 9\nheight = 7\n[[land.sand]]\nshape = \"uniform\"\n"
      "[wind_particles]\npopulation = 20\n[water_particles]\nenabled = true\npopulation = 10\n"
      "[[timeline]]\nat = 0\nplace = { shape = \"cone\", radius = 3 }\n"
      "[[timeline]]\nat = 1.4\nremove = { shape = \"wall\" }\n",
      "fuzz.toml", {});
  World world = make_world(scenario);
  world.apply(PlaceObstacle{{.shape = ObstacleShape::stamp}, {2, 1, {0, 65535}}});
  for (int step = 0; step < 3; ++step) world.step();
  return encode_world(world, {scenario.info, {}});
}

/// Offsets of the length and the checksum in the header, and where the content begins.
constexpr std::size_t kLengthAt = 16, kChecksumAt = 24, kContentAt = 32;

void repair_header(std::vector<std::byte>& bytes) {
  const std::uint64_t length = bytes.size() - kContentAt;
  const std::uint64_t checksum = XXH3_64bits(bytes.data() + kContentAt, length);
  std::memcpy(bytes.data() + kLengthAt, &length, sizeof length);
  std::memcpy(bytes.data() + kChecksumAt, &checksum, sizeof checksum);
}

/// Steps that may be run: none of a world with many particles, which would be correct but slow.
int steps_of(World const& world) {
  constexpr double kMostParticles = 4096;
  const bool few = world.parameter("wind_particles", "population") <= kMostParticles &&
                   world.parameter("water_particles", "population") <= kMostParticles;
  return few ? 2 : 0;
}

/// Opens the world and lets it go on. The reports about it are JSON. Barchan only writes GeoJSON, so this is its test.
void open(std::vector<std::byte> const& bytes) {
  expect_result_or_input_error([&] {
    SavedWorld saved = decode_world(bytes, "fuzz.barchan");
    if (saved.world.grid().cells() > kMaximumCells) return;
    for (int left = steps_of(saved.world); left > 0; --left) saved.world.step();
    require(nlohmann::json::accept(water_geojson(saved.world)), "the GeoJSON of a world is JSON");
    RunFacts facts;
    facts.scenario = saved.info.scenario.id;
    require(nlohmann::json::accept(make_report(saved.world, facts)), "the report about a world is JSON");
  });
}

}  // namespace

void saved_world(Bytes bytes) {
  static const std::vector<std::byte> kGood = good_world();
  expect_result_or_input_error([&] { decode_world(bytes, "raw.barchan"); });
  if (bytes.size() > kContentAt) {
    std::vector<std::byte> repaired(bytes.begin(), bytes.end());
    repair_header(repaired);
    open(repaired);
  }

  const auto value = [&](std::size_t i) { return static_cast<std::size_t>(bytes[i]); };
  std::vector<std::byte> mutated = kGood;
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    mutated[kContentAt + (value(i) + 256 * value(i + 1)) % (mutated.size() - kContentAt)] = bytes[i + 2];
  }
  if (bytes.size() % 3 == 1) mutated.resize(kContentAt + value(bytes.size() - 1) * (kGood.size() - kContentAt) / 256);
  repair_header(mutated);
  open(mutated);
}

}  // namespace barchan::fuzz
