// Fuzzes saved worlds. A valid header is put in front of the bytes, so that mutations reach the code after the
// checksum.
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "fuzz_support.hpp"
#include "world/world.hpp"

namespace {

/// A small saved world to which mutations are applied: pairs of position (2 bytes) and value (1 byte).
std::vector<std::byte> good_world() {
  barchan::Scenario scenario = barchan::parse_scenario(
      "title = \"f\"\n[grid]\nwidth = 9\nheight = 7\n[[land.sand]]\nshape = \"uniform\"\n"
      "[wind_particles]\npopulation = 20\n[water_particles]\nenabled = true\npopulation = 10\n"
      "[[timeline]]\nat = 0\nplace = { shape = \"cone\", radius = 3 }\n"
      "[[timeline]]\nat = 1.4\nremove = { shape = \"wall\" }\n",
      "fuzz.toml", {});
  barchan::World world = barchan::make_world(scenario);
  world.apply(barchan::PlaceObstacle{{.shape = barchan::ObstacleShape::stamp}, {2, 1, {0, 65535}}});
  for (int step = 0; step < 3; ++step) world.step();
  return barchan::encode_world(world, {scenario.info, {}});
}

/// Offsets of the length and the checksum in the header, and of the contents.
constexpr std::size_t kLengthAt = 16, kChecksumAt = 24, kContentAt = 32;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static const std::vector<std::byte> kGood = good_world();
  barchan::fuzz::expect_result_or_input_error(
      [&] { barchan::decode_world(barchan::fuzz::as_bytes(data, size), "raw.barchan"); });

  std::vector<std::byte> bytes = kGood;
  for (std::size_t i = 0; i + 3 <= size; i += 3) {
    const std::size_t at = kContentAt + (data[i] + 256u * data[i + 1]) % (bytes.size() - kContentAt);
    bytes[at] = static_cast<std::byte>(data[i + 2]);
  }
  if (size % 3 == 1) bytes.resize(kContentAt + data[size - 1] * (bytes.size() - kContentAt) / 256);
  const std::uint64_t length = bytes.size() - kContentAt;
  const std::uint64_t checksum = XXH3_64bits(bytes.data() + kContentAt, length);
  std::memcpy(bytes.data() + kLengthAt, &length, sizeof length);
  std::memcpy(bytes.data() + kChecksumAt, &checksum, sizeof checksum);
  barchan::fuzz::expect_result_or_input_error([&] {
    barchan::SavedWorld saved = barchan::decode_world(bytes, "fuzz.barchan");
    for (int step = 0; step < 2; ++step) saved.world.step();
  });
  return 0;
}
