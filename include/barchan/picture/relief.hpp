/// Shaded relief: a world as a picture, without any graphics hardware.
#pragma once

#include "barchan/picture/picture.hpp"
#include "barchan/world/world.hpp"

namespace barchan {

struct ReliefStyle {
  float sun_azimuth = 140.0f;  ///< degrees anticlockwise from east, the way towards the sun
  float sun_elevation =
      0.0f;                 ///< degrees above the horizon; 0: the lowest of 22, 30 and 40 that lights most of the land
  int longest_side = 1024;  ///< pixels; smaller lands are enlarged smoothly, larger ones drawn cell by cell
};

/// A map of the land in low sun with its cast shadows; rock, sand and obstacles have their own colours.
/// The same picture for every number of threads.
Picture draw_relief(World const& world, ReliefStyle const& style = {});

}  // namespace barchan
