// libpng reports errors by longjmp. Every call that may jump goes through `guarded`. Its callable owns no object with a
// destructor; all memory belongs to objects outside of it.
#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <limits>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <png.h>

#include "base/work_watch.hpp"
#include "io/file.hpp"
#include "io/picture_file.hpp"
#include "io/png_chunks.hpp"
#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr char kTextKey[] = "Barchan";
constexpr std::size_t kLargePicture = std::size_t{24} << 20;  // bytes of pixels that are compressed less, but sooner
constexpr int kQuickly = 2;                                   // level of zlib
constexpr std::size_t kMaximumChunk = std::size_t{8} << 20;   // text and other metadata, not pixels

struct PngSource {
  std::span<std::byte const> bytes;
  std::size_t position = 0;
};

struct PngMessage {
  char text[128] = "";
};

void keep_message(png_structp png, png_const_charp message) {
  auto* kept = static_cast<PngMessage*>(png_get_error_ptr(png));
  std::strncpy(kept->text, message, sizeof kept->text - 1);
  png_longjmp(png, 1);
}
void ignore_warning(png_structp, png_const_charp) {}

void read_bytes(png_structp png, png_bytep to, std::size_t size) {
  auto* source = static_cast<PngSource*>(png_get_io_ptr(png));
  if (size > source->bytes.size() - source->position) png_error(png, "the file is cut short");
  std::memcpy(to, source->bytes.data() + source->position, size);
  source->position += size;
}

template <class Callable>
bool guarded(png_structp png, Callable const& callable) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  callable();
  return true;
}

class PngReader {
 public:
  PngReader(std::string const& name, std::span<std::byte const> bytes) : name_(name), source_{bytes} {
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, &message_, keep_message, ignore_warning);
    info_ = png_ != nullptr ? png_create_info_struct(png_) : nullptr;
    if (info_ == nullptr) {
      png_destroy_read_struct(&png_, nullptr, nullptr);
      throw InputError("{}: libpng cannot be used; check that its version is the one with which Barchan was built",
                       name);
    }
    png_set_read_fn(png_, &source_, read_bytes);
    png_set_user_limits(png_, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // Barchan checks the size itself
    png_set_chunk_malloc_max(png_, kMaximumChunk);
  }
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(PngReader const&) = delete;
  PngReader& operator=(PngReader const&) = delete;

  template <class Callable>
  void call(Callable const& callable) {
    if (!guarded(png_, callable)) {
      throw InputError("{}: expected a complete PNG image, found a fault: {}; copy or export it again", name_,
                       message_.text);
    }
  }
  png_structp png() const { return png_; }
  png_infop info() const { return info_; }

 private:
  std::string name_;
  PngSource source_;
  PngMessage message_;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
};

std::uint32_t big_endian_at(std::span<std::byte const> bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = (value << 8) | static_cast<std::uint32_t>(bytes[at + i]);
  return value;
}

/// Throws InputError if the size is out of bounds, before libpng reads the file. The header chunk has a fixed position.
void check_claimed_size(std::string const& name, std::span<std::byte const> bytes) {
  constexpr std::size_t kWidthAt = 16, kHeightAt = 20, kHeaderEnd = 24;
  if (bytes.size() < kHeaderEnd) return;
  check_raster_size(name, big_endian_at(bytes, kWidthAt), big_endian_at(bytes, kHeightAt), sizeof(float));
}

/// Throws InputError if a chunk claims more bytes than the file has, because libpng allocates them before it reads.
void check_claimed_chunks(std::string const& name, std::span<std::byte const> bytes) {
  constexpr std::size_t kBegin = 8, kLengthAndType = 8, kCheck = 4;
  std::size_t at = kBegin;
  while (at + kLengthAndType <= bytes.size()) {
    const std::size_t left = bytes.size() - at - kLengthAndType, length = big_endian_at(bytes, at);
    if (length > left) {
      throw InputError(
          "{}: expected a complete PNG image, found a fault: the file is cut short; copy or export it again", name);
    }
    at += kLengthAndType + length + kCheck;
  }
}

/// The text under this keyword; nullptr if there is none.
char const* text_of(PngReader const& reader, char const* key) {
  png_textp texts = nullptr;
  int count = 0;
  png_get_text(reader.png(), reader.info(), &texts, &count);
  for (int i = 0; i < count; ++i) {
    if (std::strcmp(texts[i].key, key) == 0 && texts[i].text != nullptr) return texts[i].text;
  }
  return nullptr;
}

RasterMetadata read_text_chunk(PngReader const& reader, std::string const& name) {
  char const* const text = text_of(reader, kTextKey);
  return text != nullptr ? parse_metadata(text, name) : RasterMetadata();
}

/// Throws InputError if the image is a picture that Barchan has drawn of a world.
void refuse_still(PngReader const& reader, RasterBytes const& file) {
  char const* const text = text_of(reader, kWorldText);
  if (text == nullptr) return;
  std::istringstream bytes(std::string(reinterpret_cast<char const*>(file.bytes.data()), file.bytes.size()));
  const std::string world = printable(text, kLongestReason);
  if (has_chunk(bytes, kWorldChunk)) {
    throw InputError("{}: expected a height map, found a picture of a world ({}); open it as a world, not as a map",
                     file.name, world);
  }
  throw InputError(
      "{}: expected a height map or a picture with its world, found a picture that has lost its world ({}); another "
      "program has saved it again, so open the original file",
      file.name, world);
}

std::uint32_t sample(std::vector<png_byte> const& pixels, std::size_t index, bool wide) {
  if (!wide) return pixels[index];
  return (static_cast<std::uint32_t>(pixels[2 * index]) << 8) | pixels[2 * index + 1];
}

/// Pixels ready to be written. Rows are `row_bytes` apart; 16-bit samples have the high byte first.
struct PngPicture {
  int width = 0;
  int height = 0;
  int bit_depth = 8;
  int color_type = PNG_COLOR_TYPE_RGB;
  std::span<png_byte const> pixels{};
  PictureExtras extras{};
};

struct PngSink {
  std::vector<std::byte> bytes;
  bool no_memory = false;
};

/// No exception may pass through libpng.
void append_bytes(png_structp png, png_bytep from, std::size_t size) {
  auto* to = static_cast<PngSink*>(png_get_io_ptr(png));
  auto const* begin = reinterpret_cast<std::byte const*>(from);
  try {
    to->bytes.insert(to->bytes.end(), begin, begin + size);
    return;
  } catch (std::bad_alloc const&) {
    to->no_memory = true;
  }
  png_error(png, "out of memory");
}
void flush_nothing(png_structp) {}

struct PngWriter {
  PngWriter() : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &message, keep_message, ignore_warning)) {
    info = png != nullptr ? png_create_info_struct(png) : nullptr;
  }
  ~PngWriter() { png_destroy_write_struct(&png, &info); }
  PngWriter(PngWriter const&) = delete;
  PngWriter& operator=(PngWriter const&) = delete;

  PngMessage message;
  png_structp png;
  png_infop info;
};

/// Texts in the form that libpng takes. The strings must outlive them.
std::vector<png_text> texts_of(PictureExtras& extras) {
  std::vector<png_text> texts;
  for (auto& [key, text] : extras.texts) {
    png_text& one = texts.emplace_back();
    const bool plain = std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    one.compression = plain ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    one.key = key.data();
    one.text = text.data();
    (plain ? one.text_length : one.itxt_length) = text.size();
  }
  return texts;
}

void write_world(png_structp png, std::span<std::byte const> world) {
  auto const* const type = reinterpret_cast<png_const_bytep>(kWorldChunk.data());
  for (std::size_t at = 0; at < world.size(); at += kChunkPiece) {
    const std::span<std::byte const> piece = world.subspan(at, std::min(kChunkPiece, world.size() - at));
    png_write_chunk(png, type, reinterpret_cast<png_const_bytep>(piece.data()), piece.size());
  }
}

std::vector<std::byte> encode(PngPicture picture) {
  PngSink sink;
  PngWriter writer;
  if (writer.info == nullptr) {
    throw InputError("libpng cannot be used; check that its version is the one with which Barchan was built");
  }
  const std::size_t row_bytes = picture.pixels.size() / static_cast<std::size_t>(picture.height);
  std::vector<png_text> texts = texts_of(picture.extras);
  png_structp const png = writer.png;
  png_infop const info = writer.info;
  png_set_write_fn(png, &sink, append_bytes, flush_nothing);
  const bool done = guarded(png, [&] {
    png_set_IHDR(png, info, static_cast<png_uint_32>(picture.width), static_cast<png_uint_32>(picture.height),
                 picture.bit_depth, picture.color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    if (picture.pixels.size() > kLargePicture) png_set_compression_level(png, kQuickly);
    if (!texts.empty()) png_set_text(png, info, texts.data(), static_cast<int>(texts.size()));
    png_write_info(png, info);
    write_world(png, picture.extras.world);
    for (std::size_t at = 0; at < picture.pixels.size(); at += row_bytes) {
      WorkWatch::at(static_cast<double>(at) / static_cast<double>(picture.pixels.size()));
      png_write_row(png, &picture.pixels[at]);
    }
    png_write_end(png, info);
  });
  if (sink.no_memory) throw std::bad_alloc();
  if (!done) throw InputError("the PNG cannot be written: {}", writer.message.text);
  return std::move(sink.bytes);
}

}  // namespace

namespace {

/// Layout of the pixels of a PNG after libpng has prepared them.
struct PngLayout {
  png_uint_32 width = 0, height = 0;
  int depth = 8, color = 0;

  bool wide() const { return depth == 16; }
  std::size_t colors() const { return (color & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1; }
};

/// Elevation that the colours of a web map stand for, m (Mapzen "Terrarium"; Mapbox "Terrain-RGB v1").
double elevation_of(ColorCode code, double red, double green, double blue) {
  if (code == ColorCode::terrarium) return red * 256.0 + green + blue / 256.0 - 32768.0;
  return -10000.0 + (red * 65536.0 + green * 256.0 + blue) * 0.1;
}

void check_png(std::string const& name, PngLayout const& layout, ColorCode colors) {
  if (layout.color == PNG_COLOR_TYPE_PALETTE) {
    throw InputError("{}: expected a 16-bit greyscale image, found a colour palette; export it as greyscale", name);
  }
  if (colors != ColorCode::none && (layout.colors() != 3 || layout.wide())) {
    throw InputError(
        "{}: expected an image with three colour channels of 8 bits for --rgb, found another image; leave --rgb out",
        name);
  }
}

/// Value of a pixel: its grey level, or the elevation that its colours stand for. Throws InputError for other colours.
double value_of(std::string const& name, std::array<std::uint32_t, 3> const& rgb, ColorCode colors,
                std::pair<std::size_t, std::size_t> place) {
  if (colors != ColorCode::none) return elevation_of(colors, rgb[0], rgb[1], rgb[2]);
  if (rgb[1] == rgb[0] && rgb[2] == rgb[0]) return rgb[0];
  throw InputError(
      "{}: expected a 16-bit greyscale image, found colours at column {}, row {}; if they encode elevations, as in "
      "web maps, read them with --rgb terrarium or --rgb mapbox; otherwise export the image as greyscale",
      name, place.first, place.second);
}

}  // namespace

DecodedRaster decode_png(RasterBytes const& file, RasterHints const& hints) {
  constexpr std::size_t kSignatureSize = 8;
  std::string const& name = file.name;
  const std::span<std::byte const> bytes = file.bytes;
  if (bytes.size() < kSignatureSize ||
      png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, kSignatureSize) != 0) {
    throw InputError("{}: expected a PNG image, found something else; convert it or correct its name", name);
  }
  check_claimed_size(name, bytes);
  check_claimed_chunks(name, bytes);
  PngReader reader(name, bytes);
  png_structp const png = reader.png();
  reader.call([&] { png_read_info(png, reader.info()); });
  refuse_still(reader, file);
  const PngLayout layout{png_get_image_width(png, reader.info()), png_get_image_height(png, reader.info()),
                         png_get_bit_depth(png, reader.info()), png_get_color_type(png, reader.info())};
  check_raster_size(name, layout.width, layout.height,
                    sizeof(float) + (layout.wide() ? 2.0 : 1.0) * static_cast<double>(layout.colors() + 1));
  check_png(name, layout, hints.colors);
  const double row_bits = static_cast<double>(layout.width) * layout.depth * png_get_channels(png, reader.info());
  check_enough_bytes(name, bytes.size(), row_bits / 8.0 * layout.height, kDeflateRatio);
  DecodedRaster decoded;
  decoded.width = static_cast<int>(layout.width);
  decoded.height = static_cast<int>(layout.height);
  if (hints.colors == ColorCode::none) decoded.code_maximum = layout.wide() ? 65535.0 : 255.0;
  decoded.levels = layout.depth < 16 ? 1 << layout.depth : 0;
  decoded.metadata = read_text_chunk(reader, name);

  reader.call([&] {
    if (layout.depth < 8) png_set_expand_gray_1_2_4_to_8(png);
    if (png_get_valid(png, reader.info(), PNG_INFO_tRNS) != 0) png_set_tRNS_to_alpha(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, reader.info());
  });
  const std::size_t row_bytes = png_get_rowbytes(png, reader.info());
  const std::size_t channels = png_get_channels(png, reader.info());
  const bool has_alpha = channels > layout.colors();
  std::vector<png_byte> pixels(row_bytes * layout.height);
  std::vector<png_bytep> rows(layout.height);
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = pixels.data() + y * row_bytes;
  reader.call([&] {
    png_read_image(png, rows.data());
    png_read_end(png, nullptr);
  });

  const std::size_t cells = static_cast<std::size_t>(layout.width) * layout.height;
  decoded.values.resize(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    const auto at = [&](std::size_t channel) { return sample(pixels, i * channels + channel, layout.wide()); };
    const bool missing = has_alpha && !hints.no_data.none && at(channels - 1) == 0;
    const bool colored = layout.colors() == 3;
    const double value = value_of(name, {at(0), colored ? at(1) : at(0), colored ? at(2) : at(0)}, hints.colors,
                                  {i % layout.width, i / layout.width});
    const bool marked = hints.no_data.value && value == *hints.no_data.value;
    decoded.values[i] = missing || marked ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value);
  }
  return decoded;
}

std::vector<std::byte> encode_png(Raster const& raster, RasterWriting const& writing) {
  std::vector<png_byte> pixels;
  pixels.reserve(2 * raster.cells());
  const std::vector<std::uint16_t> codes = to_codes(raster, writing);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (i % static_cast<std::size_t>(raster.width) == 0) WorkWatch::at(0.0);
    pixels.push_back(static_cast<png_byte>(codes[i] >> 8));
    pixels.push_back(static_cast<png_byte>(codes[i] & 0xff));
  }
  PngPicture picture{raster.width, raster.height, 16, PNG_COLOR_TYPE_GRAY, pixels, {}};
  picture.extras.texts = {{kTextKey, metadata_json(raster, false, writing)}};
  return encode(std::move(picture));
}

std::vector<std::byte> encode_picture(Picture const& picture, PictureExtras const& extras) {
  return encode({picture.width, picture.height, 8, PNG_COLOR_TYPE_RGB, picture.rgb, extras});
}

std::vector<std::byte> encode_image(int width, int height, int channels, int bits,
                                    std::span<std::uint8_t const> bytes) {
  constexpr int kColorTypes[]{-1, PNG_COLOR_TYPE_GRAY, -1, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGB_ALPHA};
  const bool known = channels == 1 || channels == 3 || channels == 4;
  if (width < 1 || height < 1 || !known || (bits != 8 && !(bits == 16 && channels == 1))) {
    throw std::invalid_argument("expected 1, 3 or 4 channels of 8 bits or 1 channel of 16 bits for a PNG");
  }
  const auto samples =
      static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels);
  if (bytes.size() != samples * static_cast<std::size_t>(bits) / 8) {
    throw std::invalid_argument("expected one sample for each channel of each pixel of a PNG");
  }
  return encode({width, height, bits, kColorTypes[channels], bytes, {}});
}

void write_picture(std::filesystem::path const& path, Picture const& picture) {
  write_file(path, encode_picture(picture));
}

}  // namespace barchan
