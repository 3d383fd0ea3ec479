#include "io/read_obstacles.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "barchan/io/scenario.hpp"
#include "io/read_parameters.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

std::vector<std::string_view> shape_ids() {
  std::vector<std::string_view> ids;
  for (int i = 0; i < kObstacleShapeCount; ++i) ids.push_back(obstacle_shape_id(static_cast<ObstacleShape>(i)));
  return ids;
}

/// What may be said of a body besides its shape.
std::vector<std::string_view> known_keys(ObstacleShape shape) {
  const auto keys = obstacle_keys(shape);
  std::vector<std::string_view> known(keys.begin(), keys.end());
  if (shape == ObstacleShape::stamp) known.emplace_back("file");
  return known;
}

Stamp read_stamp(fs::path const& file, fs::path const& folder) {
  try {
    return stamp_of(read_raster(file.is_absolute() ? file : folder / file));
  } catch (InputError const& error) {
    throw InputError("{}: {}", file.string(), error.what());
  }
}

PlaceObstacle read_body(TableReader const& table, std::string const& title, fs::path const& folder) {
  const std::vector<std::string_view> shapes = shape_ids();
  const auto chosen = table.choice("shape", shapes);
  if (!chosen) throw table.error("shape", fmt::format("{}: expected shape = one of {}", title, join(shapes)));
  PlaceObstacle command;
  command.obstacle.shape = static_cast<ObstacleShape>(*chosen);
  std::vector<std::string_view> known = known_keys(command.obstacle.shape);
  known.emplace_back("shape");
  TableReader(table.raw(), table.file(), fmt::format("{} of shape {}", title, shapes[*chosen])).refuse_unknown(known);
  const ParameterGroup group = obstacle_group(command.obstacle);
  for (std::string_view key : obstacle_keys(command.obstacle.shape)) {
    ParameterRow const& row = *group.find(key);
    if (table.has(key)) group.set(row, read_parameter(table, key, title, row));
  }
  if (command.obstacle.shape != ObstacleShape::stamp) return command;
  const auto file = table.text("file");
  if (!file || file->empty()) {
    throw table.error("file", fmt::format("{}: a stamp needs file = \"...\" ({})", title, raster_endings()));
  }
  try {
    command.stamp = read_stamp(*file, folder);
  } catch (InputError const& error) {
    throw table.error("file", error.what());
  }
  return command;
}

/// "wall x=0.7 height=8"; `option` is named in messages.
PlaceObstacle parse_body(std::string_view option, std::string_view text) {
  const auto wrong = [&](std::string const& what) { return InputError("{} {}: {}", option, text, what); };
  std::istringstream words{std::string(text)};
  std::string word;
  const std::vector<std::string_view> shapes = shape_ids();
  words >> word;
  const auto shape = std::find(shapes.begin(), shapes.end(), word);
  if (shape == shapes.end()) {
    const std::string advice = did_you_mean(word, shapes);
    throw wrong(fmt::format("expected a shape and what is known of it, as in \"wall x=0.7 height=8\", found '{}'{}",
                            printable(word), advice.empty() ? fmt::format("; shapes are {}", join(shapes)) : advice));
  }
  PlaceObstacle command;
  command.obstacle.shape = static_cast<ObstacleShape>(shape - shapes.begin());
  const std::vector<std::string_view> known = known_keys(command.obstacle.shape);
  const ParameterGroup group = obstacle_group(command.obstacle);
  bool has_file = false;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      const std::string advice = did_you_mean(key, known);
      throw wrong(fmt::format("unknown key '{}' of a {}{}", printable(key), *shape,
                              advice.empty() ? fmt::format("; known are {}", join(known)) : advice));
    }
    if (equals == std::string::npos || equals + 1 == word.size()) {
      throw wrong(fmt::format("expected {0}=value, as in {0}=5, found '{1}'", key, printable(word)));
    }
    const std::string value = word.substr(equals + 1);
    if (key == "file") {
      command.stamp = read_stamp(value, {});
      has_file = true;
      continue;
    }
    ParameterRow const& row = *group.find(key);
    try {
      const double number = parse_parameter_value(row, value);
      if (const std::string error = parameter_error(row, number); !error.empty()) throw std::invalid_argument(error);
      group.set(row, number);
    } catch (std::invalid_argument const& error) {
      throw wrong(error.what());
    }
  }
  if (command.obstacle.shape == ObstacleShape::stamp && !has_file) {
    throw wrong(fmt::format("a stamp needs file=... ({})", raster_endings()));
  }
  return command;
}

constexpr std::string_view kNoStamp = "expected a body without a relief, found a stamp; take a wall of its size";

}  // namespace

Stamp stamp_of(Raster const& raster) {
  const auto [low, high] = raster.extent();
  if (raster.width > Stamp::kMaximumSide || raster.height > Stamp::kMaximumSide) {
    throw InputError("expected a stamp of at most {0} x {0} cells, found {1} x {2}; make it coarser",
                     Stamp::kMaximumSide, raster.width, raster.height);
  }
  if (!(high > low)) throw InputError("expected a relief, found the same height everywhere");
  Stamp stamp;
  stamp.width = raster.width;
  stamp.height = raster.height;
  const double span = static_cast<double>(high) - static_cast<double>(low);
  stamp.shares.reserve(raster.cells());
  for (const float value : raster.values) {
    const double share = (static_cast<double>(value) - static_cast<double>(low)) / span;
    stamp.shares.push_back(static_cast<std::uint16_t>(share * 65535.0 + 0.5));
  }
  return stamp;
}

PlaceObstacle read_place(TableReader const& entry, fs::path const& folder) {
  return read_body(*entry.table("place"), "place of [[timeline]]", folder);
}

RemoveObstacles read_remove(TableReader const& entry) {
  toml::node const& node = *entry.raw().get("remove");
  if (auto const* word = node.as_string(); word != nullptr && word->get() == "all") return {};
  if (!node.is_table()) {
    throw entry.error("remove", fmt::format("'remove' in [[timeline]]: expected \"all\" or a body, as in {{ shape = "
                                            "\"cylinder\", radius = 20.0 }}, found {}",
                                            describe(node)));
  }
  const TableReader table = *entry.table("remove");
  if (table.text("shape") == "stamp") throw table.error("shape", fmt::format("remove of [[timeline]]: {}", kNoStamp));
  return {read_body(table, "remove of [[timeline]]", {}).obstacle};
}

PlaceObstacle parse_place(std::string_view text, std::string_view option) { return parse_body(option, text); }

RemoveObstacles parse_remove(std::string_view text, std::string_view option) {
  if (text == "all") return {};
  const PlaceObstacle body = parse_body(option, text);
  if (body.obstacle.shape == ObstacleShape::stamp) {
    throw InputError("{} {}: {}", option, text, kNoStamp);
  }
  return {body.obstacle};
}

}  // namespace barchan
