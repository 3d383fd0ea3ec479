// An invalid file is refused with one line that says what was expected and what was found, and where.
#include <algorithm>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "io/file.hpp"
#include "io/raster_file.hpp"
#include "io_support.hpp"

namespace barchan::test::bad_raster_test {
namespace {

std::string refusal(std::filesystem::path const& path, RasterHints const& hints = {}) {
  return input_error_of([&] { read_raster(path, hints); });
}

std::string big_endian(std::uint32_t value) {
  return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
          static_cast<char>(value)};
}

std::uint32_t crc32(std::string const& bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1u) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

/// The beginning of a PNG file that claims this size.
std::string png_header(std::uint32_t width, std::uint32_t height) {
  const std::string chunk = "IHDR" + big_endian(width) + big_endian(height) + std::string("\x10\x00\x00\x00\x00", 5);
  return std::string("\x89PNG\r\n\x1a\n", 8) + big_endian(13) + chunk + big_endian(crc32(chunk));
}

TEST(BadRaster, MissingDirectoryAndEmptyFiles) {
  const TemporaryFolder folder;
  for (char const* ending : {".png", ".tif", ".asc", ".r16", ".r32"}) {
    const auto missing = folder / (std::string("missing") + ending);
    EXPECT_TRUE(contains(refusal(missing), missing.string() + ": cannot be read: there is no such file"));
    const auto directory = folder / (std::string("directory") + ending);
    std::filesystem::create_directory(directory);
    EXPECT_TRUE(contains(refusal(directory), "found a folder"));
    const auto empty = folder / (std::string("empty") + ending);
    write_bytes(empty, "");
    EXPECT_TRUE(contains(refusal(empty), "found an empty file"));
  }
  EXPECT_TRUE(contains(refusal("/dev/null.png/x.png"), "cannot be read"));
  EXPECT_TRUE(contains(refusal(folder / "land.bmp"), "expected a name that ends in .png"));
}

TEST(BadRaster, NoPermission) {
  if (::geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  const TemporaryFolder folder;
  write_raster(folder / "a.tif", sample_raster(2, 2));
  std::filesystem::permissions(folder / "a.tif", std::filesystem::perms::none);
  EXPECT_TRUE(contains(refusal(folder / "a.tif"), "permission denied"));
}

TEST(BadRaster, EveryTruncationIsRefused) {
  const TemporaryFolder folder;
  for (char const* ending : {".png", ".tif", ".asc", ".r16", ".r32"}) {
    const auto whole = folder / (std::string("whole") + ending);
    write_raster(whole, sample_raster(9, 7));
    const std::string bytes = read_bytes(whole);
    const auto cut = folder / (std::string("cut") + ending);
    if (std::filesystem::exists(whole.string() + ".json")) {
      std::filesystem::copy_file(whole.string() + ".json", cut.string() + ".json");
    }
    // A cut within the last number of an .asc file cannot be distinguished from a shorter number; any other cut can.
    const std::size_t longest = std::string(ending) == ".asc" ? bytes.size() - 10 : bytes.size() - 1;
    for (std::size_t size = 1; size <= longest; size += 1 + longest / 61) {
      write_bytes(cut, bytes.substr(0, size));
      EXPECT_TRUE(contains(refusal(cut), "cut" + std::string(ending))) << ending << " of " << size << " bytes";
    }
  }
}

TEST(BadRaster, SomethingElseUnderTheName) {
  const TemporaryFolder folder;
  const std::string text = "this is no height map, it is a letter to a friend";
  for (char const* ending : {".png", ".tif", ".asc"}) {
    const auto file = folder / (std::string("letter") + ending);
    write_bytes(file, text);
    EXPECT_TRUE(contains(refusal(file), "expected")) << ending;
  }
  write_bytes(folder / "letter.r16", text);
  EXPECT_TRUE(contains(refusal(folder / "letter.r16"), "cannot form a square"));
  EXPECT_TRUE(contains(refusal(folder / "letter.r16", {.size = std::pair{4, 4}}), "expected 32 bytes (4 x 4 cells"));
}

TEST(BadRaster, NotANumberIsNamedWithItsPlace) {
  const TemporaryFolder folder;
  std::vector<float> cells(12, 1.0f);
  cells[6] = std::numeric_limits<float>::quiet_NaN();  // row 1 from the north, column 2
  std::string bytes(cells.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), cells.data(), bytes.size());
  write_bytes(folder / "a.r32", bytes);
  EXPECT_TRUE(contains(refusal(folder / "a.r32", {.size = std::pair{4, 3}}),
                       "found no data in 1 of 12 cells, first at column 2, row 1"));
  write_bytes(folder / "a.asc", "ncols 2\nnrows 2\ncellsize 1\n1 2\ninf 4\n");
  EXPECT_TRUE(contains(refusal(folder / "a.asc"), "found no data in 1 of 4 cells, first at column 0, row 1"));
  write_bytes(folder / "b.asc", "ncols 2\nnrows 2\ncellsize 1\nnodata_value -9999\n1 -9999\n3 4\n");
  EXPECT_TRUE(contains(refusal(folder / "b.asc"), "found no data in 1 of 4 cells, first at column 1, row 0"));
}

TEST(BadRaster, AbsurdSizesAreRefusedBeforeAnythingIsAllocated) {
  const TemporaryFolder folder;
  write_bytes(folder / "huge.png", png_header(20000, 30000));
  EXPECT_TRUE(contains(refusal(folder / "huge.png"), "at most 16384 cells per side, found 20000 x 30000"));
  write_bytes(folder / "huge2.png", png_header(2000000000, 1));
  EXPECT_TRUE(contains(refusal(folder / "huge2.png"), "found 2000000000 x 1"));
  write_bytes(folder / "none.asc", "ncols 0\nnrows 5\ncellsize 1\n");
  EXPECT_TRUE(contains(refusal(folder / "none.asc"), "at least one row and one column, found 0 x 5"));
  write_bytes(folder / "huge.asc", "ncols 99999999999\nnrows 2\ncellsize 1\n1 2\n");
  EXPECT_TRUE(contains(refusal(folder / "huge.asc"), "found 99999999999 x 2"));
  write_bytes(folder / "lie.asc", "ncols 16384\nnrows 16384\ncellsize 1\n1 2\n");
  EXPECT_TRUE(contains(refusal(folder / "lie.asc"), "expected 268435456 values"));
  EXPECT_TRUE(contains(input_error_of([] { check_memory("map.tif", 1e15); }),
                       "needs 909.5 TiB of memory, but this machine has"));
}

TEST(BadRaster, ABlockOfMoreMemoryThanAMapNeedsIsRefused) {
  // 292 bytes with a single tile of 2 GiB.
  const std::string text =
      refusal(std::filesystem::path(BARCHAN_SOURCE_DIR) / "tests/fuzz/found/tiff/tile_of_more_than_memory.tif");
  EXPECT_TRUE(contains(text, "blocks of at most 512 MiB, found blocks of 16384 x 16384 cells (2048 MiB)")) << text;
}

TEST(BadRaster, GridHeadersAndWordsAreNamedWithTheirLine) {
  const TemporaryFolder folder;
  const auto file = folder / "a.asc";
  write_bytes(file, "ncols 2\nnrow 2\n1 2 3 4\n");
  EXPECT_TRUE(contains(refusal(file), "a.asc:2: expected the key of a header row")) << refusal(file);
  EXPECT_TRUE(contains(refusal(file), "did you mean 'nrows'?"));
  write_bytes(file, "ncols 2\nnrows 2\ncellsize 1\n1 2\n3 four\n");
  EXPECT_TRUE(contains(refusal(file), "a.asc:5: expected a number, found 'four'"));
  write_bytes(file, "ncols 2\nnrows 2\ncellsize 1\n1 2\n3 4\n5\n");
  EXPECT_TRUE(contains(refusal(file), "a.asc:6: expected the file to end after 4 values (2 x 2), found '5'"));
  write_bytes(file, "ncols 2\n1 2\n");
  EXPECT_TRUE(contains(refusal(file), "found no nrows"));
  write_bytes(file, "ncols 2.5\nnrows 2\n1 2\n");
  EXPECT_TRUE(contains(refusal(file), "whole numbers"));
  write_bytes(file, "ncols 2\nnrows 2\n1 2\n3 4\n");
  EXPECT_TRUE(contains(refusal(file), "expected cellsize in the header, found none"));
}

TEST(BadRaster, SidecarsAreChecked) {
  const TemporaryFolder folder;
  write_bytes(folder / "a.r16", std::string(8, '\1'));
  const auto with = [&](std::string const& json) {
    write_bytes(folder / "a.r16.json", json);
    return refusal(folder / "a.r16");
  };
  EXPECT_TRUE(contains(with("{"), "a.r16.json: expected JSON"));
  EXPECT_TRUE(contains(with("[]"), "expected a JSON object"));
  EXPECT_TRUE(contains(with(R"({"widht": 2})"), "unknown key 'widht'; did you mean 'width'?"));
  EXPECT_TRUE(contains(with(R"({"width": 2})"), "both width and height"));
  EXPECT_TRUE(contains(with(R"({"width": "2", "height": 2})"), "expected a number for 'width'"));
  EXPECT_TRUE(contains(with(R"({"width": 1e9, "height": 2})"), "found 1000000000 x 2"));
  EXPECT_TRUE(contains(with(R"({"width": 2, "height": 2, "minimum": 1})"), "both minimum and maximum"));
  EXPECT_TRUE(contains(with(R"({"width": 2, "height": 2, "minimum": 1, "maximum": 0})"),
                       "a minimum no greater than the maximum"));
  EXPECT_TRUE(contains(with(R"({"width": 2, "height": 2, "cell_size": 0})"), "expected a cell size"));
}

TEST(BadRaster, ColoursAndPalettesAreRefusedEightBitsAreSaid) {
  const TemporaryFolder folder;
  // 2 x 1 pixels, 8-bit RGB, made with zlib's stored blocks.
  const auto png = [&](char color_type, std::string const& row) {
    const std::string header = "IHDR" + big_endian(2) + big_endian(1) + "\x08" + color_type + std::string(3, '\0');
    const std::string raw = std::string(1, '\0') + row;
    std::uint32_t a = 1, b = 0;
    for (char c : raw) {
      a = (a + static_cast<unsigned char>(c)) % 65521;
      b = (b + a) % 65521;
    }
    const auto size = static_cast<char>(raw.size());
    const std::string data = std::string("IDAT\x78\x01\x01", 7) + size + '\0' + static_cast<char>(~size) + '\xff' +
                             raw + big_endian((b << 16) | a);
    const std::string end = "IEND";
    return std::string("\x89PNG\r\n\x1a\n", 8) + big_endian(13) + header + big_endian(crc32(header)) +
           big_endian(static_cast<std::uint32_t>(data.size() - 4)) + data + big_endian(crc32(data)) + big_endian(0) +
           end + big_endian(crc32(end));
  };
  write_bytes(folder / "grey.png", png('\0', "\x10\x20"));
  const Raster grey = read_raster(folder / "grey.png", {.minimum = 0.0, .maximum = 255.0});
  EXPECT_EQ(grey.values, (std::vector<float>{16.0f, 32.0f}));
  EXPECT_TRUE(contains(grey.notices.at(0), "only 8 bits")) << grey.notices.at(0);
  EXPECT_TRUE(contains(grey.notices.at(0), "visible steps"));
  write_bytes(folder / "rgb_grey.png", png('\2', "\x10\x10\x10\x20\x20\x20"));
  EXPECT_EQ(read_raster(folder / "rgb_grey.png", {.minimum = 0.0, .maximum = 255.0}).values, grey.values);
  write_bytes(folder / "rgb.png", png('\2', "\x10\x10\x10\x20\x21\x20"));
  EXPECT_TRUE(contains(refusal(folder / "rgb.png"), "found colours at column 1, row 0"));
}

/// Runs with another current folder.
template <class Callable>
auto in_folder(std::filesystem::path const& folder, Callable const& callable) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  const auto result = callable();
  std::filesystem::current_path(before);
  return result;
}

TEST(BadRaster, AFileIsNamedWithoutItsFolder) {
  const TemporaryFolder folder;
  write_bytes(folder / "bad.tif", std::string("II*\0", 4) + std::string(100, 'x'));
  const std::string error = in_folder(folder.path(), [] { return refusal("bad.tif"); });
  EXPECT_TRUE(contains(error, "bad.tif: expected a raster that GDAL can read")) << error;
}

TEST(BadRaster, AVeryLongErrorOfGdalIsShortened) {
  const TemporaryFolder folder;
  write_bytes(folder / "long.vrt",
              "<VRTDataset rasterXSize=\"4\" rasterYSize=\"3\"><VRTRasterBand dataType=\"Float32\" band=\"1\">"
              "<SimpleSource><SourceFilename relativeToVRT=\"1\">0x" +
                  std::string(200000, 'a') +
                  "</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>");
  const std::string error = refusal(folder / "long.vrt");
  EXPECT_LT(error.size(), 2000u);
}

TEST(BadRaster, GapsAreFilledWithoutFilesInTheCurrentFolder) {
  const TemporaryFolder folder;
  Raster map = sample_raster(9, 7);
  map.filled.assign(map.cells(), 0);
  map.filled[20] = 1;
  write_raster(folder / "gap.tif", map);
  const Raster filled =
      in_folder("/proc", [&] { return read_raster(folder / "gap.tif", {.fill = GapFill::interpolate}); });
  EXPECT_EQ(std::ranges::count(filled.filled, 1), 1);
}

TEST(BadRaster, OptionsThatAFormatDoesNotKnowAreRefused) {
  const TemporaryFolder folder;
  write_raster(folder / "a.r32", sample_raster(2, 2));
  EXPECT_TRUE(contains(refusal(folder / "a.r32", {.vertical_unit = "ft"}), "--vertical-unit"));
  EXPECT_TRUE(contains(refusal(folder / "a.r32", {.crs = "utm"}), "--crs"));
  EXPECT_TRUE(contains(refusal(folder / "a.r32", {.source_crs = "EPSG:4326"}), "--source-crs"));
}

}  // namespace
}  // namespace barchan::test::bad_raster_test
