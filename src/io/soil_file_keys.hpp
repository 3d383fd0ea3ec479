/// The keys of `.soil` files. Reading, writing and the documentation are derived from them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/grid.hpp"
#include "io/soil_file.hpp"

namespace barchan::soil_file {

/// The row of a key: the member that it sets, its range and its meaning.
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
    {"SCALE", &SoilWorld::scale, 1, 10000, "unit of height, in cell widths"},
    {"SIZEX", &SoilWorld::sizex, 1, Grid::kMaximumSide, "cells along x"},
    {"SIZEY", &SoilWorld::sizey, 1, Grid::kMaximumSide, "cells along y"},
    {"NWATER", &SoilWorld::nwater, 0, 1e6, "water droplets per frame"},
    {"NWIND", &SoilWorld::nwind, 0, 1e6, "wind particles per frame"},
};

// The ranges of rates are those of SoilMachine's own sliders.
inline constexpr Key<SoilRow> kSoilKeys[]{
    {"TRANSPORTS", &SoilRow::transports, 0, 0, "soil into which this soil turns when water picks it up"},
    {"ERODES", &SoilRow::erodes, 0, 0, "soil into which this soil turns while water carries it"},
    {"CASCADES", &SoilRow::cascades, 0, 0, "soil into which this soil turns when it slides"},
    {"ABRADES", &SoilRow::abrades, 0, 0, "soil into which this soil turns when wind abrades it"},
    {"DENSITY", &SoilRow::density, 0.001, 100, "density relative to the other soils"},
    {"POROSITY", &SoilRow::porosity, 0, 1, "fraction of the volume that is pores"},
    {"COLOR", &SoilRow::color, 0, 0, "red, green and blue in hexadecimal"},
    {"Ka", &SoilRow::ka, 0, 10, "ambient part of the shading"},
    {"Kd", &SoilRow::kd, 0, 10, "diffuse part of the shading"},
    {"Ks", &SoilRow::ks, 0, 10, "specular part of the shading"},
    {"Kk", &SoilRow::kk, 0, 1000, "shininess"},
    {"SOLUBILITY", &SoilRow::solubility, 0, 10, "amount of this soil that water can carry"},
    {"EQUILIBRIUM", &SoilRow::equilibrium, 0, 1,
     "part of the difference between load and capacity that a droplet exchanges per step, as a fraction"},
    {"FRICTION", &SoilRow::friction, 0, 1,
     "fraction of its previous direction that a droplet keeps per step on this soil"},
    {"EROSIONRATE", &SoilRow::erosionrate, 0, 1,
     "amount of water that must pass before a load of this soil turns into the soil of ERODES"},
    {"MAXDIFF", &SoilRow::maxdiff, 0, 100,
     "largest stable height difference between adjacent cells; 80 times this value is the tangent of the steepest "
     "stable slope"},
    {"SETTLING", &SoilRow::settling, 0, 1, "fraction of the height difference beyond MAXDIFF that slides at once"},
    {"SUSPENSION", &SoilRow::suspension, 0, 1, "ease with which wind lifts and deposits this soil"},
    {"ABRASION", &SoilRow::abrasion, 0, 1, "ease with which wind turns this soil into the soil of ABRADES"},
};

inline constexpr Key<LayerRow> kLayerKeys[]{
    {"MIN", &LayerRow::min, 0, 100, "smallest thickness"},
    {"BIAS", &LayerRow::bias, -100, 100, "thickness where the noise is 0"},
    {"SCALE", &LayerRow::scale, 0, 100, "thickness added where the noise is 1"},
    {"OCTAVES", &LayerRow::octaves, 1, 16, "octaves of the noise"},
    {"LACUNARITY", &LayerRow::lacunarity, 0.1, 16, "frequency of each octave divided by that of the previous one"},
    {"GAIN", &LayerRow::gain, 0, 2, "height of each octave divided by that of the previous one"},
    {"FREQUENCY", &LayerRow::frequency, 0, 1000, "periods of the first octave along one side of the land"},
};

}  // namespace barchan::soil_file
