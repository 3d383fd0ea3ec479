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

/// A list with what `json` makes of each item.
template <class Items, class ToJson>
Json list_of(Items const& items, ToJson const& json) {
  Json list = Json::list();
  for (auto const& item : items) list.push_back(json(item));
  return list;
}

Json tile_json(ExportTile const& tile) {
  return {{"x", tile.x},
          {"y", tile.y},
          {"column", tile.window.column},
          {"row", tile.window.row},
          {"width", tile.window.width},
          {"height", tile.window.height},
          {"suffix", tile.suffix}};
}

/// The files of a plan, each followed by the small files beside it.
Json files_json(std::vector<PlannedFile> const& files) {
  Json list = Json::list();
  for (PlannedFile const& file : files) {
    list.push_back({{"file", file.name}, {"content", file.content}, {"format", file.format}});
    for (std::string const& name : file.beside) {
      list.push_back({{"file", name}, {"content", file.content}, {"format", name.substr(name.rfind('.') + 1)}});
    }
  }
  return list;
}

Json map_json(ScaledMap const& map) {
  return {{"map", map.id},
          {"unit", map.unit},
          {"low", map.scale.low},
          {"high", map.scale.high},
          {"scale", map.scale.logarithmic ? "logarithmic" : "linear"}};
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
  if (!report.maps.empty()) json["maps"] = list_of(report.maps, map_json);
  if (!report.splat_channels.empty()) {
    json["splat_channels"] = list_of(report.splat_channels, [](std::string const& id) { return Json(id); });
  }
  json["tiles"] = list_of(plan.tiles, tile_json);
  json["files"] = files_json(plan.files);
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
  watched(file, [&] { write_file(site.folder / file.name, description(world_, order_, plan_, report)); });
  end_file(file);
}

}  // namespace barchan
