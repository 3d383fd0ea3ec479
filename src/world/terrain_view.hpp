/// TerrainView: all that a window or a picture needs to know of a world, copied between two steps.
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
#include "land/cell_layers.hpp"
#include "land/ground_water.hpp"
#include "land/section.hpp"
#include "land/soil.hpp"
#include "land/source.hpp"
#include "processes/particle_trace.hpp"
#include "world/strata_view.hpp"
#include "world/streams.hpp"
#include "world/sunlight.hpp"

namespace barchan {

class World;
struct Terrain;

/// Two points, metres from the land's south-west corner.
struct SectionLine {
  glm::dvec2 from{}, to{};

  bool operator==(SectionLine const&) const = default;
};

/// What to fill in besides the land itself.
struct ViewRequest {
  std::string overlay;        ///< field id, or empty
  std::size_t traces = 4096;  ///< most particles to show
  Sun sun{};
  std::optional<std::size_t> cell{};     ///< whose column to show
  std::optional<SectionLine> section{};  ///< along which to cut the land
  Slice slice{};                         ///< along which to show the columns
  int arrows = 0;                        ///< most wind arrows along the longer side; 0: none
  bool light = true;                     ///< compute sun and sky visibility
  bool whole_sky = false;  ///< all of the sky in one view: slower, but the same whatever was viewed before

  bool operator==(ViewRequest const&) const = default;
};

/// A parameter's value as it was when the view was taken.
struct ParameterValue {
  std::string_view group, key;
  double value = 0.0;
};

/// The local wind at a place.
struct WindArrow {
  glm::vec2 position;   ///< m
  glm::vec2 direction;  ///< unit vector, towards
  float ratio = 1.0f;   ///< speed over that of the prevailing wind
};

/// Linear sRGB primaries and a share.
using SoilColor = std::array<float, 4>;

/// One a cell, or one for all of a land of sand on rock.
struct SurfaceColors {
  /// Of what lies loose on top, mixed as in a shallow scrape; the fourth: the share of it that wind can lift; none: of
  /// sand.
  std::vector<SoilColor> loose;
  std::vector<SoilColor> base;  ///< of the uppermost solid layer; where that is an obstacle, of rock; none: of rock
};
SurfaceColors surface_colors(Terrain const& terrain);

/// What there is of a soil.
struct SoilFigures {
  double depth = 0.0;    ///< m, of what lies, spread over the land; of bedrock what stands above the datum
  double surface = 0.0;  ///< share of the land where it lies on top
};

/// All that stands on a cell.
struct CellColumn {
  std::size_t cell = 0;
  Quanta surface = 0;         ///< above the datum
  float slope = 0.0f;         ///< m/m, rise over run
  std::vector<Layer> layers;  ///< from the top; the last is the bedrock
  Faces faces{};
  CellWater water{};
  std::optional<GroundWater> ground{};  ///< nothing where the ground takes up no water
};

/// Of a cell where no water stands or runs, nor beside it.
inline constexpr float kNoWater = std::numeric_limits<float>::lowest();

/// Water on the land, a value a cell; all empty where there is none.
struct WaterView {
  /// m above the datum, of wet cells and of the dry ones that touch them (so that its plane cuts the land); elsewhere
  /// kNoWater.
  std::vector<float> level;
  std::vector<float> depth;     ///< m, 0 where the ground is dry
  std::vector<glm::vec2> flow;  ///< m/s; empty: it stands still
  std::vector<float> foam;      ///< 0 .. 1, share of it that breaks; empty: none
  std::vector<float> mud;       ///< 0 .. 1, of what it carries, up to where one sees no deeper than a hand; empty: none
  std::optional<float> sea{};   ///< m above the datum, where it lies beyond open edges
  std::vector<SoilColor> mud_colors{};  ///< of what it carries, one a cell or one for all; empty: sand's

  bool empty() const { return level.empty(); }
};

/// Along a side of the lattice on which the view tells where it rains.
inline constexpr int kRainSide = 8;

/// The rain that falls, and what else brings a land water.
struct RainView {
  WaterSources sources;
  std::size_t storms = 0;
  bool mapped = false;  ///< it rains by a map
  double rate = 0.0;    ///< mm/h that fall now, the mean over the land: the even rain and that of the storms
  double even = 0.0;    ///< of it, the even rain: that of a climate, the mean of its showers and of the time between
  /// Rain of a patch of the land over `rate`, kRainSide x kRainSide, row-major; empty: it rains alike everywhere.
  std::vector<float> shares{};
};

struct TerrainView {
  Grid grid;
  double datum = 0.0;
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  double time = 0.0;  ///< s

  std::vector<float> elevation;   ///< m above the datum, row-major
  std::vector<float> sediment;    ///< m of sand
  std::vector<SoilId> base_soil;  ///< kRock or kObstacle
  SurfaceColors colors;
  std::array<ColumnRow, kRowCount> rows;  ///< columns at the edges and along the slice that was asked for
  FaceBands faces;
  Soils soils;
  std::vector<SoilFigures> soil_figures;  ///< of each soil
  std::optional<CellColumn> column;       ///< of the cell that was asked for (none where there is no such cell)
  Section section;                        ///< along the line that was asked for (no columns where it leaves the land)
  CellLayers cell_layers;                 ///< those that are seen
  std::vector<float> slides;              ///< m/s that slid to or from a cell lately; empty: nothing did
  std::vector<float> sun_visibility;      ///< 0 in the land's shadow .. 1 in the sun (empty without `light`)
  /// m above the ground or the water, up to which the shadow of what stands sunward reaches (empty without `light`, and
  /// where no obstacle stands).
  std::vector<float> shade;
  std::vector<float> sky_visibility;  ///< 0 .. 1, share of the sky that is seen (empty without `light`)
  /// What flies over a cell, m of sand that would hide as much; finer grains hide more.
  std::vector<float> dust;
  std::vector<SoilColor> dust_colors;  ///< of what flies, times `dust`; none: all of it is sand
  WaterView water;
  /// m above the datum, up to which ground water and moisture make the ground damp; kNoWater where they do not; empty:
  /// nowhere.
  std::vector<float> damp;
  RainView rain;
  std::vector<float> wind_path;  ///< 0 .. 1 time average of ground contact (empty when there is no such field)
  float elevation_minimum = 0.0f, elevation_maximum = 0.0f;  ///< m

  std::string overlay_id;      ///< empty: none
  FieldRow overlay_row;        ///< of the overlay
  std::vector<float> overlay;  ///< its values
  float overlay_minimum = 0.0f, overlay_maximum = 0.0f;

  std::vector<ParticleTrace> wind_traces;   ///< wind particles
  std::vector<ParticleTrace> water_traces;  ///< droplets
  glm::vec2 wind_direction{1.0f, 0.0f};     ///< unit vector, towards; of the prevailing wind
  float wind_speed = 0.0f;                  ///< m/s
  /// Sine of the angle by which the relief turns the local wind from the prevailing one, anticlockwise; a cell. Empty:
  /// nowhere does it.
  std::vector<float> wind_turn;
  std::vector<WindArrow> wind_arrows;  ///< the local wind on a square lattice (empty without `arrows`)
  float arrow_spacing = 0.0f;          ///< m, of the lattice

  std::vector<ParameterValue> parameters;  ///< in the order of World::parameter_groups
  QuantaSum budget_error = 0;
  std::uint32_t health = 0;
  std::size_t particles = 0;  ///< alive, all processes

  /// Value by name; throws std::invalid_argument when there is none.
  double parameter(std::string_view group, std::string_view key) const;
};

/// Ids of the processes that fill the overlay `field`; none: the world itself.
std::vector<std::string_view> field_sources(World const& world, std::string_view field);

/// Fills `view`, reusing its memory. Call between steps, on whatever thread owns the world.
void fill_view(World const& world, ViewRequest const& request, TerrainView& view);

}  // namespace barchan
