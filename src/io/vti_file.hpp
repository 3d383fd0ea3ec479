/// Fields for ParaView: images of VTK (.vti) and their list with times (.pvd).
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace barchan {

/// A field on the middles of the cells.
struct VtiField {
  std::string name;               ///< such as "elevation"; not empty
  std::span<float const> values;  ///< south row first, as in a Raster; NaN: no data
};

/// The grid of an image.
struct VtiGrid {
  int width = 0, height = 0;                ///< cells
  double spacing_x = 1.0, spacing_y = 1.0;  ///< m between the middles of the cells, > 0
  double west = 0.0, south = 0.0;           ///< coordinates of the south-west corner of the land, m
};

/// An image in memory (VTK, "XML File Formats", ImageData). The points are the middles of the cells, in m, at the
/// height 0. The numbers are stored as they are (appended, raw), so the file is not text. Throws std::invalid_argument
/// if there is no field, if two have the same name or if one does not have a value per cell.
std::vector<std::byte> encode_vti(VtiGrid const& grid, std::span<VtiField const> fields);

/// A file of a list, and its time.
struct PvdEntry {
  double seconds = 0.0;        ///< time of the world's clock, s
  std::filesystem::path file;  ///< relative to the folder of the list
};

/// The text of a .pvd file, which ParaView opens as one animation.
std::string pvd_text(std::span<PvdEntry const> entries);

}  // namespace barchan
