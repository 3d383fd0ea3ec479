#include "world/fields.hpp"

#include <array>
#include <cmath>
#include <map>
#include <mutex>
#include <string>

#include "base/math.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

/// The wind over a land at a moment.
struct WindAt {
  WindParameters const& parameters;
  WindMoment const& moment;
  Scheduler const& scheduler;
};
using Reader = std::vector<float> (*)(Terrain const&, WindAt const&);

template <class PerCell>
std::vector<float> each_cell(Terrain const& terrain, PerCell value) {
  std::vector<float> values(terrain.grid.cells());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = value(i);
  return values;
}

std::vector<float> elevation(Terrain const& terrain, WindAt const&) {
  return each_cell(terrain, [&](std::size_t i) {
    return static_cast<float>(to_metres(terrain.columns.elevation(i)) + terrain.datum);
  });
}

std::vector<float> bedrock(Terrain const& terrain, WindAt const&) {
  return each_cell(
      terrain, [&](std::size_t i) { return static_cast<float>(to_metres(terrain.columns.base(i)) + terrain.datum); });
}

std::vector<float> sediment(Terrain const& terrain, WindAt const&) {
  return each_cell(terrain, [&](std::size_t i) { return static_cast<float>(to_metres(terrain.columns.sediment(i))); });
}

std::vector<float> slope(Terrain const& terrain, WindAt const&) {
  std::vector<float> values(terrain.grid.cells());
  const float cell = terrain.grid.cell_size;
  for (int y = 0; y < terrain.grid.height; ++y) {
    for (int x = 0; x < terrain.grid.width; ++x) {
      const glm::vec3 n =
          terrain.normal_at({(static_cast<float>(x) + 0.5f) * cell, (static_cast<float>(y) + 0.5f) * cell});
      values[terrain.grid.index(x, y)] = std::sqrt(n.x * n.x + n.y * n.y) / n.z;
    }
  }
  return values;
}

std::vector<float> lake_depth(Terrain const& terrain, WindAt const&) {
  return each_cell(terrain, [&](std::size_t i) { return static_cast<float>(to_metres(terrain.standing_water(i))); });
}

std::vector<float> lake_level(Terrain const& terrain, WindAt const&) {
  return each_cell(terrain, [&](std::size_t i) {
    const QuantaSum level = QuantaSum{terrain.columns.elevation(i)} + terrain.standing_water(i);
    return static_cast<float>(to_metres(level) + terrain.datum);
  });
}

std::vector<float> lake(Terrain const& terrain, WindAt const&) {
  return each_cell(terrain, [&](std::size_t i) { return static_cast<float>(terrain.lakes.id(i)); });
}

std::vector<float> wind_shadow(Terrain const& terrain, WindAt const& wind) {
  WindField field;
  field.set_prevailing(wind.parameters, wind.moment);
  field.renew_shadow(terrain, wind.parameters, wind.scheduler);
  return {field.shadow().begin(), field.shadow().end()};
}

/// The wind with all that turns it. Only the stress needs the wind shadow.
WindField near_the_ground(Terrain const& terrain, WindAt const& wind) {
  WindField field;
  if (wind.parameters.stress > 0.0f) {
    field.renew(terrain, wind.parameters, wind.scheduler, wind.moment);
  } else {
    field.renew_local(terrain, wind.parameters, wind.scheduler, wind.moment);
  }
  return field;
}

std::vector<float> wind_speed(Terrain const& terrain, WindAt const& wind) {
  WindField field;
  field.renew_local(terrain, wind.parameters, wind.scheduler, wind.moment);
  return each_cell(terrain,
                   [&](std::size_t i) { return field.speed() * (field.uniform() ? 1.0f : field.local().ratio[i]); });
}

std::vector<float> wind_direction(Terrain const& terrain, WindAt const& wind) {
  const WindField field = near_the_ground(terrain, wind);
  const auto degrees = [](float x, float y) {
    return static_cast<float>(math::direction_degrees(static_cast<double>(x), static_cast<double>(y)));
  };
  const float everywhere = degrees(field.direction().x, field.direction().y);
  return each_cell(terrain, [&](std::size_t i) {
    return field.uniform() ? everywhere : degrees(field.local().x[i], field.local().y[i]);
  });
}

std::vector<float> wind_stress(Terrain const& terrain, WindAt const& wind) {
  const WindField field = near_the_ground(terrain, wind);
  return each_cell(terrain, [&](std::size_t i) { return field.stress().empty() ? 1.0f : field.stress()[i]; });
}

std::vector<float> slides(Terrain const& terrain, WindAt const&) {
  std::vector<float> rates(terrain.grid.cells());
  terrain.slides.read(rates);
  return rates;
}

struct BaseField {
  FieldRow row;
  Reader read;
};

constexpr std::array<BaseField, 12> kFields{{
    {{"elevation", "Elevation", "m", "Elevation of the surface above sea level.", FieldRamp::elevation}, elevation},
    {{"bedrock", "Bedrock", "m", "Elevation above sea level of the base, the uppermost solid layer.",
      FieldRamp::elevation},
     bedrock},
    {{"sediment", "Sediment", "m", "Total thickness of the loose layers on the base.", FieldRamp::sequential},
     sediment},
    {{"slope", "Slope", "m/m", "Slope of the surface: rise divided by run.", FieldRamp::sequential}, slope},
    {{"slides", "Slides", "m/s",
      "Thickness of loose ground that slides into or out of a cell per second, averaged over the last 20 s.",
      FieldRamp::sequential},
     slides},
    {{"lake_depth", "Lake depth", "m", "Depth of the standing water of lakes and the sea.", FieldRamp::sequential},
     lake_depth},
    {{"lake_level", "Lake level", "m",
      "Elevation above sea level of the surface of lakes and the sea. In cells without standing water, it is the "
      "elevation of the ground.",
      FieldRamp::elevation},
     lake_level},
    {{"lake", "Lake", "", "Number of the lake that covers a cell; 0 where there is no lake.", FieldRamp::sequential},
     lake},
    {{"wind_shadow", "Wind shadow", "",
      "Shelter from the wind: 0 in the open wind, 1 in the still air downwind of a crest.", FieldRamp::sequential},
     wind_shadow},
    {{"wind_speed", "Wind speed", "m/s",
      "Speed of the wind near the ground. It differs from the prevailing wind only if Speed-up with height or "
      "Deflection by relief in the section Wind is above 0.",
      FieldRamp::sequential},
     wind_speed},
    {{"wind_direction", "Wind direction", "deg",
      "Direction towards which the wind near the ground blows, anticlockwise from east.", FieldRamp::sequential,
      FieldRole::none, false, Bearing::wind},
     wind_direction},
    {{"wind_stress", "Shear stress", "",
      "Shear stress that the wind exerts on the ground, relative to flat ground. It differs from 1 only if Stress over "
      "relief in the section Wind is above 0.",
      FieldRamp::sequential},
     wind_stress},
}};

}  // namespace

std::vector<FieldRow> base_field_rows() {
  std::vector<FieldRow> rows;
  for (BaseField const& field : kFields) rows.push_back(field.row);
  for (CellLayerRow const& layer : cell_layer_rows()) {
    if (layer.exported) rows.push_back(layer.field);
  }
  return rows;
}

FieldRow mask_field_row(std::string_view id) {
  // Rows refer to their texts, and copies of rows outlive masks and worlds.
  struct Texts {
    std::string field, title, help;
  };
  static std::mutex guard;
  static std::map<std::string, Texts, std::less<>> kept;
  const std::string name(id);
  const std::lock_guard lock(guard);
  const bool gaps = name == kNoDataMask;
  const auto [texts, added] =
      kept.try_emplace(name, std::string(kMaskField) + name, gaps ? "Cells without data" : "Mask " + name,
                       gaps ? "Hatches the cells in which the height map has no data."
                            : "Values of the mask '" + name + "', from 0 to 1.");
  Texts const& of = texts->second;
  return {of.field, of.title, "", of.help};
}

std::optional<std::vector<float>> base_field(std::string_view id, Terrain const& terrain, WindParameters const& wind,
                                             WindMoment const& moment, Scheduler const& scheduler) {
  for (BaseField const& field : kFields) {
    if (field.row.id == id) return field.read(terrain, {wind, moment, scheduler});
  }
  const auto layers = cell_layer_rows();
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (layers[i].field.id != id || !layers[i].exported) continue;
    std::vector<float> values(terrain.grid.cells());
    terrain.cell_layers.read(static_cast<CellLayer>(i), values);
    return values;
  }
  return std::nullopt;
}

}  // namespace barchan
