/// The keys of `.soil` files, from which reading, writing and the documentation follow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/grid.hpp"
#include "io/soil_file.hpp"

namespace barchan::soil_file {

/// One row per key: the member it sets and its range.
template <class Row>
struct Key {
  std::string_view name;
  std::variant<double Row::*, int Row::*, std::optional<std::int64_t> Row::*, std::string Row::*, std::uint32_t Row::*>
      member;
  double minimum = 0.0;
  double maximum = 0.0;
  std::string_view meaning;
};

inline constexpr Key<SoilWorld> kWorldKeys[]{
    {"SEED", &SoilWorld::seed, 0, 4294967295.0, "seed of the noise"},
    {"SCALE", &SoilWorld::scale, 1, 10000, "cells that a height of 1 is high"},
    {"SIZEX", &SoilWorld::sizex, 1, Grid::kMaximumSide, "cells along x"},
    {"SIZEY", &SoilWorld::sizey, 1, Grid::kMaximumSide, "cells along y"},
    {"NWATER", &SoilWorld::nwater, 0, 1e6, "drops a frame"},
    {"NWIND", &SoilWorld::nwind, 0, 1e6, "wind particles a frame"},
};

// Rates have the range of SoilMachine's own sliders.
inline constexpr Key<SoilRow> kSoilKeys[]{
    {"TRANSPORTS", &SoilRow::transports, 0, 0, "soil that it is once water carries it"},
    {"ERODES", &SoilRow::erodes, 0, 0, "soil that water turns it into on its way"},
    {"CASCADES", &SoilRow::cascades, 0, 0, "soil that it is once it slides"},
    {"ABRADES", &SoilRow::abrades, 0, 0, "soil that wind turns it into on its way"},
    {"DENSITY", &SoilRow::density, 0.001, 100, "density, in relation to the other soils"},
    {"POROSITY", &SoilRow::porosity, 0, 1, "share of pores"},
    {"COLOR", &SoilRow::color, 0, 0, "red, green and blue in hexadecimal"},
    {"Ka", &SoilRow::ka, 0, 10, "ambient share of its shading"},
    {"Kd", &SoilRow::kd, 0, 10, "diffuse share of its shading"},
    {"Ks", &SoilRow::ks, 0, 10, "specular share of its shading"},
    {"Kk", &SoilRow::kk, 0, 1000, "shininess"},
    {"SOLUBILITY", &SoilRow::solubility, 0, 10, "how much of it water can carry"},
    {"EQUILIBRIUM", &SoilRow::equilibrium, 0, 1, "share of the way to that load, a step"},
    {"FRICTION", &SoilRow::friction, 0, 1, "share of its old course that a drop keeps on it"},
    {"EROSIONRATE", &SoilRow::erosionrate, 0, 1, "how much water must pass until a load of it turns into ERODES"},
    {"MAXDIFF", &SoilRow::maxdiff, 0, 100, "largest step between neighbours at rest; 80 times it is the slope"},
    {"SETTLING", &SoilRow::settling, 0, 1, "share of what is too steep that slides at once"},
    {"SUSPENSION", &SoilRow::suspension, 0, 1, "how readily wind lifts it and drops it"},
    {"ABRASION", &SoilRow::abrasion, 0, 1, "how readily wind turns it into ABRADES"},
};

inline constexpr Key<LayerRow> kLayerKeys[]{
    {"MIN", &LayerRow::min, 0, 100, "least thickness"},
    {"BIAS", &LayerRow::bias, -100, 100, "thickness where the noise is 0"},
    {"SCALE", &LayerRow::scale, 0, 100, "thickness that the noise adds where it is 1"},
    {"OCTAVES", &LayerRow::octaves, 1, 16, "octaves of the noise"},
    {"LACUNARITY", &LayerRow::lacunarity, 0.1, 16, "frequency of an octave over that of the one before"},
    {"GAIN", &LayerRow::gain, 0, 2, "height of an octave over that of the one before"},
    {"FREQUENCY", &LayerRow::frequency, 0, 1000, "periods of the first octave on the side of the land"},
};

}  // namespace barchan::soil_file
