// Rasters that are written and read back keep their values, range and cell size.
#include "io/raster_file.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>
#include <tiffio.h>

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
INSTANTIATE_TEST_SUITE_P(Formats, ExactFormats, testing::Values(".tif", ".TIFF", ".asc", ".r32"));

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
INSTANTIATE_TEST_SUITE_P(Formats, CodedFormats, testing::Values(".png", ".r16"));

TEST(Raster, FilesHoldTheNorthernRowFirst) {
  const TemporaryFolder folder;
  Raster raster;
  raster.width = 2;
  raster.height = 2;
  raster.values = {1.0f, 2.0f, 3.0f, 4.0f};  // southern row 1 2, northern row 3 4
  write_raster(folder / "a.asc", raster);
  const std::string text = read_bytes(folder / "a.asc");
  EXPECT_TRUE(contains(text, "3 4\n1 2\n")) << text;
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
  const Raster floats = read_raster(folder / "map.tif", {.minimum = -10.0, .maximum = 10.0});
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

/// Writes a TIFF file as another program might.
template <class T>
void write_foreign_tiff(std::filesystem::path const& path, int width, int height, std::vector<T> const& values,
                        int sample_format, bool tiled, int compression) {
  TIFF* tiff = TIFFOpen(path.c_str(), "w");
  ASSERT_NE(tiff, nullptr);
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, width);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, height);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, static_cast<int>(8 * sizeof(T)));
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, sample_format);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, compression);
  if (tiled) {
    constexpr int kTile = 16;
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, kTile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, kTile);
    for (int y0 = 0; y0 < height; y0 += kTile) {
      for (int x0 = 0; x0 < width; x0 += kTile) {
        std::vector<T> tile(kTile * kTile, T{});
        for (int y = y0; y < std::min(height, y0 + kTile); ++y) {
          for (int x = x0; x < std::min(width, x0 + kTile); ++x) {
            tile[static_cast<std::size_t>((y - y0) * kTile + x - x0)] = values[static_cast<std::size_t>(y * width + x)];
          }
        }
        TIFFWriteTile(tiff, tile.data(), static_cast<std::uint32_t>(x0), static_cast<std::uint32_t>(y0), 0, 0);
      }
    }
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, 5);
    for (int y = 0; y < height; ++y) {
      std::vector<T> row(values.begin() + y * width, values.begin() + (y + 1) * width);
      TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y), 0);
    }
  }
  TIFFClose(tiff);
}

TEST(Raster, ReadsTheTiffsOfOthers) {
  const TemporaryFolder folder;
  constexpr int kWidth = 21, kHeight = 18;
  for (const bool tiled : {false, true}) {
    for (const int compression : {COMPRESSION_NONE, COMPRESSION_LZW}) {
      std::vector<double> doubles;
      std::vector<std::int16_t> shorts;
      std::vector<std::uint16_t> codes;
      for (int i = 0; i < kWidth * kHeight; ++i) {
        doubles.push_back(i * 0.25);
        shorts.push_back(static_cast<std::int16_t>(i - 100));
        codes.push_back(static_cast<std::uint16_t>(i * 100));
      }
      const auto file = folder / "foreign.tif";
      const std::size_t last_row = static_cast<std::size_t>((kHeight - 1) * kWidth);
      write_foreign_tiff(file, kWidth, kHeight, doubles, SAMPLEFORMAT_IEEEFP, tiled, compression);
      Raster raster = read_raster(file);
      EXPECT_EQ(raster.values[last_row + 3], 0.75f) << "the file's first row is the northern one";
      EXPECT_EQ(raster.values[0], 0.25f * static_cast<float>(last_row));
      write_foreign_tiff(file, kWidth, kHeight, shorts, SAMPLEFORMAT_INT, tiled, compression);
      raster = read_raster(file);
      EXPECT_EQ(raster.values[last_row], -100.0f) << "signed whole numbers are metres";
      write_foreign_tiff(file, kWidth, kHeight, codes, SAMPLEFORMAT_UINT, tiled, compression);
      raster = read_raster(file, {.minimum = 0.0, .maximum = 65535.0});
      EXPECT_EQ(raster.values[last_row + 7], 700.0f) << "unsigned ones are an image's codes";
    }
  }
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
