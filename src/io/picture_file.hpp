/// Pictures as PNG files.
#pragma once

#include <filesystem>

#include "io/input_error.hpp"
#include "picture/picture.hpp"

namespace barchan {

/// Writes a PNG; the file appears whole or not at all. Throws InputError.
void write_picture(std::filesystem::path const& path, Picture const& picture);

}  // namespace barchan
