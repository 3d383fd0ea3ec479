// Stills: pictures that carry their world bring it back as it was, and damaged ones are refused.
#include "io/still.hpp"

#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include "faults/faults.hpp"
#include "history/history_outline.hpp"
#include "io/file.hpp"
#include "io/picture_file.hpp"
#include "io/png_chunks.hpp"
#include "io/read_strokes.hpp"
#include "io/scenario.hpp"
#include "io/world_history.hpp"
#include "io_support.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"

namespace barchan::test::still_test {
namespace {

namespace fs = std::filesystem;

constexpr char const* kLand = R"(
title = "Sand and water"
seed = 9
[grid]
width = 24
height = 20
[[land.sand]]
shape = "noise"
level = 1
wavelength = 12
[wind_particles]
population = 200
[water_particles]
enabled = true
population = 100
[[timeline]]
at = 2
set = { "wind.direction" = 90.0 }
)";

Picture plain_picture(int width = 5, int height = 3) {
  return {width, height, std::vector<std::uint8_t>(3 * static_cast<std::size_t>(width * height), 90)};
}

/// A world that was opened from `source`, with its history.
std::unique_ptr<History> history_of(std::string const& source, SavedWorldInfo& info) {
  StartedWorld started = start_world(source);
  info = started.info;
  const LandOrigin origin{{source, {}, {}, {}}, info, started.resumed};
  return std::make_unique<History>(std::move(started.world), usual_history_options(1), encode_origin(origin));
}

void steps(History& history, int count) {
  for (int i = 0; i < count; ++i) history.step();
}

std::string still_of(History& history, SavedWorldInfo const& info, fs::path const& file,
                     std::size_t most = kMostInStill) {
  StillWorld world = still_world(history);
  world.info = info;
  return write_still(file, plain_picture(), std::move(world), most);
}

std::vector<std::string> acts_of(HistoryOutline const& outline) {
  std::vector<std::string> acts;
  for (OutlineAct const& act : outline.acts) acts.push_back(fmt::format("{} at {}", act.title, act.step));
  return acts;
}

/// A way to come to a world: a file that it begins with, and what is done then.
struct Way {
  char const* name;
  std::function<std::string(TemporaryFolder const&)> begin;
  std::function<void(History&)> live;
};

std::string scenario_in(TemporaryFolder const& folder) {
  write_bytes(folder / "land.toml", kLand);
  return (folder / "land.toml").string();
}

std::string soil_file_in(TemporaryFolder const& folder) {
  write_bytes(folder / "land.soil",
              "WORLD {\nSEED 7\nSIZEX 24\nSIZEY 16\nSCALE 100\nNWIND 20\nNWATER 30\n}\n"
              "SOIL Red Sand {\nDENSITY 0.4\nMAXDIFF 0.005\n}\nLAYER Red Sand {\nBIAS 0.1\n}\n");
  return (folder / "land.soil").string();
}

std::string height_map_in(TemporaryFolder const& folder) {
  write_raster(folder / "map.png", sample_raster(20, 14));
  return (folder / "map.png").string();
}

std::string saved_world_in(TemporaryFolder const& folder) {
  StartedWorld started = start_world(scenario_in(folder));
  for (int i = 0; i < 4; ++i) started.world.step();
  save_world(folder / "saved.barchan", started.world, started.info);
  return (folder / "saved.barchan").string();
}

void stroke_and_undo(History& history) {
  steps(history, 3);
  history.apply(parse_stroke("raise material=sand radius=4 amount=1 path=0.4,0.5,0.6,0.5"),
                {.number = 1, .title = "raise"});
  steps(history, 2);
  history.apply(SetParameter{"wind", "speed", 13.0}, {.number = 2, .title = "Wind speed"});
  steps(history, 2);
  history.apply(PlaceObstacle{{.height = 3.0f, .length = 5.0f, .width = 2.0f}}, {.number = 3, .title = "place wall"});
  steps(history, 1);
  history.undo();
  history.arrive();
}

void rewind(History& history) {
  steps(history, 8);
  history.apply(SetParameter{"wind", "speed", 12.0}, {.number = 1, .title = "Wind speed"});
  steps(history, 6);
  history.rewind(5);
  history.arrive();
}

const Way kWays[] = {
    {"Scenario", scenario_in, [](History& history) { steps(history, 7); }},
    {"ShippedScenario", [](TemporaryFolder const&) { return std::string("single_dune"); },
     [](History& history) { steps(history, 2); }},
    {"StrokesAndUndo", scenario_in, stroke_and_undo},
    {"Rewound", scenario_in, rewind},
    {"SoilFile", soil_file_in, [](History& history) { steps(history, 3); }},
    {"HeightMap", height_map_in, [](History& history) { steps(history, 3); }},
    {"SavedWorld", saved_world_in, [](History& history) { steps(history, 3); }},
    {"NewWorld", scenario_in, [](History&) {}},
};

class StillOf : public testing::TestWithParam<Way> {};

TEST_P(StillOf, BringsBackItsWorldWithoutTheFileThatItBeganWith) {
  const TemporaryFolder folder, pictures;
  SavedWorldInfo info;
  std::string source;
  const auto history = history_of(source = GetParam().begin(folder), info);
  GetParam().live(*history);
  info.camera = {33.0, 21.0, 0.6, 0.2, 0.4};
  const fs::path file = pictures / "still.png";
  EXPECT_EQ(still_of(*history, info, file), "");
  EXPECT_EQ(pictures.names(), std::vector<std::string>{"still.png"});
  for (std::string const& name : folder.names()) fs::remove(folder / name);

  ASSERT_TRUE(is_saved_world(file));
  StartedWorld opened = start_world(file.string());
  World const& world = history->world();
  EXPECT_TRUE(opened.resumed);
  EXPECT_TRUE(opened.notices.empty());
  EXPECT_EQ(opened.world.hash(), world.hash());
  EXPECT_EQ(opened.world.step_count(), world.step_count());
  EXPECT_EQ(opened.world.seed(), world.seed());
  EXPECT_EQ(opened.info.camera, info.camera);
  EXPECT_EQ(opened.info.scenario.title, info.scenario.title);

  // Its past came along: the acts, and moments to which it can go back.
  std::optional<HistoryRecord> record = take_history(opened, file.string());
  ASSERT_TRUE(record);
  History again(std::move(opened.world), *std::move(record), usual_history_options(2));
  EXPECT_EQ(acts_of(outline_of(again)), acts_of(outline_of(*history)));
  for (History* one : {&again, history.get()}) {
    steps(*one, 3);
    one->rewind(1);
    one->arrive();
  }
  EXPECT_EQ(again.world().hash(), history->world().hash());
}

INSTANTIATE_TEST_SUITE_P(Ways, StillOf, testing::ValuesIn(kWays),
                         [](auto const& way) { return std::string(way.param.name); });

/// A still of a small land after a few steps.
struct Made {
  TemporaryFolder folder;
  SavedWorldInfo info;
  std::unique_ptr<History> history;
  fs::path file = folder / "still.png";

  Made() : history(history_of(scenario_in(folder), info)) { stroke_and_undo(*history); }
  std::string write(std::size_t most = kMostInStill) { return still_of(*history, info, file, most); }
  std::vector<std::byte> chunk() const {
    std::ifstream png(file, std::ios::binary);
    return read_chunks(png, kWorldChunk, kMostInStill).value();
  }
  /// Bytes of the world without its history, compressed.
  std::size_t size_alone() {
    StillWorld world = still_world(*history);
    world.history.reset();
    world.info = info;
    write_still(folder / "alone.png", plain_picture(), world);
    std::ifstream png(folder / "alone.png", std::ios::binary);
    return read_chunks(png, kWorldChunk, kMostInStill).value().size();
  }
};

TEST(Still, TellsPeopleWhatItShows) {
  Made made;
  made.write();
  const std::string bytes = read_bytes(made.file);
  EXPECT_TRUE(contains(bytes, fmt::format("scenario land, seed 9, step {}, hash {:016x}",
                                          made.history->world().step_count(), made.history->world().hash())));
  EXPECT_TRUE(contains(bytes, "Sand and water"));
}

TEST(Still, CommandsThatTakeALandTakeIt) {
  Made made;
  made.write();
  const std::string file = "\"" + made.file.string() + "\"",
                    hash = fmt::format("{:016x}", made.history->world().hash());
  for (std::string const& command : {"run " + file + " --steps 0", "check " + file, "replay " + file}) {
    const ProgramResult result = run_cli(command);
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.output;
    EXPECT_TRUE(contains(result.output, hash)) << command << "\n" << result.output;
  }
  for (std::string const& command : {"measure " + file, "fields " + file, "section " + file + " --from 1,1 --to 9,9"}) {
    const ProgramResult result = run_cli(command);
    EXPECT_EQ(result.exit_code, 0) << command << "\n" << result.output;
  }
  const ProgramResult list = run_cli("replay " + file + " --list");
  EXPECT_TRUE(contains(list.output, "raise")) << list.output;
  for (auto const& [option, advice] : {std::pair("--seed 3", "no --seed"), std::pair("--range 0:9", "height map")}) {
    const ProgramResult result = run_cli("run " + file + " " + option);
    EXPECT_EQ(result.exit_code, 2) << result.output;
    EXPECT_TRUE(contains(result.output, advice)) << result.output;
  }
}

TEST(Still, AHistoryThatIsTooLongLiesBesideItAndComesBackWithIt) {
  Made made;
  const std::uint64_t hash = made.history->world().hash();
  const std::string note = made.write(made.size_alone());
  EXPECT_TRUE(contains(note, "The history of its world is too large for the picture")) << note;
  EXPECT_TRUE(contains(note, "still.png.barchan")) << note;
  const fs::path beside = made.folder / "still.png.barchan";
  SavedWorld both = load_world(made.file);
  EXPECT_EQ(both.world.hash(), hash);
  EXPECT_FALSE(both.info.history.empty());
  EXPECT_TRUE(both.notices.empty());

  fs::create_directories(made.folder / "other");
  fs::rename(beside, made.folder / "other/still.png.barchan");
  const StartedWorld alone = start_world(made.file.string());
  EXPECT_EQ(alone.world.hash(), hash) << "the picture still carries the world";
  EXPECT_TRUE(alone.info.history.empty());
  ASSERT_EQ(alone.notices.size(), 1u);
  EXPECT_TRUE(contains(alone.notices[0], "still.png.barchan")) << alone.notices[0];

  // Another world under that name is not taken for it.
  made.history->step();
  save_world(beside, made.history->world(), made.info);
  EXPECT_EQ(load_world(made.file).world.hash(), hash);

  // Nor does a damaged file cost the world in the picture.
  write_bytes(beside, "no world");
  const SavedWorld inside = load_world(made.file);
  EXPECT_EQ(inside.world.hash(), hash);
  ASSERT_EQ(inside.notices.size(), 1u);
  EXPECT_TRUE(contains(inside.notices[0], "missing or damaged")) << inside.notices[0];
}

TEST(Still, AWorldThatIsTooLargeLiesBesideItAndIsAskedForWhenItIsMissing) {
  Made made;
  const std::string note = made.write(100);
  EXPECT_TRUE(contains(note, "The world is too large for the picture")) << note;
  EXPECT_EQ(load_world(made.file).world.hash(), made.history->world().hash());
  fs::remove(made.folder / "still.png.barchan");
  EXPECT_TRUE(is_saved_world(made.file));
  EXPECT_EQ(input_error_of([&] { start_world(made.file.string()); }),
            made.file.string() +
                ": expected the world of this picture in still.png.barchan in the same folder, found no such file with "
                "this world; copy it there");
  EXPECT_TRUE(says(input_error_of([&] { load_world(made.file); }), "The world of a picture is missing"));
}

TEST(Still, EveryDamagedByteIsSaid) {
  Made made;
  made.write();
  const std::vector<std::byte> good = made.chunk();
  ASSERT_NO_THROW(decode_still(good, "good.png"));
  for (std::size_t at = 0; at < good.size(); at += 1 + good.size() / 400) {
    std::vector<std::byte> bad = good;
    bad[at] ^= std::byte{0x10};
    EXPECT_TRUE(contains(input_error_of([&] { decode_still(bad, "bad.png"); }), "bad.png: expected the world of this"))
        << at;
  }
  for (const std::size_t length : {std::size_t{0}, std::size_t{7}, std::size_t{30}, good.size() / 2, good.size() - 1}) {
    const std::vector<std::byte> cut(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_TRUE(contains(input_error_of([&] { decode_still(cut, "cut.png"); }), "cut.png: expected the world"))
        << length;
  }
}

/// The chunk with a right checksum, so that what lies behind it is read.
std::vector<std::byte> checked(std::vector<std::byte> chunk) {
  const std::uint64_t check = XXH3_64bits(chunk.data() + 8, chunk.size() - 8);
  std::memcpy(chunk.data(), &check, sizeof check);
  return chunk;
}

TEST(Still, ForgedContentsAreRefused) {
  const StillContents far{.beside = "../secret.barchan"}, nothing{};
  EXPECT_TRUE(contains(input_error_of([&] { decode_still(encode_still(far), "f"); }), "is not a name"));
  EXPECT_TRUE(contains(input_error_of([&] { decode_still(encode_still(nothing), "f"); }), "neither a world"));

  StillContents some{.saved = std::vector<std::byte>(1000)};
  std::vector<std::byte> chunk = encode_still(some);
  constexpr std::size_t kVersionAt = 8, kNameAt = 28, kCodeAt = kNameAt + 8 + 8;
  std::vector<std::byte> later = chunk;
  later[kVersionAt] = std::byte{2};
  EXPECT_TRUE(contains(input_error_of([&] { decode_still(checked(later), "f"); }), "found version 2"));

  // A frame of Zstandard whose header claims 2^40 bytes.
  const std::vector<unsigned char> bomb{0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0};
  std::vector<std::byte> forged(chunk.begin(), chunk.begin() + kCodeAt);
  const std::uint64_t length = bomb.size();
  std::memcpy(forged.data() + kNameAt + 8, &length, sizeof length);
  for (const unsigned char byte : bomb) forged.push_back(std::byte{byte});
  EXPECT_TRUE(contains(input_error_of([&] { decode_still(checked(forged), "f"); }), "a size that is too large"));
}

/// The file without the chunks of this type.
std::string without_chunk(std::string const& png, std::string const& type) {
  std::string kept = png.substr(0, 8);
  for (std::size_t at = 8; at + 12 <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < 4; ++i) length = 256 * length + static_cast<unsigned char>(png[at + i]);
    if (png.substr(at + 4, 4) != type) kept += png.substr(at, length + 12);
    at += length + 12;
  }
  return kept;
}

TEST(Still, APictureThatHasLostItsWorldIsToldFromAHeightMap) {
  Made made;
  made.write();
  write_bytes(made.folder / "again.png", without_chunk(read_bytes(made.file), "baRc"));
  EXPECT_FALSE(is_saved_world(made.folder / "again.png"));
  const std::string error = input_error_of([&] { start_world((made.folder / "again.png").string()); });
  EXPECT_TRUE(contains(error, "found a picture that has lost its world (scenario land, seed 9")) << error;
  EXPECT_TRUE(says(error, "A picture has lost its world"));
  const std::string as_map = input_error_of([&] { read_raster(made.file); });
  EXPECT_TRUE(contains(as_map, "open it as a world, not as a map")) << as_map;
  // Height maps stay height maps, also those that Barchan writes.
  write_raster(made.folder / "map.png", sample_raster(8, 6));
  EXPECT_FALSE(is_saved_world(made.folder / "map.png"));
  EXPECT_FALSE(start_world((made.folder / "map.png").string()).resumed);
  write_picture(made.folder / "plain.png", plain_picture());
  EXPECT_FALSE(is_saved_world(made.folder / "plain.png"));
}

TEST(Still, AFileThatIsCutShortIsRefused) {
  Made made;
  made.write();
  const std::string whole = read_bytes(made.file);
  for (const std::size_t part : {1u, 2u, 3u, 5u, 7u}) {
    const fs::path file = made.folder / "cut.png";
    write_bytes(file, whole.substr(0, part * whole.size() / 8));
    EXPECT_NE(input_error_of([&] { start_world(file.string()); }), "") << part;
  }
}

TEST(Still, LongContentsAreDividedAndJoined) {
  std::vector<std::byte> world(2 * kChunkPiece + 12345);
  for (std::size_t i = 0; i < world.size(); ++i) world[i] = static_cast<std::byte>(i * 2654435761u >> 13);
  PictureExtras extras;
  extras.world = world;
  const std::vector<std::byte> png = encode_picture(plain_picture(), extras);
  std::istringstream file(std::string(reinterpret_cast<char const*>(png.data()), png.size()));
  EXPECT_EQ(read_chunks(file, kWorldChunk, world.size()).value(), world);
  std::istringstream again(file.str());
  EXPECT_EQ(read_chunks(again, kWorldChunk, 1000).value().size(), 1000u) << "no more than is wanted";
}

}  // namespace
}  // namespace barchan::test::still_test
