/// Files that give an image its place on Earth.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/input_error.hpp"
#include "land/place.hpp"

namespace barchan {

/// Extensions and contents of the files beside a PNG image: a world file (.pgw, ESRI: size and rotation of a pixel, and
/// the middle of the first one) and, if the place has a coordinate reference system, a .prj file. The first row of the
/// image is the northern one. Empty if the place is not known. Throws InputError.
std::vector<std::pair<std::string, std::string>> place_files(Place const& place);

/// Writes a PNG image and the files that give it its place. They appear whole or not at all. Throws InputError, also if
/// a file beside the image would give it another place, or may belong to another raster.
void write_placed_png(std::filesystem::path const& path, std::span<std::byte const> image, Place const& place);

/// Whether a .prj file gives the coordinate reference system of this place, as another file of an export may need it.
bool gives_system_of(std::filesystem::path const& prj, Place const& place);

/// Throws InputError for such a file.
void check_place_files(std::filesystem::path const& path, Place const& place);

}  // namespace barchan
