#include "io/vti_file.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

namespace barchan {

namespace {

static_assert(std::endian::native == std::endian::little);

/// The text as XML may contain it in an attribute. Control characters, which XML forbids, become blanks.
std::string xml_text(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return safe;
}

void check_fields(VtiGrid const& grid, std::span<VtiField const> fields) {
  if (grid.width < 1 || grid.height < 1 || !(grid.spacing_x > 0.0) || !(grid.spacing_y > 0.0) || fields.empty()) {
    throw std::invalid_argument("expected at least one cell and one field for a .vti file");
  }
  const std::size_t cells = static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height);
  for (VtiField const& field : fields) {
    const bool different = std::ranges::count(fields, field.name, &VtiField::name) == 1;
    if (field.name.empty() || !different || field.values.size() != cells) {
      throw std::invalid_argument("expected a name and one value per cell for each field of a .vti file");
    }
  }
}

}  // namespace

std::vector<std::byte> encode_vti(VtiGrid const& grid, std::span<VtiField const> fields) {
  check_fields(grid, fields);
  const std::string extent = fmt::format("0 {} 0 {} 0 0", grid.width - 1, grid.height - 1);
  std::string head = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
      "<ImageData WholeExtent=\"{}\" Origin=\"{} {} 0\" Spacing=\"{} {} 1\">\n"
      "<Piece Extent=\"{}\">\n<PointData Scalars=\"{}\">\n",
      extent, grid.west + grid.spacing_x / 2.0, grid.south + grid.spacing_y / 2.0, grid.spacing_x, grid.spacing_y,
      extent, xml_text(fields.front().name));
  std::uint64_t at = 0;
  for (VtiField const& field : fields) {
    head += fmt::format("<DataArray type=\"Float32\" Name=\"{}\" format=\"appended\" offset=\"{}\"/>\n",
                        xml_text(field.name), at);
    at += sizeof(std::uint64_t) + field.values.size_bytes();
  }
  head += "</PointData>\n</Piece>\n</ImageData>\n<AppendedData encoding=\"raw\">\n_";
  constexpr std::string_view kTail = "\n</AppendedData>\n</VTKFile>\n";
  std::vector<std::byte> bytes;
  bytes.reserve(head.size() + at + kTail.size());
  const auto add = [&](void const* from, std::size_t size) {
    auto const* const first = static_cast<std::byte const*>(from);
    bytes.insert(bytes.end(), first, first + size);
  };
  add(head.data(), head.size());
  for (VtiField const& field : fields) {
    const std::uint64_t size = field.values.size_bytes();
    add(&size, sizeof size);
    add(field.values.data(), size);
  }
  add(kTail.data(), kTail.size());
  return bytes;
}

std::string pvd_text(std::span<PvdEntry const> entries) {
  std::string text =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n";
  for (PvdEntry const& entry : entries) {
    text += fmt::format("<DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", entry.seconds,
                        xml_text(entry.file.generic_string()));
  }
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace barchan
