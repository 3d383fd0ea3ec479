/// Images of the format OpenEXR with text for Barchan itself.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/exr_image.hpp"

namespace barchan {

/// Attribute of an image that holds the JSON of metadata_json().
inline constexpr char kExrTextKey[] = "barchan";

/// encode_exr() with a text that is stored under kExrTextKey; empty: no text.
std::vector<std::byte> encode_exr_with_text(std::pair<int, int> size, std::span<ExrChannel const> channels,
                                            std::string const& text);

}  // namespace barchan
