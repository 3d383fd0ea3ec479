/// Composition: the layers with shapes and noise from which a scenario composes a land.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "base/scheduler.hpp"
#include "land/cell_layers.hpp"
#include "land/obstacle.hpp"
#include "land/raster.hpp"
#include "land/soil.hpp"

namespace barchan {

enum class LayerShape : std::uint8_t {
  uniform,      ///< the same thickness everywhere
  noise,        ///< layered gradient noise
  white_noise,  ///< an independent value per cell, or band-limited
  plane,        ///< one slope over the whole land
  ramp,         ///< a slope of finite length between two levels
  pyramid,      ///< four faces over a square
  cone,         ///< a cone over a disc
  cylinder,     ///< an upright cylinder
  dome,         ///< a smooth hill over a disc
  wall,         ///< a box
  bowl,         ///< a round hollow
  patches,      ///< discs at random places that together cover a given fraction of the land
  heightmap,    ///< a raster file
};

/// Combination of a layer with the layers before it. Only the cells that the shape covers change.
enum class LayerOperation : std::uint8_t { add, max, min, replace };

/// Basis function of layered noise.
enum class NoiseBasis : std::uint8_t {
  perlin,   ///< gradient noise on squares
  simplex,  ///< gradient noise on triangles; not allowed on a periodic land, where it would have a seam
  ridged,   ///< folded gradient noise: sharp crests
};

/// One layer. The positions x and y are fractions of the land's sides from the south-west corner. Other values are in
/// metres or degrees, except that amounts of plants are fractions of the ground. layer_keys() lists the members that
/// each shape reads.
struct LandLayer {
  LayerShape shape = LayerShape::uniform;
  LayerOperation operation = LayerOperation::add;
  SoilId soil = kRock;  ///< base list: kRock or kObstacle, which the layer adds or replaces; soil layers: any soil
  NoiseBasis basis = NoiseBasis::perlin;
  double level = 0.0;
  double thickness = 1.0;
  double amplitude = 1.0;
  double wavelength = 64.0;
  double octaves = 5.0;
  double gain = 0.5;
  double lacunarity = 2.0;
  double smallest_wavelength = 0.0;
  double floor = -12000.0;
  double stretch = 1.0;  ///< ratio of the wavelength of noise along x to that along y; no key sets it
  double x = 0.5;
  double y = 0.5;
  double height = 10.0;
  double depth = 10.0;
  double radius = 20.0;
  double cover = 0.22;
  double edge = 1.0;
  double width = 40.0;
  double length = 40.0;
  double slope = 5.0;
  double azimuth = 0.0;
  std::shared_ptr<Raster const> raster{};  ///< heightmap: loaded when the scenario is read
};

/// Layers of a scenario. They are composed in this order: rock and obstacles, layers of any soils, sand, cell layers.
/// Within a list, they are composed in the order of the list.
struct Composition {
  std::vector<LandLayer> base;
  std::vector<LandLayer> sand;
  std::array<std::vector<LandLayer>, kCellLayerCount> cell_layers;
  std::vector<LandLayer> layers{};  ///< layers of any soils between base and sand, lowest first; none uses `replace`
};

/// One list of layers: its key in files and its member of Composition.
struct LandList {
  std::string_view key;
  std::vector<LandLayer> Composition::*soil = nullptr;  ///< rock, layers or sand
  CellLayer cell_layer{};                               ///< for a list without a soil

  std::vector<LandLayer> const& of(Composition const& land) const {
    return soil != nullptr ? land.*soil : land.cell_layers[static_cast<std::size_t>(cell_layer)];
  }
  std::vector<LandLayer>& of(Composition& land) const {
    return const_cast<std::vector<LandLayer>&>(of(std::as_const(land)));
  }
};
/// All lists: rock, layers of any soils, sand, then the cell layers that a scenario may compose.
std::span<LandList const> land_lists();

/// Range of the values of a key.
struct KeyRange {
  std::string_view unit;
  double minimum, maximum;
  bool amount = false;  ///< an amount of the layer's matter: metres of soil, or the cell layer's own unit
  bool integer = false;
};

/// One key of a layer: its name in files, the member it sets, its range, and the shapes that read it.
struct LayerKey {
  std::string_view key;
  double LandLayer::*member;
  KeyRange range;
  std::span<LayerShape const> shapes;  ///< all shapes if empty
  std::string_view help;
  Bearing bearing = Bearing::none;  ///< of a direction over the land

  bool read_by(LayerShape shape) const {
    return shapes.empty() || std::find(shapes.begin(), shapes.end(), shape) != shapes.end();
  }
};
std::span<LayerKey const> layer_keys();

/// Largest number of layers in a list of any file format.
inline constexpr std::size_t kMostLandLayers = 1000;

std::string_view shape_id(LayerShape shape);
std::string_view shape_help(LayerShape shape);
inline constexpr int kLayerShapeCount = 13;

/// The bodies of which the base of a composed land is built: one for each layer of obstacles that has the shape of an
/// obstacle and shows somewhere with its whole height. `obstacle`: the composed thickness. A body on another one
/// reaches from the foot of the lower one to its own top.
std::vector<Obstacle> composed_bodies(std::vector<LandLayer> const& base, Grid const& grid,
                                      std::vector<QuantaSum> const& obstacle);

/// A composed layer of soil.
struct ComposedLayer {
  SoilId soil = kRock;
  std::vector<QuantaSum> thickness;  ///< per cell, >= 0
};

/// A composed land: elevations above sea level and thicknesses, in quanta. Their type is wider than Quanta, because the
/// datum is subtracted later.
struct ComposedLand {
  std::vector<QuantaSum> base;
  std::vector<ComposedLayer> layers;  ///< layers on the base, lowest first
  std::vector<QuantaSum> sand;        ///< thickness of the sand on top, >= 0
  std::vector<QuantaSum> obstacle;    ///< thickness of the obstacle at the top of the base, >= 0; empty: no obstacles
  CellLayers cell_layers;             ///< the cell layers that the scenario composes
};

/// Composes a land. The result depends only on the land, the grid and the seed, and is the same on every machine and
/// for any number of threads. `grid` must have the size of the layers' height maps.
ComposedLand compose_land(Composition const& land, Grid const& grid, std::uint64_t seed,
                          Scheduler const& scheduler = Scheduler());

}  // namespace barchan
