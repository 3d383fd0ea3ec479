// How a raster is written: range of codes, order of rows and bytes, half floats, files beside it.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io/exr_image.hpp"
#include "io/picture_file.hpp"
#include "io/raster_file.hpp"
#include "io_support.hpp"

namespace barchan::test::raster_writing_test {
namespace {

/// Three columns and two rows: 1 2 3 in the south, 4 5 6 in the north.
Raster six_cells() {
  Raster raster;
  raster.width = 3;
  raster.height = 2;
  raster.cell_size = 2.0;
  raster.origin = 100.0;
  raster.values = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f};
  return raster;
}

std::vector<unsigned> codes_of(std::string const& bytes, bool big = false) {
  std::vector<unsigned> codes;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto first = static_cast<unsigned char>(bytes[i]), second = static_cast<unsigned char>(bytes[i + 1]);
    codes.push_back(big ? first * 256u + second : second * 256u + first);
  }
  return codes;
}

TEST(RasterWriting, ARangeSetsTheValuesOfTheCodesAndClampsTheOthers) {
  const TemporaryFolder folder;
  write_raster(folder / "a.r16", six_cells(), {.range = std::pair{102.0, 105.0}});
  EXPECT_EQ(codes_of(read_bytes(folder / "a.r16")), (std::vector<unsigned>{43690, 65535, 65535, 0, 0, 21845}));
  const auto facts = nlohmann::json::parse(read_bytes(folder / "a.r16.json"));
  EXPECT_EQ(facts["minimum"], 102.0);
  EXPECT_EQ(facts["maximum"], 105.0);
  const Raster in = read_raster(folder / "a.r16");
  EXPECT_NEAR(in.origin + static_cast<double>(in.values[2]), 103.0, 1e-4);
  EXPECT_NEAR(in.origin + static_cast<double>(in.values[5]), 105.0, 1e-4) << "clamped";
}

TEST(RasterWriting, AMapOfUnrealEngineHasSeaLevelAtTheMiddleCode) {
  // A scale of 100 in Z: 512 m are 65536 steps, and code 32768 is 0 m.
  const TemporaryFolder folder;
  Raster raster = six_cells();
  raster.origin = 0.0;
  raster.values = {0.0f, -256.0f, 256.0f, 1.0f, -1.0f, 128.0f};
  const RasterWriting writing{.range = std::pair{-256.0, 256.0}, .codes = 65536.0, .south_first = true};
  write_raster(folder / "a.raw", raster, writing);
  EXPECT_EQ(codes_of(read_bytes(folder / "a.raw")), (std::vector<unsigned>{32768, 0, 65535, 32896, 32640, 49152}));
  const Raster in = read_raster(folder / "a.raw");
  for (std::size_t i = 0; i < in.values.size(); ++i) {
    const double wanted = std::min(static_cast<double>(raster.values[i]), 256.0 - 512.0 / 65536.0);
    EXPECT_NEAR(in.origin + static_cast<double>(in.values[i]), wanted, 1e-4) << i;
  }
}

class Orders : public testing::TestWithParam<std::tuple<char const*, bool, ByteOrder>> {};

TEST_P(Orders, AreReadBackTheSame) {
  auto const& [ending, south_first, byte_order] = GetParam();
  const TemporaryFolder folder;
  const Raster out = sample_raster(7, 5);
  const auto file = folder / (std::string("a") + ending);
  write_raster(file, out, {.south_first = south_first, .byte_order = byte_order});
  const Raster in = read_raster(file);
  ASSERT_EQ(in.values.size(), out.values.size());
  EXPECT_EQ(in.cell_size, 2.5);
  EXPECT_TRUE(in.notices.empty());
  const auto [low, high] = out.extent();
  const double step = (static_cast<double>(high) - static_cast<double>(low)) / 65535.0;
  for (std::size_t i = 0; i < in.values.size(); ++i) {
    EXPECT_NEAR(in.origin + static_cast<double>(in.values[i]), static_cast<double>(out.values[i]), 0.51 * step) << i;
  }
}
INSTANTIATE_TEST_SUITE_P(Raw, Orders,
                         testing::Combine(testing::Values(".r16", ".raw", ".r32"), testing::Bool(),
                                          testing::Values(ByteOrder::little, ByteOrder::big)));
INSTANTIATE_TEST_SUITE_P(Others, Orders,
                         testing::Combine(testing::Values(".png", ".exr", ".npy"), testing::Bool(),
                                          testing::Values(ByteOrder::little)));

TEST(RasterWriting, TheFirstRowAndTheHighByteComeFirstInTheFile) {
  const TemporaryFolder folder;
  Raster raster = six_cells();
  raster.origin = 0.0;
  write_raster(folder / "a.r32", raster, {.south_first = true, .byte_order = ByteOrder::big});
  const std::string bytes = read_bytes(folder / "a.r32");
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x3f\x80\x00\x00\x40\x00\x00\x00", 8)) << "1 and 2, big-endian";
  write_raster(folder / "b.r16", raster, {.range = std::pair{0.0, 65535.0}, .byte_order = ByteOrder::big});
  EXPECT_EQ(codes_of(read_bytes(folder / "b.r16"), true), (std::vector<unsigned>{4, 5, 6, 1, 2, 3}));
  const auto facts = nlohmann::json::parse(read_bytes(folder / "a.r32.json"));
  EXPECT_EQ(facts["first_row"], "south");
  EXPECT_EQ(facts["byte_order"], "big");
}

TEST(RasterWriting, HalfFloatsAreRoundedAndRead) {
  const TemporaryFolder folder;
  Raster raster = six_cells();
  raster.origin = 0.0;
  raster.values = {0.1f, 2049.0f, -3.5f, 1000.25f, 0.0f, 60000.0f};
  write_raster(folder / "a.exr", raster, {.half = true});
  const Raster in = read_raster(folder / "a.exr");
  EXPECT_EQ(in.values, (std::vector<float>{0.0999755859375f, 2048.0f, -3.5f, 1000.0f, 0.0f, 60000.0f}));
  EXPECT_EQ(in.cell_size, 2.0);
  write_raster(folder / "b.exr", raster);
  EXPECT_EQ(read_raster(folder / "b.exr").values, raster.values);
}

TEST(RasterWriting, WithoutAFileBesideItTheRawFileIsAlone) {
  const TemporaryFolder folder;
  write_raster(folder / "a.r16", six_cells(), {.sidecar = false});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.r16"});
  EXPECT_FALSE(file_beside(folder / "a.r16", {.sidecar = false}).has_value());
  EXPECT_EQ(file_beside(folder / "a.npy"), folder / "a.npy.json");
  write_raster(folder / "a.r16", six_cells());
  EXPECT_TRUE(
      contains(input_error_of([&] { write_raster(folder / "a.r16", six_cells(), {.sidecar = false}); }), "a.r16.json"));
}

TEST(RasterWriting, ACloudOptimisedTiffIsOne) {
  const TemporaryFolder folder;
  const Raster out = sample_raster(700, 600);
  write_raster(folder / "a.tif", out, {.cog = true});
  EXPECT_TRUE(contains(read_bytes(folder / "a.tif").substr(0, 400), "LAYOUT=IFDS_BEFORE_DATA"));
  const Raster in = read_raster(folder / "a.tif");
  EXPECT_EQ(in.values, out.values);
  EXPECT_EQ(in.cell_size, 2.5);
  EXPECT_EQ(in.field, "sediment");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.tif"});
}

TEST(RasterWriting, AnOptionThatTheFormatLacksIsRefused) {
  struct Refusal {
    char const* file;
    RasterWriting writing;
    char const* word;
  };
  const Refusal refusals[]{
      {"a.tif", {.range = std::pair{0.0, 9.0}}, "range of codes"},
      {"a.r32", {.range = std::pair{0.0, 9.0}}, "range of codes"},
      {"a.exr", {.codes = 65536.0}, "range of codes"},
      {"a.tif", {.south_first = true}, "rows from the south"},
      {"a.nc", {.south_first = true}, "rows from the south"},
      {"a.png", {.byte_order = ByteOrder::big}, "byte order"},
      {"a.r16", {.byte_order = ByteOrder::detect}, "little or big"},
      {"a.npy", {.half = true}, "half floats"},
      {"a.asc", {.cog = true}, "cloud-optimised"},
      {"a.png", {.range = std::pair{9.0, 9.0}}, "below"},
      {"a.png", {.range = std::pair{9.0, 0.0}}, "below"},
      {"a.png", {.range = std::pair{0.0, std::numeric_limits<double>::quiet_NaN()}}, "below"},
      {"a.png", {.range = std::pair{0.0, std::numeric_limits<double>::infinity()}}, "below"},
      {"a.png", {.range = std::pair{0.0, 9.0}, .codes = 0.0}, "steps"},
      {"a.png", {.range = std::pair{0.0, 9.0}, .codes = 65537.0}, "steps"},
      {"a.hgt", {}, "expected a name"},
  };
  const TemporaryFolder folder;
  for (Refusal const& one : refusals) {
    const std::string said = input_error_of([&] { write_raster(folder / one.file, six_cells(), one.writing); });
    EXPECT_TRUE(contains(said, one.word)) << one.file << ": " << said;
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(RasterWriting, MetadataWithOtherWordsIsRefused) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.r16", std::string(8, '\1'));
  for (char const* facts :
       {R"({"width": 2, "height": 2, "first_row": "east"})", R"({"width": 2, "height": 2, "byte_order": "middle"})"}) {
    write_bytes(folder / "a.r16.json", facts);
    EXPECT_TRUE(contains(input_error_of([&] { read_raster(folder / "a.r16"); }), "a.r16.json: expected")) << facts;
  }
}

TEST(RasterWriting, RowsFromTheSouthBesideAPlaceAreRefused) {
  const TemporaryFolder folder;
  write_raster(folder / "a.png", six_cells(), {.south_first = true});
  write_bytes(folder / "a.pgw", "2\n0\n0\n-2\n500001\n5000003\n");
  EXPECT_TRUE(contains(input_error_of([&] { read_raster(folder / "a.png"); }), "first_row"));
}

/// Reads the PNG back as a height map whose elevations are its codes.
Raster decoded(std::vector<std::byte> const& png, double largest) {
  return decode_raster("a.png", png, "", {.minimum = 0.0, .maximum = largest, .cell_size = 1.0});
}

TEST(EncodeImage, KeepsEverySampleOfEachLayout) {
  const std::array<std::uint8_t, 6> grey{1, 2, 3, 250, 251, 252};
  const Raster eight = decoded(encode_image(3, 2, 1, 8, grey), 255.0);
  EXPECT_EQ(eight.values, (std::vector<float>{250.0f, 251.0f, 252.0f, 1.0f, 2.0f, 3.0f}));
  const std::array<std::uint8_t, 4> wide{1, 0, 255, 2};
  const Raster sixteen = decoded(encode_image(2, 1, 1, 16, wide), 65535.0);
  EXPECT_EQ(sixteen.values, (std::vector<float>{256.0f, 65282.0f}));
  // Terrarium: elevation = red * 256 + green + blue / 256 - 32768.
  const std::array<std::uint8_t, 6> rgb{128, 5, 128, 128, 6, 0};
  const RasterHints colors{.cell_size = 1.0, .colors = ColorCode::terrarium};
  EXPECT_EQ(decode_raster("a.png", encode_image(2, 1, 3, 8, rgb), "", colors).values, (std::vector<float>{5.5f, 6.0f}));
  const std::array<std::uint8_t, 8> rgba{128, 5, 128, 255, 128, 6, 0, 255};
  EXPECT_EQ(decode_raster("a.png", encode_image(2, 1, 4, 8, rgba), "", colors).values,
            (std::vector<float>{5.5f, 6.0f}));
}

TEST(EncodeImage, RefusesOtherLayouts) {
  const std::array<std::uint8_t, 6> bytes{};
  EXPECT_THROW(encode_image(3, 2, 2, 8, bytes), std::invalid_argument);
  EXPECT_THROW(encode_image(1, 1, 3, 16, bytes), std::invalid_argument);
  EXPECT_THROW(encode_image(3, 2, 1, 4, bytes), std::invalid_argument);
  EXPECT_THROW(encode_image(3, 3, 1, 8, bytes), std::invalid_argument);
  EXPECT_THROW(encode_image(0, 2, 1, 8, {}), std::invalid_argument);
}

TEST(EncodeExr, KeepsNamedChannels) {
  const std::array<float, 6> first{1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.5f}, second{-1.0f, 0.1f, 0.0f, 7.0f, 8.0f, 9.0f};
  const std::string longest(255, 'n');
  const ExrChannel channels[]{{"wear", first, false}, {longest, first, false}, {"flow.X", second, true}};
  const std::vector<std::byte> bytes = encode_exr(3, 2, channels);
  const auto values = [&](std::string const& band) {
    return decode_raster("a.exr", bytes, "", {.cell_size = 1.0, .band = band}).values;
  };
  EXPECT_EQ(values("wear"), (std::vector<float>{4.0f, 5.0f, 6.5f, 1.0f, 2.0f, 3.0f}));
  EXPECT_EQ(values(longest), values("wear"));
  EXPECT_EQ(values("flow.X"), (std::vector<float>{7.0f, 8.0f, 9.0f, -1.0f, 0.0999755859375f, 0.0f}));
}

TEST(EncodeExr, RefusesChannelsThatCannotBeStored) {
  const std::array<float, 6> values{};
  const std::string too_long(256, 'n');
  const auto encode = [&](std::vector<ExrChannel> const& channels) { return encode_exr(3, 2, channels); };
  EXPECT_THROW(encode({}), std::invalid_argument);
  EXPECT_THROW(encode({{"", values}}), std::invalid_argument);
  EXPECT_THROW(encode({{too_long, values}}), std::invalid_argument);
  EXPECT_THROW(encode({{"a", values}, {"a", values}}), std::invalid_argument);
  EXPECT_THROW(encode({{"a", std::span(values).first(5)}}), std::invalid_argument);
}

}  // namespace
}  // namespace barchan::test::raster_writing_test
