// Rasters that are written and read back keep their values, range and cell size.
#include "io/raster_file.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace barchan::test::raster_test {
namespace {

class ExactFormats : public testing::TestWithParam<char const*> {};

TEST_P(ExactFormats, KeepEveryBitOfAFloat) {
  const TemporaryFolder folder;
  const Raster out = sample_raster(7, 5);
  const auto file = folder / (std::string("sand") + GetParam());
  write_raster(file, out);
  const Raster in = read_raster(file);
  ASSERT_EQ(in.width, 7);
  ASSERT_EQ(in.height, 5);
  EXPECT_EQ(in.values, out.values);
  EXPECT_EQ(in.cell_size, 2.5);
  EXPECT_FALSE(in.cell_size_assumed);
  EXPECT_FALSE(in.range_assumed);
  EXPECT_TRUE(in.notices.empty());
}
INSTANTIATE_TEST_SUITE_P(Formats, ExactFormats,
                         testing::Values(".tif", ".TIFF", ".asc", ".r32", ".nc", ".exr", ".npy"));

class CodedFormats : public testing::TestWithParam<char const*> {};

TEST_P(CodedFormats, KeepRangeCellSizeAndSixteenBits) {
  const TemporaryFolder folder;
  const Raster out = sample_raster(6, 9);
  const auto first = folder / (std::string("first") + GetParam());
  write_raster(first, out);
  const Raster in = read_raster(first);
  ASSERT_EQ(in.width, 6);
  ASSERT_EQ(in.height, 9);
  EXPECT_EQ(in.cell_size, 2.5);
  EXPECT_EQ(in.field, "sediment");
  const auto [low, high] = out.extent();
  const double step = (static_cast<double>(high) - static_cast<double>(low)) / 65535.0;
  for (std::size_t i = 0; i < in.values.size(); ++i) {
    EXPECT_NEAR(in.origin + static_cast<double>(in.values[i]), static_cast<double>(out.values[i]), 0.51 * step);
  }
  // Reading and writing it again changes nothing.
  const auto second = folder / (std::string("second") + GetParam());
  write_raster(second, in);
  EXPECT_EQ(read_bytes(first), read_bytes(second));
}
INSTANTIATE_TEST_SUITE_P(Formats, CodedFormats, testing::Values(".png", ".r16", ".raw"));

TEST(Raster, FilesHoldTheNorthernRowFirst) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = 2;
  raster.height = 2;
  raster.values = {1.0f, 2.0f, 3.0f, 4.0f};  // southern row 1 2, northern row 3 4
  write_raster(folder / "a.asc", raster);
  const std::string text = read_bytes(folder / "a.asc");
  EXPECT_LT(text.find("3.0 4"), text.find("1 2")) << text;
  write_raster(folder / "a.r32", raster);
  float first = 0.0f;
  std::memcpy(&first, read_bytes(folder / "a.r32").data(), sizeof first);
  EXPECT_EQ(first, 3.0f);
}

TEST(Raster, LevelLandSurvivesSixteenBits) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = 3;
  raster.height = 1;
  raster.values = {12.5f, 12.5f, 12.5f};
  write_raster(folder / "flat.png", raster);
  const Raster in = read_raster(folder / "flat.png");
  for (float value : in.values) EXPECT_EQ(in.origin + static_cast<double>(value), 12.5);
}

TEST(Raster, AnImageWithoutRangeSpansAFifthOfItsWidth) {
  const TemporaryFolder folder;
  write_bytes(folder / "map.r16", std::string("\x00\x00\xff\xff\x00\x00\xff\xff", 8));
  const Raster raster = read_raster(folder / "map.r16", {.cell_size = 10.0});
  EXPECT_EQ(raster.width, 2);
  EXPECT_TRUE(raster.range_assumed);
  EXPECT_EQ(raster.extent().first, 0.0f);
  EXPECT_FLOAT_EQ(raster.extent().second, 4.0f);  // a fifth of 2 cells of 10 m
  ASSERT_EQ(raster.notices.size(), 2u) << "square and range are assumed, and both are said";
  EXPECT_TRUE(contains(raster.notices[0], "square of 2 x 2"));
  EXPECT_TRUE(contains(raster.notices[1], "0 to 4 m"));
}

TEST(Raster, RawFilesTakeTheirSizeFromTheSidecarOrTheHints) {
  const TemporaryFolder folder;
  const std::string bytes(12, '\0');
  write_bytes(folder / "map.r16", bytes);
  EXPECT_EQ(read_raster(folder / "map.r16", {.size = std::pair{3, 2}}).width, 3);
  write_bytes(folder / "map.r16.json", R"({"width": 2, "height": 3, "minimum": 5, "maximum": 9, "cell_size": 0.5})");
  const Raster raster = read_raster(folder / "map.r16");
  EXPECT_EQ(raster.width, 2);
  EXPECT_EQ(raster.height, 3);
  EXPECT_EQ(raster.origin, 5.0);
  EXPECT_EQ(raster.cell_size, 0.5);
}

TEST(Raster, TheHintsWinOverTheFile) {
  const TemporaryFolder folder;
  write_raster(folder / "map.png", sample_raster(4, 4));
  const Raster raster = read_raster(folder / "map.png", {.minimum = 100.0, .maximum = 300.0, .cell_size = 8.0});
  EXPECT_EQ(raster.cell_size, 8.0);
  EXPECT_EQ(raster.origin + static_cast<double>(raster.extent().first), 100.0);
  EXPECT_EQ(raster.origin + static_cast<double>(raster.extent().second), 300.0);
  write_raster(folder / "map.tif", sample_raster(4, 4));
  const Raster floats = read_raster(folder / "map.tif", {.lowest = -10.0, .highest = 10.0});
  EXPECT_DOUBLE_EQ(floats.origin + static_cast<double>(floats.extent().first), -10.0);
  EXPECT_NEAR(floats.origin + static_cast<double>(floats.extent().second), 10.0, 1e-5);
}

TEST(Raster, AHigherRangeGivesTheSameReliefBitForBit) {
  const TemporaryFolder folder;
  write_raster(folder / "map.png", sample_raster(16, 16));
  const Raster low = read_raster(folder / "map.png", {.minimum = 0.0, .maximum = 100.0});
  const Raster high = read_raster(folder / "map.png", {.minimum = 4000.0, .maximum = 4100.0});
  EXPECT_EQ(low.values, high.values);
  EXPECT_EQ(high.origin - low.origin, 4000.0);
}

TEST(Raster, ReadsGridsWithCentresAndOddSpaces) {
  const TemporaryFolder folder;
  write_bytes(
      folder / "a.asc",
      "NCOLS 2\r\nNROWS 2\r\nXLLCENTER 5\r\nYLLCENTER 5\r\nCELLSIZE 10\r\nNODATA_value -9999\r\n 1 +2\r\n\t3\r\n-4e1");
  const Raster raster = read_raster(folder / "a.asc");
  EXPECT_EQ(raster.values, (std::vector<float>{3.0f, -40.0f, 1.0f, 2.0f}));
  EXPECT_EQ(raster.cell_size, 10.0);
}

}  // namespace
}  // namespace barchan::test::raster_test
