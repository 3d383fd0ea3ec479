/// Shaded relief: a world as a picture, without any graphics hardware.
#pragma once

#include "picture/picture.hpp"
#include "world/sunlight.hpp"

namespace barchan {

class World;

struct ReliefStyle {
  Sun sun{140.0f, 0.0f};    ///< elevation 0: the lowest of 22, 30 and 40 degrees that lights most of the land
  int longest_side = 1024;  ///< pixels; smaller lands are enlarged smoothly, larger ones drawn cell by cell
};

/// A map of the land in low sun with its cast shadows; rock, sand and obstacles have their own colours,
/// streams are blue by their discharge and lakes by their depth.
/// The same picture for every number of threads.
Picture draw_relief(World const& world, ReliefStyle const& style = {});

}  // namespace barchan
