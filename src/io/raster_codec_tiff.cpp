#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>

#include <fmt/format.h>
#include <tiffio.h>

#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// GeoTIFF 1.1, section 7.1.3: size of a cell in model units, three doubles.
constexpr std::uint32_t kModelPixelScale = 33550;
/// GeoTIFF 1.1, section 7.1.3: position of a cell in the model, six doubles.
constexpr std::uint32_t kModelTiepoint = 33922;
/// GDAL's text tag for the value that marks "no data".
constexpr std::uint32_t kNoData = 42113;

/// A TIFF file in memory, and the last error reported for it.
struct MemoryFile {
  std::span<std::byte const> source;       ///< read mode
  std::vector<std::byte>* sink = nullptr;  ///< write mode
  std::uint64_t position = 0;
  char message[160] = "";
  bool cut_short = false;  ///< a tag lies beyond the end of the file
  bool no_memory = false;  ///< a write failed

  std::uint64_t size() const { return sink != nullptr ? sink->size() : source.size(); }
};

tmsize_t read_some(thandle_t handle, void* to, tmsize_t size) {
  auto* file = static_cast<MemoryFile*>(handle);
  if (size <= 0 || file->position >= file->size()) return 0;
  auto const* data = file->sink != nullptr ? file->sink->data() : file->source.data();
  const auto count = std::min<std::uint64_t>(static_cast<std::uint64_t>(size), file->size() - file->position);
  std::memcpy(to, data + file->position, count);
  file->position += count;
  return static_cast<tmsize_t>(count);
}

/// No exception may pass through libtiff.
tmsize_t write_some(thandle_t handle, void* from, tmsize_t size) {
  auto* file = static_cast<MemoryFile*>(handle);
  if (file->sink == nullptr || size < 0) return -1;
  const std::uint64_t end = file->position + static_cast<std::uint64_t>(size);
  try {
    if (end > file->sink->size()) file->sink->resize(end);
  } catch (std::bad_alloc const&) {
    file->no_memory = true;
    return -1;
  }
  std::memcpy(file->sink->data() + file->position, from, static_cast<std::size_t>(size));
  file->position = end;
  return size;
}

toff_t seek_to(thandle_t handle, toff_t offset, int whence) {
  auto* file = static_cast<MemoryFile*>(handle);
  if (whence == SEEK_CUR) offset += file->position;
  if (whence == SEEK_END) offset += file->size();
  file->position = offset;
  return offset;
}

int close_nothing(thandle_t) { return 0; }
toff_t size_of(thandle_t handle) { return static_cast<MemoryFile*>(handle)->size(); }

void keep_message(thandle_t handle, char const*, char const* format, va_list arguments) {
  if (handle == nullptr) return;
  auto* file = static_cast<MemoryFile*>(handle);
  std::vsnprintf(file->message, sizeof file->message, format, arguments);
}

/// If libtiff cannot read a tag, it only warns and skips it. A range or a cell size must not be lost that way.
void look_at_warning(thandle_t handle, char const*, char const* format, va_list) {
  if (handle != nullptr && std::strstr(format, "IO error") != nullptr) {
    static_cast<MemoryFile*>(handle)->cut_short = true;
  }
}

TIFFExtendProc next_extender = nullptr;

void add_tags(TIFF* tiff) {
  static const TIFFFieldInfo kFields[] = {
      {kModelPixelScale, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelPixelScale")},
      {kModelTiepoint, -1, -1, TIFF_DOUBLE, FIELD_CUSTOM, 1, 1, const_cast<char*>("ModelTiepoint")},
      {kNoData, -1, -1, TIFF_ASCII, FIELD_CUSTOM, 1, 0, const_cast<char*>("GDALNoData")},
  };
  TIFFMergeFieldInfo(tiff, kFields, static_cast<std::uint32_t>(std::size(kFields)));
  if (next_extender != nullptr) next_extender(tiff);
}

struct TiffCloser {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using TiffHandle = std::unique_ptr<TIFF, TiffCloser>;

TiffHandle open_tiff(MemoryFile& file, char const* mode) {
  static std::once_flag once;
  std::call_once(once, [] {
    TIFFSetErrorHandler(nullptr);
    TIFFSetWarningHandler(nullptr);
    TIFFSetErrorHandlerExt(keep_message);
    TIFFSetWarningHandlerExt(look_at_warning);
    next_extender = TIFFSetTagExtender(add_tags);
  });
  return TiffHandle(
      TIFFClientOpen("TIFF", mode, &file, read_some, write_some, seek_to, close_nothing, size_of, nullptr, nullptr));
}

/// Largest factor by which a compression shrinks samples.
double ratio_of(TIFF* tiff) {
  constexpr double kPackBitsRatio = 64.0;  // two bytes stand for 128
  constexpr double kLzwRatio = 4096.0;     // a code stands for at most as many bytes as there are codes of 12 bits
  constexpr double kOtherRatio = 32768.0;  // Zstandard: a block of 128 KiB of equal bytes takes four bytes
  std::uint16_t compression = COMPRESSION_NONE;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  switch (compression) {
    case COMPRESSION_NONE:
      return 1.0;
    case COMPRESSION_PACKBITS:
      return kPackBitsRatio;
    case COMPRESSION_LZW:
      return kLzwRatio;
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
      return kDeflateRatio;
    default:
      return kOtherRatio;
  }
}

/// Type and size of a sample in the file.
struct SampleFormat {
  int bits = 0;
  int kind = SAMPLEFORMAT_UINT;

  std::size_t bytes() const { return static_cast<std::size_t>(bits) / 8; }
  bool floating() const { return kind == SAMPLEFORMAT_IEEEFP; }
  bool whole() const { return kind == SAMPLEFORMAT_UINT || kind == SAMPLEFORMAT_INT; }
  bool known() const {
    if (floating()) return bits == 32 || bits == 64;
    return whole() && (bits == 8 || bits == 16 || bits == 32);
  }
  /// For messages.
  char const* noun() const {
    if (floating()) return "floats";
    return whole() ? "integers" : "values of another type";
  }
};

template <class T>
float load_sample(std::byte const* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return static_cast<float>(value);
}

float sample_at(std::byte const* from, SampleFormat format) {
  if (format.floating()) return format.bits == 64 ? load_sample<double>(from) : load_sample<float>(from);
  const bool has_sign = format.kind == SAMPLEFORMAT_INT;
  switch (format.bits) {
    case 8:
      return has_sign ? load_sample<std::int8_t>(from) : load_sample<std::uint8_t>(from);
    case 16:
      return has_sign ? load_sample<std::int16_t>(from) : load_sample<std::uint16_t>(from);
    default:
      return has_sign ? load_sample<std::int32_t>(from) : load_sample<std::uint32_t>(from);
  }
}

[[noreturn]] void refuse(std::string const& name, MemoryFile const& file) {
  throw InputError("{}: expected a complete TIFF image, found a fault: {}; copy or export it again", name,
                   file.message[0] != '\0' ? file.message : "damaged or missing parts");
}

/// Part of the image that is decoded at once: a strip of full width, or a tile.
struct Block {
  std::uint32_t x, y, columns, rows;  ///< `columns`: also the row length of the buffer; may extend beyond the edge
};

void copy_block(Block const& block, std::span<std::byte const> buffer, SampleFormat format, DecodedRaster& decoded) {
  const auto width = static_cast<std::uint32_t>(decoded.width);
  const auto height = static_cast<std::uint32_t>(decoded.height);
  for (std::uint32_t row = 0; row < block.rows && block.y + row < height; ++row) {
    for (std::uint32_t column = 0; column < block.columns && block.x + column < width; ++column) {
      const std::size_t from = (static_cast<std::size_t>(row) * block.columns + column) * format.bytes();
      const std::size_t to = static_cast<std::size_t>(block.y + row) * width + block.x + column;
      decoded.values[to] = sample_at(buffer.data() + from, format);
    }
  }
}

void read_blocks(TIFF* tiff, std::string const& name, MemoryFile const& file, SampleFormat format,
                 DecodedRaster& decoded) {
  const auto width = static_cast<std::uint32_t>(decoded.width);
  const auto height = static_cast<std::uint32_t>(decoded.height);
  const bool tiled = TIFFIsTiled(tiff) != 0;
  std::uint32_t columns = width, rows = height;
  if (tiled) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &columns);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &rows);
    check_raster_size(name + " (a tile)", columns, rows, static_cast<double>(format.bytes()));
    // A tile is stored whole, even where it extends beyond the edge.
    const double unpacked = static_cast<double>(columns) * rows * static_cast<double>(format.bytes());
    check_enough_bytes(name + " (a tile)", file.source.size(), unpacked, ratio_of(tiff));
  } else {
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &rows);
    rows = std::clamp<std::uint32_t>(rows, 1, height);
  }
  std::vector<std::byte> buffer(static_cast<std::size_t>(columns) * rows * format.bytes());
  if (tiled && TIFFTileSize64(tiff) != buffer.size()) refuse(name, file);
  for (std::uint32_t y = 0; y < height; y += rows) {
    const std::uint32_t here = tiled ? rows : std::min(rows, height - y);
    const auto size = static_cast<tmsize_t>(static_cast<std::size_t>(columns) * here * format.bytes());
    for (std::uint32_t x = 0; x < width; x += columns) {
      const tmsize_t got = tiled ? TIFFReadEncodedTile(tiff, TIFFComputeTile(tiff, x, y, 0, 0), buffer.data(), size)
                                 : TIFFReadEncodedStrip(tiff, TIFFComputeStrip(tiff, y, 0), buffer.data(), size);
      if (got != size) refuse(name, file);
      copy_block({x, y, columns, here}, buffer, format, decoded);
    }
  }
}

/// Reads a GeoTIFF cell size into `metadata`; returns whether there is one.
bool read_pixel_scale(TIFF* tiff, RasterMetadata& metadata) {
  std::uint16_t count = 0;
  double const* scale = nullptr;
  if (TIFFGetField(tiff, kModelPixelScale, &count, &scale) != 1 || count < 1 || scale == nullptr) return false;
  if (!(scale[0] > 0.0)) return false;
  if (!metadata.cell_size) metadata.cell_size = scale[0];
  return true;
}

std::optional<double> read_no_data(TIFF* tiff) {
  char const* text = nullptr;
  if (TIFFGetField(tiff, kNoData, &text) != 1 || text == nullptr) return std::nullopt;
  double value = 0.0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
  return error == std::errc() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

DecodedRaster decode_tiff(std::string const& name, std::span<std::byte const> bytes) {
  MemoryFile file;
  file.source = bytes;
  const TiffHandle tiff = open_tiff(file, "rm");
  if (!tiff) {
    throw InputError(
        "{}: expected a TIFF image, found a damaged TIFF image or another kind of file{}{}; copy or convert it again",
        name, file.message[0] != '\0' ? ": " : "", file.message);
  }
  if (file.cut_short) refuse(name, file);
  std::uint32_t width = 0, height = 0;
  std::uint16_t bits = 1, kind = SAMPLEFORMAT_UINT, samples = 1, compression = COMPRESSION_NONE;
  TIFFGetField(tiff.get(), TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff.get(), TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLEFORMAT, &kind);
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, &samples);
  TIFFGetFieldDefaulted(tiff.get(), TIFFTAG_COMPRESSION, &compression);
  const SampleFormat format{bits, kind};
  check_raster_size(name, width, height, sizeof(float) + 2.0 * static_cast<double>(format.bytes()));
  if (samples != 1 || !format.known()) {
    throw InputError(
        "{}: expected one channel of 8-, 16- or 32-bit integers or of 32- or 64-bit floats, found {} of {}-bit {}; "
        "convert it",
        name, counted(samples, "channel"), bits, format.noun());
  }
  if (!TIFFIsCODECConfigured(compression)) {
    throw InputError(
        "{}: expected a compression that libtiff can read, found another; save the image without compression", name);
  }

  const double unpacked = static_cast<double>(width) * height * static_cast<double>(format.bytes());
  check_enough_bytes(name, bytes.size(), unpacked, ratio_of(tiff.get()));

  DecodedRaster decoded;
  decoded.width = static_cast<int>(width);
  decoded.height = static_cast<int>(height);
  char const* description = nullptr;
  if (TIFFGetField(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, &description) == 1 && description != nullptr &&
      description[0] == '{' && std::strstr(description, "\"Barchan ") != nullptr) {
    decoded.metadata = parse_metadata(description, name);
  }
  const bool georeferenced = read_pixel_scale(tiff.get(), decoded.metadata);
  decoded.no_data = read_no_data(tiff.get());
  // Unsigned integers without georeferencing are pixel codes; all other values are metres.
  if (kind == SAMPLEFORMAT_UINT && !georeferenced) decoded.code_maximum = std::ldexp(1.0, bits) - 1.0;
  decoded.values.resize(static_cast<std::size_t>(width) * height);
  read_blocks(tiff.get(), name, file, format, decoded);
  return decoded;
}

std::vector<std::byte> encode_tiff(Raster const& raster) {
  constexpr std::uint32_t kRowsPerStrip = 64;
  std::vector<std::byte> bytes;
  MemoryFile file;
  file.sink = &bytes;
  std::vector<float> values = to_file_floats(raster);
  {
    const TiffHandle tiff = open_tiff(file, "wm");
    if (file.no_memory) throw std::bad_alloc();
    if (!tiff)
      throw InputError("libtiff cannot be used; check that its version is the one with which Barchan was built");
    const auto width = static_cast<std::uint32_t>(raster.width);
    const auto height = static_cast<std::uint32_t>(raster.height);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEWIDTH, width);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGELENGTH, height);
    TIFFSetField(tiff.get(), TIFFTAG_BITSPERSAMPLE, 32);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLESPERPIXEL, 1);
    TIFFSetField(tiff.get(), TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
    TIFFSetField(tiff.get(), TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
    TIFFSetField(tiff.get(), TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(tiff.get(), TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    TIFFSetField(tiff.get(), TIFFTAG_ROWSPERSTRIP, kRowsPerStrip);
    TIFFSetField(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, metadata_json(raster, false).c_str());
    const double scale[3] = {raster.cell_size, raster.cell_size, 0.0};
    // The tie point is the north-west corner of the first pixel. The model's origin is the land's south-west corner.
    const double tiepoint[6] = {0.0, 0.0, 0.0, 0.0, raster.cell_size * raster.height, 0.0};
    TIFFSetField(tiff.get(), kModelPixelScale, 3, scale);
    TIFFSetField(tiff.get(), kModelTiepoint, 6, tiepoint);
    for (std::uint32_t y = 0; y < height; y += kRowsPerStrip) {
      const std::uint32_t rows = std::min(kRowsPerStrip, height - y);
      const auto size = static_cast<tmsize_t>(static_cast<std::size_t>(width) * rows * sizeof(float));
      float* first = values.data() + static_cast<std::size_t>(y) * width;
      if (TIFFWriteEncodedStrip(tiff.get(), y / kRowsPerStrip, first, size) == size) continue;
      if (file.no_memory) throw std::bad_alloc();
      throw InputError("the TIFF cannot be written: {}", file.message);
    }
  }
  if (file.no_memory) throw std::bad_alloc();  // while it was closed
  return bytes;
}

}  // namespace barchan
