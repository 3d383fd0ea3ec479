// OpenEXR images. OpenEXR allocates what a header claims, so Barchan checks the attributes that it needs and hides the
// others.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <utility>

#include <ImfChannelList.h>
#include <ImfCompression.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputFile.h>
#include <ImfStringAttribute.h>
#include <fmt/format.h>

#include "base/grid.hpp"
#include "io/exr_text.hpp"
#include "io/file.hpp"
#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// What the header says about the memory that OpenEXR will use (OpenEXR, "File Layout").
struct ExrHead {
  std::array<std::int32_t, 4> window{};  ///< data window: first x and y, last x and y
  std::size_t channels = 0;
  std::size_t compression = 0;
  std::array<std::uint32_t, 2> tile{};  ///< size of a tile; 0: the file has rows
  std::vector<std::byte> bytes;         ///< the header with the types of all other attributes made unknown

  double width() const { return static_cast<double>(window[2]) - window[0] + 1.0; }
  double height() const { return static_cast<double>(window[3]) - window[1] + 1.0; }
};

/// Reads the attributes of a header, which are little-endian. Throws InputError if they end too soon.
class ExrHeadReader {
 public:
  explicit ExrHeadReader(RasterBytes const& file) : file_(file) {}

  std::span<std::byte const> take(std::size_t size) {
    if (size > file_.bytes.size() - at_) fail("its header is cut short");
    at_ += size;
    return file_.bytes.subspan(at_ - size, size);
  }
  std::size_t position() const { return at_; }
  std::uint32_t number() {
    std::uint32_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  /// The text up to the next zero byte.
  std::string_view word() {
    constexpr std::size_t kLongest = 255;
    const auto rest = file_.bytes.subspan(at_);
    const auto end = std::ranges::find(rest, std::byte{0});
    const auto size = static_cast<std::size_t>(end - rest.begin());
    if (end == rest.end() || size > kLongest) fail("its header has no end");
    return {reinterpret_cast<char const*>(take(size + 1).data()), size};
  }
  [[noreturn]] void fail(std::string_view what) const {
    throw InputError("{}: expected a complete OpenEXR image, found a fault: {}; copy or export it again", file_.name,
                     what);
  }

 private:
  RasterBytes const& file_;
  std::size_t at_ = 0;
};

/// Number of channels in the attribute that lists them; 0 if the list is damaged.
std::size_t count_channels(std::span<std::byte const> list) {
  constexpr std::size_t kRest = 16;  // type, linearity, samplings
  std::size_t count = 0, at = 0;
  while (at < list.size() && list[at] != std::byte{0}) {
    while (at < list.size() && list[at] != std::byte{0}) ++at;
    at += 1 + kRest;
    ++count;
  }
  return at + 1 == list.size() ? count : 0;
}

/// The attributes that OpenEXR needs or Barchan reads. OpenEXR does not check their sizes.
struct ExrAttribute {
  std::string_view name, type;
  std::size_t size;  ///< bytes; 0: any
};
constexpr ExrAttribute kExrAttributes[]{
    {"channels", "chlist", 0},        {"compression", "compression", 1}, {"dataWindow", "box2i", 16},
    {"displayWindow", "box2i", 16},   {"lineOrder", "lineOrder", 1},     {"pixelAspectRatio", "float", 4},
    {"screenWindowCenter", "v2f", 8}, {"screenWindowWidth", "float", 4}, {"tiles", "tiledesc", 9},
    {kExrTextKey, "string", 0},
};

/// Throws InputError for an attribute that OpenEXR would read beyond its end. Returns false for one that is not needed.
bool is_needed(ExrHeadReader const& reader, std::string_view name, std::string_view type, std::size_t size) {
  const auto row = std::ranges::find(kExrAttributes, name, &ExrAttribute::name);
  if (row == std::end(kExrAttributes)) return false;
  if (type != row->type || (row->size != 0 && size != row->size)) reader.fail("its header is damaged");
  return true;
}

ExrHead head_of(RasterBytes const& file) {
  constexpr std::uint32_t kMagic = 20000630, kDeep = 0x800, kParts = 0x1000;
  ExrHeadReader reader(file);
  if (file.bytes.size() < 2 * sizeof kMagic || reader.number() != kMagic) {
    throw InputError("{}: expected an OpenEXR image, found something else; convert it or correct its name", file.name);
  }
  if ((reader.number() & (kDeep | kParts)) != 0) {
    throw InputError(
        "{}: expected an OpenEXR image with one part and one value per pixel, found several parts or deep pixels; "
        "export a flat image with one part",
        file.name);
  }
  ExrHead head;
  std::vector<std::size_t> hidden;  // positions of types
  while (true) {
    const std::string_view name = reader.word();
    if (name.empty()) break;
    const std::size_t type_at = reader.position();
    const std::string_view type = reader.word();
    const auto value = reader.take(reader.number());
    if (!is_needed(reader, name, type, value.size())) hidden.push_back(type_at);
    if (name == "dataWindow") std::memcpy(head.window.data(), value.data(), sizeof head.window);
    if (name == "tiles") std::memcpy(head.tile.data(), value.data(), sizeof head.tile);
    if (name == "channels") {
      const bool again = head.channels != 0;
      head.channels = count_channels(value);
      if (again || head.channels == 0) reader.fail("its list of channels is damaged");
    }
    if (name == "compression") head.compression = static_cast<std::size_t>(value[0]);
  }
  const auto whole = file.bytes.first(reader.position());
  head.bytes.assign(whole.begin(), whole.end());
  for (const std::size_t at : hidden) {
    if (head.bytes[at] != std::byte{0}) head.bytes[at] = std::byte{'?'};
  }
  return head;
}

/// Throws InputError if a file of this size cannot hold the image.
void check_exr_bytes(RasterBytes const& file, ExrHead const& head) {
  constexpr std::array<std::size_t, 5> kDeflated{Imf::NO_COMPRESSION, Imf::RLE_COMPRESSION, Imf::ZIPS_COMPRESSION,
                                                 Imf::ZIP_COMPRESSION, Imf::PXR24_COMPRESSION};
  if (std::ranges::find(kDeflated, head.compression) == kDeflated.end()) return;
  constexpr double kFewestBytes = 2.0;  // of a value
  check_enough_bytes(file.name, file.bytes.size(), head.width() * head.height() * kFewestBytes, kDeflateRatio);
}

/// Throws InputError if the header claims too much.
void check_head(RasterBytes const& file, ExrHead const& head) {
  constexpr double kMostChannels = 1024.0, kMostRows = 256.0, kCopies = 3.0;
  check_raster_size(file.name, head.width(), head.height(), 0.0);
  check_exr_bytes(file, head);
  check_raster_size(file.name, head.width(), head.height(), 2.0 * sizeof(float));
  const auto channels = static_cast<double>(head.channels);
  if (channels < 1.0 || channels > kMostChannels) {
    throw InputError("{}: expected 1 to {} channels, found {}; export fewer of them", file.name, kMostChannels,
                     channels);
  }
  if (std::max(head.tile[0], head.tile[1]) > static_cast<std::uint32_t>(Grid::kMaximumSide)) {
    throw InputError("{}: expected tiles of at most {} pixels per side, found {} x {}; export it again", file.name,
                     Grid::kMaximumSide, head.tile[0], head.tile[1]);
  }
  // OpenEXR unpacks a tile, or up to 256 rows, of all channels at a time.
  const double block = std::max(head.width() * std::min(head.height(), kMostRows),
                                static_cast<double>(head.tile[0]) * static_cast<double>(head.tile[1]));
  check_memory(file.name, block * channels * sizeof(float) * kCopies);
}

/// The bytes of a file, as OpenEXR reads them: with the header of ExrHead.
class ExrSource final : public Imf::IStream {
 public:
  ExrSource(RasterBytes const& file, ExrHead const& head)
      : IStream(file.name.c_str()), bytes_(file.bytes), head_(head.bytes) {}
  bool read(char to[], int count) override {
    const auto size = static_cast<std::size_t>(std::max(count, 0));
    if (at_ > bytes_.size() || size > bytes_.size() - at_) throw std::runtime_error("the file is cut short");
    const std::size_t from_head = at_ < head_.size() ? std::min(size, head_.size() - at_) : 0;
    if (from_head > 0) std::memcpy(to, head_.data() + at_, from_head);
    if (from_head < size) std::memcpy(to + from_head, bytes_.data() + at_ + from_head, size - from_head);
    at_ += size;
    return at_ < bytes_.size();
  }
  std::uint64_t tellg() override { return at_; }
  void seekg(std::uint64_t to) override { at_ = static_cast<std::size_t>(to); }
  void clear() override {}

 private:
  std::span<std::byte const> bytes_, head_;
  std::size_t at_ = 0;
};

/// Runs an operation of OpenEXR. What it throws becomes an InputError.
template <class Operation>
auto by_openexr(std::string const& name, Operation const& operation) {
  try {
    return operation();
  } catch (std::bad_alloc const&) {
    throw;
  } catch (std::exception const& error) {
    throw InputError("{}: expected a complete OpenEXR image, found a fault: {}; copy or export it again", name,
                     printable(error.what(), kLongestReason));
  }
}

using ExrNames = std::vector<std::string>;

ExrNames channel_names(Imf::InputFile const& file) {
  ExrNames names;
  Imf::ChannelList const& channels = file.header().channels();
  for (auto at = channels.begin(); at != channels.end(); ++at) names.emplace_back(at.name());
  return names;
}

/// The name without its layer, in lower case: "height" for "terrain.Height".
std::string plain_name(std::string const& name) {
  const std::size_t dot = name.rfind('.');
  return lower_case(dot == std::string::npos ? name : name.substr(dot + 1));
}

/// The channel with the elevations. Throws InputError if none is named and none is the obvious one.
std::string chosen_channel(std::string const& name, ExrNames const& names, std::string const& band) {
  const std::vector<std::string_view> views(names.begin(), names.end());
  if (!band.empty()) {
    if (std::ranges::find(names, band) != names.end()) return band;
    const auto number = parsed_number<int>(band);
    if (number && *number >= 1 && static_cast<std::size_t>(*number) <= names.size()) {
      return names[static_cast<std::size_t>(*number) - 1];
    }
    throw InputError("{}: expected one of the channels {} or a number from 1 to {} after --band, found '{}'{}", name,
                     join(views), names.size(), printable(band), did_you_mean(band, views));
  }
  if (names.size() == 1) return names.front();
  for (std::string_view wanted : {"height", "elevation", "y", "r"}) {
    for (std::string const& one : names) {
      if (plain_name(one) == wanted) return one;
    }
  }
  throw InputError("{}: expected a channel Y, R, height or elevation, found {}; name the channel with --band", name,
                   join(views));
}

/// The values of a channel, north row first.
std::vector<float> channel_values(std::string const& name, Imf::InputFile& file, std::string const& channel) {
  return by_openexr(name, [&] {
    const Imath::Box2i window = file.header().dataWindow();
    const auto width = static_cast<std::size_t>(window.max.x - window.min.x + 1),
               height = static_cast<std::size_t>(window.max.y - window.min.y + 1);
    std::vector<float> values(width * height);
    Imf::FrameBuffer pixels;
    pixels.insert(channel, Imf::Slice::Make(Imf::FLOAT, values.data(), window));
    file.setFrameBuffer(pixels);
    file.readPixels(window.min.y, window.max.y);
    return values;
  });
}

/// Throws InputError for an image whose pixels are not cells of a land.
void check_exr(std::string const& name, Imf::InputFile const& file, std::string const& channel) {
  Imf::Channel const& facts = file.header().channels()[channel.c_str()];
  if (facts.xSampling != 1 || facts.ySampling != 1) {
    throw InputError("{}: expected one value per pixel in the channel {}, found fewer; choose another with --band",
                     name, printable(channel));
  }
  constexpr float kSquare = 1e-3f;
  if (!(std::abs(file.header().pixelAspectRatio() - 1.0f) < kSquare)) {
    throw InputError("{}: expected square pixels, found pixels with the aspect ratio {}; resample the image", name,
                     file.header().pixelAspectRatio());
  }
  if (!file.isComplete()) {
    throw InputError("{}: expected a complete OpenEXR image, found missing parts; copy or export it again", name);
  }
}

/// Throws InputError if the image has red, green and blue that differ, so that none of them is the elevation.
void check_grey(std::string const& name, Imf::InputFile& file, std::string const& red,
                std::vector<float> const& values) {
  if (plain_name(red) != "r") return;
  for (char const other : {'G', 'B'}) {
    std::string channel = red;
    channel.back() = red.back() == 'r' ? lower_case(std::string(1, other)).front() : other;
    if (file.header().channels().findChannel(channel.c_str()) == nullptr) continue;
    const std::vector<float> others = channel_values(name, file, channel);
    const auto different = std::ranges::mismatch(
        values, others, [](float one, float two) { return one == two || (std::isnan(one) && std::isnan(two)); });
    if (different.in1 == values.end()) continue;
    const auto i = static_cast<std::size_t>(different.in1 - values.begin());
    const auto width = static_cast<std::size_t>(file.header().dataWindow().size().x) + 1;
    throw InputError("{}: expected grey levels, found colours at column {}, row {}; choose a channel with --band", name,
                     i % width, i / width);
  }
}

/// Tells which of several channels is read, and of a data window that is not the whole image.
std::vector<std::string> exr_notices(Imf::InputFile const& file, std::string const& channel, bool named) {
  std::vector<std::string> notices;
  const ExrNames names = channel_names(file);
  if (names.size() > 1 && !named) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    notices.push_back(fmt::format("the image has the channels {}; {} is read (use --band to read another)", join(views),
                                  printable(channel)));
  }
  const Imath::V2i data = file.header().dataWindow().size(), shown = file.header().displayWindow().size();
  if (data != shown) {
    notices.push_back(
        fmt::format("the image has {} x {} pixels with data, but its display window has {} x {}; the pixels with data "
                    "are read",
                    data.x + 1, data.y + 1, shown.x + 1, shown.y + 1));
  }
  return notices;
}

}  // namespace

DecodedRaster decode_exr(RasterBytes const& file, RasterHints const& hints) {
  const ExrHead head = head_of(file);
  check_head(file, head);
  ExrSource source(file, head);
  std::optional<Imf::InputFile> image;
  by_openexr(file.name, [&] { image.emplace(source, 0); });
  const std::string channel = chosen_channel(file.name, channel_names(*image), hints.band);
  check_exr(file.name, *image, channel);
  DecodedRaster decoded;
  const Imath::V2i last = image->header().dataWindow().size();
  decoded.width = last.x + 1;
  decoded.height = last.y + 1;
  decoded.values = channel_values(file.name, *image, channel);
  if (hints.band.empty()) check_grey(file.name, *image, channel, decoded.values);
  decoded.notices = exr_notices(*image, channel, !hints.band.empty());
  if (image->header().channels()[channel.c_str()].type == Imf::UINT) decoded.code_maximum = 4294967295.0;
  auto const* const text = image->header().findTypedAttribute<Imf::StringAttribute>(kExrTextKey);
  if (text != nullptr) decoded.metadata = parse_metadata(text->value(), file.name);
  decoded.values = with_gaps(std::move(decoded.values), hints);
  if (image->header().channels().findChannel("A") == nullptr || hints.no_data.none || channel == "A") return decoded;
  const std::vector<float> alpha = channel_values(file.name, *image, "A");
  for (std::size_t i = 0; i < alpha.size(); ++i) {
    if (alpha[i] == 0.0f) decoded.values[i] = std::numeric_limits<float>::quiet_NaN();
  }
  return decoded;
}

std::vector<std::byte> encode_exr(Raster const& raster, RasterWriting const& writing) {
  const std::vector<float> values = to_whole_floats(raster, writing);
  // Blender, Godot and the RGBA interface of OpenEXR show a single channel Y as grey, but not a single channel R.
  const ExrChannel channel{"Y", values, writing.half};
  return encode_exr_with_text({raster.width, raster.height}, {&channel, 1}, metadata_json(raster, false, writing));
}

}  // namespace barchan
