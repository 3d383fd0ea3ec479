#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/srgb.hpp"
#include "io/file.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "io/soil_units.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

using namespace soil_file;

constexpr std::uint64_t kLargestSeed = 4294967295;
constexpr std::string_view kRenamed = " (file)";  // suffix of a soil whose name was already in use

/// The number with the fewest digits that `fits`, or `exact` if no rounded number does.
template <class Fits>
double shortest(double exact, Fits const& fits) {
  for (int digits = 1; digits < 17; ++digits) {
    const std::string text = fmt::format("{:.{}g}", exact, digits);
    double rounded = exact;
    std::from_chars(text.data(), text.data() + text.size(), rounded);  // strtod would follow the locale of the user
    if (fits(rounded)) return rounded;
  }
  return exact;
}

std::uint32_t hexadecimal(std::array<float, 3> const& linear) {
  std::uint32_t color = 0;
  for (const float part : linear) {
    color = color << 8 | static_cast<std::uint32_t>(std::lround(srgb::encoded(static_cast<double>(part)) * 255.0));
  }
  return color;
}

/// Creates the document and notes everything that it cannot represent.
class Writer {
 public:
  Writer(Scenario const& scenario, World const& world, std::int64_t scale)
      : scenario_(scenario), world_(world), soils_(world.terrain().soils), metres_(static_cast<double>(scale)) {
    written_.file.world.scale = scale;
  }
  WrittenSoils write() {
    add_world();
    add_layers();
    add_soils();
    if (!mistakes_.empty()) throw InputErrors(std::move(mistakes_));
    write_soil_file(written_.file);  // throws if a name or value could not be read back
    note_soils();
    note_rest();
    return std::move(written_);
  }

 private:
  template <class... Values>
  void refuse(fmt::format_string<Values...> text, Values&&... values) {
    mistakes_.push_back(fmt::format("{}: a soil file cannot hold {}; save a .barchan file instead", scenario_.name,
                                    fmt::format(text, std::forward<Values>(values)...)));
  }
  void note(std::string text) { written_.notes.push_back(std::move(text)); }

  void add_world();
  void add_layers();
  void add_layer(LandLayer const& layer, std::string const& what);
  void add_soils();
  void use(SoilId soil);
  std::string name_of(SoilId soil) const;
  SoilRow row_of(SoilId soil) const;
  void note_soils();
  void note_rest();

  Scenario const& scenario_;
  World const& world_;
  Soils const& soils_;
  double metres_;
  std::vector<bool> used_ = std::vector<bool>(soils_.size(), false);
  std::vector<std::string> mistakes_;
  WrittenSoils written_;
};

void Writer::add_world() {
  SoilWorld& to = written_.file.world;
  Grid const& grid = world_.grid();
  if (grid.cell_size != 1.0f)
    refuse("cells of {} m, because its cells are 1 m wide", number_text(static_cast<double>(grid.cell_size)));
  if (world_.seed() > kLargestSeed)
    refuse("the seed {}, because its seeds are at most {}", world_.seed(), kLargestSeed);
  to.seed = static_cast<std::int64_t>(world_.seed());
  to.sizex = grid.width;
  to.sizey = grid.height;
  const auto population = [&](std::string_view group) {
    const bool on = world_.parameter(group, "enabled") != 0.0;
    return on ? static_cast<std::int64_t>(world_.parameter(group, "population")) : 0;
  };
  to.nwind = population("wind_particles");
  to.nwater = population("water_particles");
}

void Writer::add_layers() {
  for (LandLayer const& layer : scenario_.land.base) {
    if (layer.soil != kRock) refuse("obstacles (land.base)");
    if (layer.shape != LayerShape::uniform) refuse("bedrock of the shape '{}' (land.base)", shape_id(layer.shape));
  }
  for (auto const& layers : scenario_.land.cell_layers) {
    if (!layers.empty()) refuse("plants");
  }
  std::size_t number = 0;
  for (LandLayer const& layer : scenario_.land.layers) add_layer(layer, fmt::format("land.layer {}", ++number));
  number = 0;
  for (LandLayer layer : scenario_.land.sand) {
    layer.soil = kSand;
    add_layer(layer, fmt::format("land.sand {}", ++number));
  }
  if (written_.file.layers.empty()) refuse("a land without layers");
}

void Writer::add_layer(LandLayer const& layer, std::string const& what) {
  const bool even = layer.shape == LayerShape::uniform;
  const Grid grid = world_.grid();
  LayerRow row;
  if (layer.operation != LayerOperation::add) return refuse("a layer that does not add thickness ({})", what);
  if (!even && layer.shape != LayerShape::noise) return refuse("the shape '{}' ({})", shape_id(layer.shape), what);
  if (!even && layer.basis != NoiseBasis::perlin) return refuse("noise other than perlin ({})", what);
  if (!even && layer.smallest_wavelength > 0.0) return refuse("noise with a smallest wavelength ({})", what);
  if (!even && layer.stretch != static_cast<double>(grid.width) / grid.height) {
    return refuse(
        "unstretched noise on a land that is not square, because a soil file stretches noise with the land ({})", what);
  }
  use(layer.soil);
  row.soil = name_of(layer.soil);
  const auto heights = [&](double value) {
    return shortest(value / metres_, [&](double number) { return number * metres_ == value; });
  };
  if (even) {
    row.bias = heights(layer.thickness);
    row.scale = 0.0;
  } else {
    double sum = 0.0;
    for (int octave = 0; octave < static_cast<int>(layer.octaves); ++octave) sum = sum * layer.gain + 1.0;
    row.min = heights(std::max(layer.floor, 0.0));
    row.bias = heights(layer.level);
    row.scale = shortest(layer.amplitude * sum / metres_,
                         [&](double number) { return number * metres_ / sum == layer.amplitude; });
    row.octaves = static_cast<int>(layer.octaves);
    row.lacunarity = layer.lacunarity;
    row.gain = layer.gain;
    row.frequency =
        shortest(grid.width / layer.wavelength, [&](double number) { return grid.width / number == layer.wavelength; });
  }
  written_.file.layers.push_back(std::move(row));
}

/// Marks a soil as used, and all soils that it can become.
void Writer::use(SoilId soil) {
  if (used_[soil]) return;
  used_[soil] = true;
  if (!soils_[soil].loose)
    refuse("the solid soil '{}', because all soils of a soil file slide down slopes", soils_[soil].id);
  for (Way const& way : kWays) use(soils_[soil].*way.target);
}

void Writer::add_soils() {
  for (std::size_t i = default_soils().size(); i < soils_.size(); ++i) use(static_cast<SoilId>(i));
  for (std::size_t i = 0; i < soils_.size(); ++i) {
    if (used_[i]) written_.file.soils.push_back(row_of(static_cast<SoilId>(i)));
  }
}

std::string Writer::name_of(SoilId soil) const {
  std::string const& name = soils_[soil].name;
  if (!name.ends_with(kRenamed)) return name;
  const std::string before = name.substr(0, name.size() - kRenamed.size());
  const auto same = std::find_if(soils_.begin(), soils_.end(), [&](Soil const& other) { return other.name == before; });
  return same == soils_.end() || !used_[static_cast<std::size_t>(same - soils_.begin())] ? before : name;
}

SoilRow Writer::row_of(SoilId which) const {
  Soil const& soil = soils_[which];
  SoilRow row;
  row.name = name_of(which);
  row.color = hexadecimal(soil.color);
  for (Way const& way : kWays) row.*way.name = name_of(soil.*way.target);
  for (SoilProperty const& property : soil_properties()) {
    const auto* const unit = std::find_if(std::begin(kUnits), std::end(kUnits),
                                          [&](Unit const& one) { return one.property == property.row.key; });
    if (unit == std::end(kUnits)) continue;
    const double value = property.row.get(&soil);
    row.*unit->member = shortest(value / unit->unit, [&](double number) {
      return static_cast<float>(number * unit->unit) == static_cast<float>(value);
    });
  }
  return row;
}

/// Notes the properties that would change when the file is read again.
void Writer::note_soils() {
  const Scenario again = scenario_from_soils(written_.file, "again.soil");
  std::size_t place = default_soils().size();
  for (std::size_t i = 0; i < soils_.size(); ++i) {
    if (!used_[i]) continue;
    Soil const& read = again.soils[place++];
    std::vector<std::string_view> lost;
    for (SoilProperty const& property : soil_properties()) {
      if (property.row.get(&soils_[i]) != property.row.get(&read)) lost.push_back(property.row.key);
    }
    if (soils_[i].weathers != i) lost.push_back("weathers");
    if (soils_[i].color != read.color) lost.push_back("color (rounded)");
    if (!lost.empty())
      note(fmt::format("when the file is read, soil '{}' will differ in {}", soils_[i].name, join(lost)));
  }
}

void Writer::note_rest() {
  if (world_.step_count() > 0) note("the layers are saved as they were at the beginning, not as they are now");
  if (!world_.grid().periodic() && world_.grid().boundary != Boundary::open)
    note("the edges will be open; they are closed now");
  if (world_.grid().periodic()) note("the edges will be open; they are periodic now");
  const auto holds = [&](UnsavedWork work) {
    return std::ranges::any_of(
        world_.recording(), [work](StampedCommand const& one) { return barchan::row_of(one.command).unsaved == work; });
  };
  if (holds(UnsavedWork::obstacles)) note("obstacles are left out");
  if (holds(UnsavedWork::strokes)) note("brush strokes are left out");
  Terrain const& terrain = world_.terrain();
  if (!terrain.sources.empty()) note("the water sources are left out");
  if (!terrain.rainfall.storms.empty()) note("the storms are left out");
  if (!terrain.rainfall.map.empty()) note("the rain map is left out");
  if (!scenario_.things.empty()) note("the palms and people are left out");
  if (!scenario_.timeline.empty()) note("the time line is left out");
  std::vector<std::string> set;
  for (ParameterGroup const& group : world_.parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      const bool particles = group.id == "wind_particles" || group.id == "water_particles";
      const bool kept = particles && (row.key == "enabled" || row.key == "population" || row.key == "inflow");
      if (!kept && group.get(row) != row.default_value) set.push_back(fmt::format("{}.{}", group.id, row.key));
    }
  }
  if (!set.empty()) note(fmt::format("parameters are left out: {}", fmt::join(set, ", ")));
}

}  // namespace

WrittenSoils soils_of_world(Scenario const& scenario, World const& world, std::int64_t scale) {
  return Writer(scenario, world, scale).write();
}

WrittenSoils soils_of_world(std::string const& source, World const& world) {
  const fs::path path(source);
  const std::string ending = lower_case(path.extension().string());
  const bool saved = is_saved_world(path);
  if (saved || is_raster_path(path)) {
    throw InputError(
        "{}: expected a land composed of layers, found {}; write the soil file from a scenario or another soil file",
        source, saved ? "a saved world, which does not contain the shapes that composed its land" : "a height map");
  }
  if (ending != kSoilFileEnding) return soils_of_world(load_scenario(source), world);
  const SoilFile file = read_soil_file(path);
  return soils_of_world(scenario_from_soils(file, path), world, file.world.scale.value_or(kScale));
}

void save_soils(fs::path const& path, SoilFile const& file) { write_file(path, write_soil_file(file)); }

}  // namespace barchan
