#include "io/exr_image.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <ImfStringAttribute.h>
#include <half.h>

#include "base/work_watch.hpp"
#include "io/exr_text.hpp"
#include "io/input_error.hpp"

namespace barchan {

namespace {

/// A file in memory.
class ExrSink final : public Imf::OStream {
 public:
  ExrSink() : OStream("OpenEXR image") {}
  void write(char const bytes[], int count) override {
    const auto size = static_cast<std::size_t>(count);
    if (at_ + size > bytes_.size()) bytes_.resize(at_ + size);
    std::transform(bytes, bytes + count, bytes_.begin() + static_cast<std::ptrdiff_t>(at_),
                   [](char byte) { return static_cast<std::byte>(byte); });
    at_ += size;
  }
  std::uint64_t tellp() override { return at_; }
  void seekp(std::uint64_t to) override { at_ = static_cast<std::size_t>(to); }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

void check_channels(std::pair<int, int> size, std::span<ExrChannel const> channels) {
  constexpr std::size_t kLongestName = 255;
  if (size.first < 1 || size.second < 1 || channels.empty()) {
    throw std::invalid_argument("expected at least one pixel and one channel for an OpenEXR image");
  }
  const std::size_t pixels = static_cast<std::size_t>(size.first) * static_cast<std::size_t>(size.second);
  for (ExrChannel const& channel : channels) {
    const auto same = [&](ExrChannel const& other) { return other.name == channel.name; };
    if (channel.name.empty() || channel.name.size() > kLongestName || std::ranges::count_if(channels, same) > 1) {
      throw std::invalid_argument("expected different names of 1 to 255 bytes for the channels of an OpenEXR image");
    }
    if (channel.values.size() != pixels) {
      throw std::invalid_argument("expected one value per pixel in each channel of an OpenEXR image");
    }
  }
}

}  // namespace

std::vector<std::byte> encode_exr_with_text(std::pair<int, int> size, std::span<ExrChannel const> channels,
                                            std::string const& text) {
  check_channels(size, channels);
  const auto width = static_cast<std::size_t>(size.first);
  try {
    Imf::Header header(size.first, size.second);
    header.compression() = Imf::ZIP_COMPRESSION;
    if (!text.empty()) header.insert(kExrTextKey, Imf::StringAttribute(text));
    std::vector<std::vector<half>> halves;
    halves.reserve(channels.size());  // the slices point to the values
    Imf::FrameBuffer pixels;
    for (ExrChannel const& channel : channels) {
      const Imf::PixelType type = channel.half ? Imf::HALF : Imf::FLOAT;
      header.channels().insert(channel.name, Imf::Channel(type));
      if (channel.half) halves.emplace_back(channel.values.begin(), channel.values.end());
      void const* const values = channel.half ? static_cast<void const*>(halves.back().data()) : channel.values.data();
      const std::size_t bytes = channel.half ? sizeof(half) : sizeof(float);
      // OpenEXR only reads the values.
      pixels.insert(channel.name,
                    Imf::Slice(type, static_cast<char*>(const_cast<void*>(values)), bytes, bytes * width));
    }
    ExrSink sink;
    {
      Imf::OutputFile file(sink, header, 0);
      file.setFrameBuffer(pixels);
      constexpr int kRows = 64;
      for (int row = 0; row < size.second; row += kRows) {
        WorkWatch::at(static_cast<double>(row) / size.second);
        file.writePixels(std::min(kRows, size.second - row));
      }
    }
    return sink.take();
  } catch (std::bad_alloc const&) {
    throw;
  } catch (std::exception const& error) {
    throw InputError("the OpenEXR image cannot be written: {}", error.what());
  }
}

std::vector<std::byte> encode_exr(int width, int height, std::span<ExrChannel const> channels) {
  return encode_exr_with_text({width, height}, channels, {});
}

}  // namespace barchan
