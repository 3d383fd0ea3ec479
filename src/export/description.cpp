#include "export/description.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "export/export_work.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/json.hpp"
#include "land/terrain.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

constexpr std::string_view kKind = "barchan-export";

Json place_json(Place const& place) {
  Json json = Json::object();
  json["crs"] = place.crs;
  json["name"] = place.name;
  std::vector<Json> transform;
  for (const double each : place.transform) transform.emplace_back(each);
  json["transform"] = Json::list(std::move(transform));
  return json;
}

Json tiles_json(ExportPlan const& plan) {
  std::vector<Json> tiles;
  for (ExportTile const& tile : plan.tiles) {
    tiles.push_back(Json{{"x", tile.x},
                         {"y", tile.y},
                         {"column", tile.window.column},
                         {"row", tile.window.row},
                         {"width", tile.window.width},
                         {"height", tile.window.height},
                         {"suffix", tile.suffix}});
  }
  return Json::list(std::move(tiles));
}

Json files_json(ExportPlan const& plan) {
  std::vector<Json> files;
  for (PlannedFile const& file : plan.files) {
    files.push_back(Json{{"file", file.name}, {"content", file.content}, {"format", file.format}});
  }
  return Json::list(std::move(files));
}

Json maps_json(ExportReport const& report) {
  std::vector<Json> maps;
  for (ScaledMap const& map : report.maps) {
    maps.push_back(Json{{"map", map.id},
                        {"unit", map.unit},
                        {"low", map.scale.low},
                        {"high", map.scale.high},
                        {"scale", map.scale.logarithmic ? "logarithmic" : "linear"}});
  }
  return Json::list(std::move(maps));
}

Json words_json(std::vector<std::string> const& words) {
  std::vector<Json> list;
  for (std::string const& word : words) list.emplace_back(word);
  return Json::list(std::move(list));
}

}  // namespace

std::string description(World const& world, ExportOrder const& order, ExportPlan const& plan,
                        ExportReport const& report) {
  const auto [low, high] = report.height_range;
  Json json = Json::object();
  json["kind"] = kKind;
  json["program"] = "Barchan " BARCHAN_VERSION;
  json["seed"] = world.seed();
  json["step"] = world.step_count();
  json["seconds"] = world.time();
  json["samples"] = Json{{"width", plan.width},
                         {"height", plan.height},
                         {"spacing_x", plan.spacing_x},
                         {"spacing_y", plan.spacing_y},
                         {"filter", plan.resampled ? "mean over each sample, piecewise parabolic" : "none"}};
  json["heights"] = Json{{"low", low},
                         {"high", high},
                         {"codes", order.height_codes},
                         {"metres_per_code", (high - low) / order.height_codes},
                         {"first_row", order.south_first ? "south" : "north"},
                         {"raw_bytes", order.big_endian ? "big" : "little"}};
  if (world.terrain().place.known()) json["place"] = place_json(world.terrain().place);
  Json settings = Json::object();
  for (ExportSetting const& each : report.settings) settings[each.name] = each.value;
  json["settings"] = std::move(settings);
  json["settings_line"] = settings_line(report.settings);
  json["normal_green"] = order.directx_normals ? "south (DirectX)" : "north (OpenGL)";
  if (!report.maps.empty()) json["maps"] = maps_json(report);
  if (!report.splat_channels.empty()) json["splat_channels"] = words_json(report.splat_channels);
  json["tiles"] = tiles_json(plan);
  json["files"] = files_json(plan);
  return json.text(2) + "\n";
}

ExportRanges described_ranges(std::filesystem::path const& file) {
  constexpr std::uint64_t kLargest = 64u << 20;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return {};
  const auto foreign = [&] {
    return InputError(
        "{}: expected a description that an earlier export has written, found another file; choose another folder or "
        "--name",
        file.string());
  };
  ExportRanges ranges;
  try {
    const auto json = nlohmann::json::parse(read_text_file(file, kLargest));
    if (json.at("kind").get<std::string>() != kKind) throw foreign();
    const std::pair heights{json.at("heights").at("low").get<double>(), json.at("heights").at("high").get<double>()};
    if (heights.first < heights.second) ranges.heights = heights;
    for (auto const& map : json.value("maps", nlohmann::json::array())) {
      const MapScale scale{map.at("low").get<double>(), map.at("high").get<double>(),
                           map.at("scale").get<std::string>() == "logarithmic"};
      const bool usable = scale.low < scale.high && (!scale.logarithmic || scale.low > 0.0);
      if (!usable) continue;
      ranges.maps.push_back({map.at("map").get<std::string>(), map.at("unit").get<std::string>(), scale});
    }
  } catch (nlohmann::json::exception const&) {
    throw foreign();
  }
  return ranges;
}

void ExportWork::write_description() {
  const PlannedFile file{plan_.name + ".json", "description", "json", 0.0};
  const std::filesystem::path path = begin_file(file);
  write_file(path, description(world_, order_, plan_, report));
  end_file(file);
}

}  // namespace barchan
