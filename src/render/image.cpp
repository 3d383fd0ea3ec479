#include "render/image.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include <fmt/format.h>
#include <png.h>

namespace barchan {

void write_png(std::filesystem::path const& file, Image const& image) {
  if (image.width <= 0 || image.height <= 0)
    throw std::runtime_error(fmt::format("{}: an empty picture", file.string()));
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    rgb.insert(rgb.end(), image.rgba.begin() + static_cast<std::ptrdiff_t>(i),
               image.rgba.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  description.width = static_cast<png_uint_32>(image.width);
  description.height = static_cast<png_uint_32>(image.height);
  description.format = PNG_FORMAT_RGB;
  const std::filesystem::path temporary = file.string() + ".part";
  const bool written = png_image_write_to_file(&description, temporary.c_str(), 0, rgb.data(), 0, nullptr) != 0;
  const std::string reason = written ? "" : fmt::format("{} ({})", description.message, std::strerror(errno));
  std::error_code failure;
  if (written) {
    std::filesystem::rename(temporary, file, failure);
    if (!failure) return;
  }
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw std::runtime_error(
      fmt::format("{}: cannot write the picture: {}", file.string(), written ? failure.message() : reason));
}

}  // namespace barchan
