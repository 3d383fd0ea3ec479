/// Thumbnails: small pictures of a land, drawn within a millisecond whatever its size.
#pragma once

#include "picture/picture.hpp"

namespace barchan {

class World;

/// Longer side of the pictures of checkpoints and saved worlds, pixels.
inline constexpr int kThumbnailSide = 128;

/// Draws a map of the land in light from the north-west, without cast shadows. One cell stands for each pixel. The
/// longer side has `side` pixels.
Picture draw_thumbnail(World const& world, int side);

}  // namespace barchan
