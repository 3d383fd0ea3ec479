#include "io/geojson.hpp"

#include <cmath>

#include "io/geo_module.hpp"
#include "io/input_error.hpp"
#include "io/json.hpp"
#include "land/terrain.hpp"
#include "world/water_lines.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

/// Rounds to six decimals.
double rounded(double value) { return std::round(value * 1e6) / 1e6; }

/// Positions as GeoJSON has them: longitudes and latitudes (WGS 84) if the place of the land is known, otherwise
/// metres.
class Positions {
 public:
  explicit Positions(Terrain const& terrain) : grid_(terrain.grid), place_(terrain.place) {}

  bool in_degrees() const { return !place_.crs.empty(); }
  Json operator()(std::vector<glm::dvec2> places) const {
    if (in_degrees()) places = degrees_of(std::move(places));
    Json list = Json::list();
    for (glm::dvec2 const& place : places) list.push_back(Json::list({shortened(place.x), shortened(place.y)}));
    return list;
  }

 private:
  std::vector<glm::dvec2> degrees_of(std::vector<glm::dvec2> places) const {
    for (glm::dvec2& each : places) each = coordinates_of(place_, grid_, each);
    try {
      return geo_gate().longitudes_latitudes(place_.crs, std::move(places));
    } catch (geo::GeoError const& error) {
      throw InputError("GeoJSON: {}", error.what());
    }
  }
  /// To a micrometre, or to a ten-thousandth of a metre in degrees.
  double shortened(double value) const { return in_degrees() ? std::round(value * 1e9) / 1e9 : rounded(value); }

  Grid grid_;
  Place const& place_;
};

Json feature(std::string const& id, Json geometry, Json properties) {
  return {{"type", "Feature"}, {"id", id}, {"geometry", std::move(geometry)}, {"properties", std::move(properties)}};
}

Json river_feature(River const& river, Positions const& positions) {
  Json into = nullptr;
  if (river.end == RiverEnd::lake) into = "lake-" + std::to_string(river.into);
  if ((river.end == RiverEnd::river || river.end == RiverEnd::seam) && river.into != 0) {
    into = "river-" + std::to_string(river.into);
  }
  return feature("river-" + std::to_string(river.id), {{"type", "LineString"}, {"coordinates", positions(river.line)}},
                 {{"kind", "river"},
                  {"id", river.id},
                  {"discharge", rounded(river.discharge)},
                  {"width", rounded(river.width)},
                  {"end", river_end_id(river.end)},
                  {"into", into}});
}

Json lake_feature(LakeOutline const& lake, Positions const& positions) {
  std::vector<Json> polygons;
  for (std::vector<Ring> const& part : lake.parts) {
    Json rings = Json::list();
    for (Ring const& ring : part) rings.push_back(positions(ring));
    polygons.push_back(std::move(rings));
  }
  const bool single = polygons.size() == 1;
  LakeFigures const& figures = lake.figures;
  return feature(
      "lake-" + std::to_string(figures.id),
      {{"type", single ? "Polygon" : "MultiPolygon"}, {"coordinates", single ? polygons[0] : Json::list(polygons)}},
      {{"kind", "lake"},
       {"id", figures.id},
       {"level", rounded(figures.level)},
       {"area", rounded(figures.area)},
       {"volume", rounded(figures.volume)},
       {"depth", rounded(lake.depth)}});
}

}  // namespace

std::string water_geojson(World const& world, double least_discharge) {
  Terrain const& terrain = world.terrain();
  const Rivers rivers = find_rivers(terrain, running_water(world), least_discharge);
  const Positions positions(terrain);
  Json features = Json::list();
  for (River const& river : rivers.rivers) features.push_back(river_feature(river, positions));
  for (LakeOutline const& lake : lake_outlines(terrain)) features.push_back(lake_feature(lake, positions));
  const Json all = {{"type", "FeatureCollection"},
                    {"generator", "Barchan " BARCHAN_VERSION},
                    {"position", positions.in_degrees() ? "longitude and latitude, degrees (WGS 84)"
                                                        : "metres east and north of the land's south-west corner"},
                    {"step", world.step_count()},
                    {"time", world.time()},
                    {"least_discharge", rounded(rivers.least_discharge)},
                    {"features", std::move(features)}};
  return all.text(1) + "\n";
}

}  // namespace barchan
