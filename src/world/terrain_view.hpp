/// TerrainView: all the data of a world that a window or a picture displays, copied between two steps.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

#include "base/field.hpp"
#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/budget.hpp"
#include "land/cell_layers.hpp"
#include "land/ground_water.hpp"
#include "land/landmarks.hpp"
#include "land/mask.hpp"
#include "land/obstacle_bodies.hpp"
#include "land/place.hpp"
#include "land/section.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"
#include "processes/particle_trace.hpp"
#include "world/calendar.hpp"
#include "world/line_flux.hpp"
#include "world/strata_view.hpp"
#include "world/streams.hpp"
#include "world/sunlight.hpp"

namespace barchan {

class World;
struct Terrain;

/// A line between two points, in m from the south-west corner of the land.
struct SectionLine {
  glm::dvec2 from{}, to{};

  bool operator==(SectionLine const&) const = default;
};

/// Parts of the view to fill in besides the land itself.
struct ViewRequest {
  std::string overlay;        ///< field id, or empty
  std::size_t traces = 4096;  ///< largest number of particles
  Sun sun{};
  std::optional<std::size_t> cell{};     ///< cell whose column to show
  std::optional<SectionLine> section{};  ///< line along which to cut the land
  Slice slice{};                         ///< slice along which to show the columns
  int arrows = 0;                        ///< largest number of wind arrows along the longer side; 0: none
  bool light = true;                     ///< compute sun and sky visibility
  bool whole_sky = false;                ///< compute the whole sky at once: slower, but independent of earlier views

  bool operator==(ViewRequest const&) const = default;
};

/// Value of a parameter when the view was taken.
struct ParameterValue {
  std::string_view group, key;
  double value = 0.0;
};

/// The local wind at a place.
struct WindArrow {
  glm::vec2 position;   ///< m
  glm::vec2 direction;  ///< unit vector towards which the wind blows
  float ratio = 1.0f;   ///< local speed divided by the speed of the prevailing wind
};

/// Linear colour with sRGB primaries, and a fraction as the fourth value.
using SoilColor = std::array<float, 4>;

/// One value per cell, or one for all cells of a land of sand on rock.
struct SurfaceColors {
  /// Colour of the loose soil at the surface, mixed over a shallow depth. Fourth value: fraction that wind can lift.
  /// Empty: all loose soil is sand.
  std::vector<SoilColor> loose;
  std::vector<SoilColor> base;  ///< colour of the uppermost solid layer (rock for obstacles); empty: all rock
};
/// The colours of all cells of a terrain.
SurfaceColors surface_colors(Terrain const& terrain);

/// Amount of a soil.
struct SoilFigures {
  double depth = 0.0;    ///< mean thickness over the land, m; for bedrock, mean height above the datum
  double surface = 0.0;  ///< fraction of the land where it is the uppermost soil
};

/// The column of a cell.
struct CellColumn {
  std::size_t cell = 0;
  Quanta surface = 0;         ///< elevation above the datum
  float slope = 0.0f;         ///< rise over run, m/m
  std::vector<Layer> layers;  ///< from the top; the last is the bedrock
  Faces faces{};
  CellWater water{};
  std::optional<GroundWater> ground{};  ///< empty if the ground absorbs no water
};

/// Value of cells that have no water and do not adjoin water.
inline constexpr float kNoWater = std::numeric_limits<float>::lowest();

/// Water on the land, one value per cell; all members are empty if there is none.
struct WaterView {
  /// Elevation of the water surface, m above the datum, in wet cells and the dry cells next to them (so that the
  /// surface intersects the land); elsewhere kNoWater.
  std::vector<float> level;
  std::vector<float> depth;             ///< m; 0 where the ground is dry
  std::vector<glm::vec2> flow;          ///< m/s; empty: no water flows
  std::vector<float> foam;              ///< 0 to 1, fraction of the surface that breaks; empty: none
  std::vector<float> mud;               ///< turbidity, 0 to 1; at 1 the visibility is about 0.1 m; empty: none
  std::optional<float> sea{};           ///< sea level if the sea lies beyond open edges, m above the datum
  std::vector<SoilColor> mud_colors{};  ///< colour of the suspended load, per cell or one for all; empty: sand

  bool empty() const { return level.empty(); }
};

/// Cells along a side of the lattice on which the distribution of rain is given.
inline constexpr int kRainSide = 8;

/// The present rain, and the other sources of water.
struct RainView {
  WaterSources sources;
  std::size_t storms = 0;
  bool mapped = false;  ///< a map distributes the rain
  double rate = 0.0;    ///< present rain including storms, mean over the land, mm/h
  double even = 0.0;    ///< the steady part of it; for a climate, averaged over showers and the time between them
  /// Rain of each patch of the land divided by `rate`, kRainSide x kRainSide, row-major; empty: uniform.
  std::vector<float> shares{};
};

/// The copy of a world for display. Arrays are row-major with one value per cell unless stated otherwise.
struct TerrainView {
  Grid grid;
  double datum = 0.0;
  Place place;  ///< of the land in a coordinate reference system
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  double time = 0.0;  ///< s

  std::vector<float> elevation;   ///< m above the datum, row-major
  std::vector<float> sediment;    ///< thickness of all loose soil, m
  std::vector<SoilId> base_soil;  ///< soil of the uppermost solid layer
  SurfaceColors colors;
  std::array<ColumnRow, kRowCount> rows;  ///< columns at the edges and along the requested slice
  FaceBands faces;
  Soils soils;
  std::vector<SoilFigures> soil_figures;  ///< one entry per soil
  std::optional<CellColumn> column;       ///< column of the requested cell; empty if there is no such cell
  Section section;                        ///< along the requested line; no columns if the line leaves the land
  LineFlux section_flux;                  ///< across the requested line; zeros if there is no section
  CellLayers cell_layers;                 ///< only the displayed ones
  std::vector<float> slides;              ///< sediment that recently slid to or from each cell, m/s; empty: none
  Sun sun;                                ///< sun of the request
  std::vector<float> sun_visibility;      ///< 0 (in the land's shadow) to 1 (in the sun); empty without `light`
  /// Height above the ground or water up to which ground and objects towards the sun cast shadow, m; empty without
  /// `light`.
  std::vector<float> shade;
  std::vector<float> sky_visibility;  ///< visible fraction of the sky, 0 to 1; empty without `light`
  /// Airborne soil over each cell, as the thickness of sand in m that would block the same light; finer grains block
  /// more.
  std::vector<float> dust;
  std::vector<SoilColor> dust_colors;  ///< colour of the airborne soil, multiplied by `dust`; empty: all of it is sand
  WaterView water;
  /// Elevation up to which groundwater and moisture make the ground damp, m above the datum; kNoWater where the ground
  /// is dry. Empty: all ground is dry.
  std::vector<float> damp;
  RainView rain;
  std::vector<ObstacleBody> bodies;  ///< obstacles that can be changed one by one, in the order of their numbers
  Landmarks landmarks;               ///< gauges, palms and people
  std::vector<MaskRecipe> masks;     ///< in the order in which they were added
  std::vector<float> wind_path;  ///< time average of contact with the ground, 0 to 1; empty if there is no such field
  float elevation_minimum = 0.0f, elevation_maximum = 0.0f;  ///< m

  std::string overlay_id;      ///< empty: no overlay
  FieldRow overlay_row;        ///< row of the overlay's field
  std::vector<float> overlay;  ///< values of the overlay's field
  float overlay_minimum = 0.0f, overlay_maximum = 0.0f;
  std::size_t overlay_full = 0;  ///< cells in which the overlay is 1; only counted for a hatched overlay

  std::vector<ParticleTrace> wind_traces;   ///< wind particles
  std::vector<ParticleTrace> water_traces;  ///< droplets
  glm::vec2 wind_direction{1.0f, 0.0f};     ///< unit vector towards which the prevailing wind blows
  float wind_speed = 0.0f;                  ///< m/s
  /// Sine of the angle between the local and the prevailing wind, anticlockwise, per cell. Empty: 0 everywhere.
  std::vector<float> wind_turn;
  std::vector<WindArrow> wind_arrows;  ///< on a square lattice; empty without `arrows`
  float arrow_spacing = 0.0f;          ///< spacing of the lattice, m

  std::vector<ParameterValue> parameters;  ///< in the order of World::parameter_groups
  QuantaSum budget_error = 0;
  Conserved conserved = Conserved::volume;  ///< quantity that conversions between soils preserve
  ConversionBalance conversions;            ///< what conversions have added in total
  std::uint32_t health = 0;
  Calendar calendar;          ///< how much time at the site a second stands for
  std::size_t particles = 0;  ///< particles alive, all processes

  /// Value by name. Throws std::invalid_argument if there is no such parameter.
  double parameter(std::string_view group, std::string_view key) const;
};

/// Ids of the processes that fill the field `field`; empty: the world itself fills it.
std::vector<std::string_view> field_sources(World const& world, std::string_view field);

/// Fills `view`, reusing its memory. Call it between steps, on the thread that owns the world.
void fill_view(World const& world, ViewRequest const& request, TerrainView& view);

}  // namespace barchan
