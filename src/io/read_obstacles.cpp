#include "io/read_obstacles.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "io/option_words.hpp"
#include "io/raster_file.hpp"
#include "io/read_commands.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNumber = "number";
constexpr std::string_view kNoStamp =
    "expected a shape other than stamp, found stamp, which cannot select obstacles; use a wall of the same size";

std::vector<std::string_view> shape_ids() {
  std::vector<std::string_view> ids;
  for (int i = 0; i < kObstacleShapeCount; ++i) ids.push_back(obstacle_shape_id(static_cast<ObstacleShape>(i)));
  return ids;
}

/// Keys that a body may have besides its shape.
std::vector<std::string_view> known_keys(ObstacleShape shape) {
  const auto keys = obstacle_keys(shape);
  std::vector<std::string_view> known(keys.begin(), keys.end());
  if (shape == ObstacleShape::stamp) known.emplace_back("file");
  return known;
}

/// Parses a number of an obstacle. `example` is what the option expects, for messages.
std::uint32_t parse_obstacle_number(std::string const& word, std::string_view example, Complaint const& wrong) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  if (whole && number >= 1 && number <= kMostObstacleNumber) return number;
  throw wrong(fmt::format("expected the number of an obstacle, as in \"{}\", found '{}'", example, printable(word)));
}

/// Returns whether a stamp with these keys lies where its raster does: none of them says where the stamp is.
bool lies_by_place(std::vector<std::string> const& said) {
  static constexpr auto kPosition = std::to_array<std::string_view>({"x", "y", "azimuth", "length", "width"});
  return std::ranges::none_of(
      said, [](std::string const& key) { return std::ranges::find(kPosition, key) != kPosition.end(); });
}

/// A stamp on the part of the land that its raster covers. Beyond the raster, it has no height. Throws InputError if
/// that is more than an obstacle can be.
PlaceObstacle with_place(PlaceObstacle command, RasterOnLand const& part, Grid const& grid, std::string const& name) {
  const auto cell = static_cast<double>(grid.cell_size);
  const double length = part.width * cell, width = part.height * cell;
  Obstacle& body = command.obstacle;
  const double most = obstacle_group(body).find("length")->maximum;
  if (length > most || width > most) {
    throw InputError(
        "{}: expected a raster that covers at most {:.0f} m of the land along each side, found {:.0f} x {:.0f} m; "
        "cut it into smaller rasters",
        name, most, length, width);
  }
  body.x = static_cast<float>((part.column + 0.5 * part.width) / grid.width);
  body.y = static_cast<float>((part.row + 0.5 * part.height) / grid.height);
  body.azimuth = 0.0f;
  body.length = static_cast<float>(length);
  body.width = static_cast<float>(width);
  return command;
}

/// The raster with its lowest value where it has no data.
Raster with_lowest_in_gaps(Raster raster) {
  if (raster.filled.empty()) return raster;
  float low = std::numeric_limits<float>::max();
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (raster.filled[i] == 0) low = std::min(low, raster.values[i]);
  }
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    if (raster.filled[i] != 0) raster.values[i] = low;
  }
  return raster;
}

/// The same as stamp_of(), but its messages name the file.
Stamp stamp_of_file(Raster const& raster, fs::path const& file) {
  try {
    return stamp_of(raster);
  } catch (InputError const& error) {
    throw InputError("{}: {}", file.string(), error.what());
  }
}

/// The command with the relief of a raster file. `said`: the keys that the user has given. Throws InputError.
PlaceObstacle with_relief(PlaceObstacle command, fs::path const& file, LandCells const& land,
                          std::vector<std::string> const& said) {
  Raster raster = read_raster(file, {.fractions = true});  // its messages name the file
  if (raster.place.known() && land.place.known() && lies_by_place(said)) {
    RasterOnLand part = laid_on(std::move(raster), land, file.string(), Stamp::kMaximumSide);
    command = with_place(std::move(command), part, land.grid, file.string());
    raster = with_lowest_in_gaps(std::move(part.raster));
  }
  command.stamp = stamp_of_file(raster, file);
  return command;
}

/// Parses a text such as "wall x=0.7 height=8". `option` is named in messages.
PlaceObstacle parse_body(std::string_view option, std::string_view text, LandCells const& land, Directions directions) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  const std::vector<std::string> words = quoted_words(text);
  const std::string first = words.empty() ? std::string() : words.front();
  const std::vector<std::string_view> shapes = shape_ids();
  const auto shape = std::find(shapes.begin(), shapes.end(), first);
  if (shape == shapes.end()) {
    throw wrong(fmt::format("expected a shape and its values, as in \"wall x=0.7 height=8\", found '{}'{}",
                            printable(first), advice(first, shapes, "the shapes are")));
  }
  PlaceObstacle command;
  command.obstacle.shape = static_cast<ObstacleShape>(shape - shapes.begin());
  const std::vector<std::string_view> known = known_keys(command.obstacle.shape);
  const ParameterGroup group = obstacle_group(command.obstacle);
  std::string file;
  std::vector<std::string> said;
  for (std::string const& word : std::span(words).subspan(1)) {
    const auto [key, value] = key_and_value(word, known, fmt::format("a {}", *shape), group, wrong);
    said.push_back(key);
    if (key == "file") {
      file = value;
    } else {
      set_from_text(group, key, value, wrong, directions);
    }
  }
  if (command.obstacle.shape != ObstacleShape::stamp) return command;
  if (file.empty())
    throw wrong(fmt::format("expected file=... ({}) for the shape stamp, found none; add it", raster_endings()));
  return land.later ? command : with_relief(std::move(command), file, land, said);
}

}  // namespace

Stamp stamp_of(Raster const& raster) {
  const auto [low, high] = raster.extent();
  if (raster.width > Stamp::kMaximumSide || raster.height > Stamp::kMaximumSide) {
    throw InputError("expected a stamp of at most {0} x {0} cells, found {1} x {2}; resample it to larger cells",
                     Stamp::kMaximumSide, raster.width, raster.height);
  }
  if (!(high > low)) throw InputError("expected a relief, found the same height everywhere; choose another raster");
  Stamp stamp{raster.width, raster.height, {}};
  const double span = static_cast<double>(high) - static_cast<double>(low);
  stamp.shares.reserve(raster.cells());
  for (const float value : raster.values) {
    const double share = (static_cast<double>(value) - static_cast<double>(low)) / span;
    stamp.shares.push_back(static_cast<std::uint16_t>(share * 65535.0 + 0.5));
  }
  return stamp;
}

Stamp read_stamp(fs::path const& file, fs::path const& folder) {
  return stamp_of_file(read_raster(folder / file, {.fractions = true}), file);
}

PlaceObstacle read_place_obstacle(TableReader const& table, fs::path const& folder, LandCells const& land) {
  const std::vector<std::string_view> shapes = shape_ids();
  const auto chosen = table.choice("shape", shapes);
  table.require("shape", "{}: expected shape = one of {}, found none; add one", table.title(), join(shapes));
  PlaceObstacle command;
  if (!chosen) return command;
  command.obstacle.shape = static_cast<ObstacleShape>(*chosen);
  std::vector<std::string_view> known = known_keys(command.obstacle.shape);
  known.emplace_back("shape");
  table.titled(fmt::format("{} of shape {}", table.title(), shapes[*chosen])).refuse_unknown(known);
  const ParameterGroup group = obstacle_group(command.obstacle);
  for (std::string_view key : obstacle_keys(command.obstacle.shape)) {
    ParameterRow const& row = *group.find(key);
    if (const auto value = read_parameter(table, key, table.title(), row)) group.set(row, *value);
  }
  if (command.obstacle.shape != ObstacleShape::stamp) return command;
  const auto file = table.text("file");
  if (file ? file->empty() : !table.has("file")) {
    table.mistake("file", "{}: expected file = \"...\" ({}) for the shape stamp, found none; add it", table.title(),
                  raster_endings());
  }
  if (!file || file->empty()) return command;
  try {
    const std::vector<std::string_view> keys = table.keys();
    return with_relief(std::move(command), folder / *file, land, {keys.begin(), keys.end()});
  } catch (InputError const& error) {
    table.mistake("file", "{}", error.what());
  }
  return command;
}

RemoveObstacles read_remove_obstacles(TableReader const& entry) {
  if (entry.value<std::string>("remove") == "all") return {};
  if (entry.found("remove") != "a table") {
    entry.mistake("remove",
                  "'remove' in [[timeline]]: expected \"all\" or a shape with its size, as in {{ shape = \"cylinder\", "
                  "radius = 20.0 }}, found {}",
                  entry.found("remove"));
    return {};
  }
  const TableReader table = *entry.table("remove");
  if (table.value<std::string>("shape") != "stamp")
    return {read_place_obstacle(table.titled("remove of [[timeline]]"), {}).obstacle};
  table.mistake("shape", "remove of [[timeline]]: {}", kNoStamp);
  return {};
}

std::optional<std::uint32_t> read_obstacle_number(TableReader const& table, std::string_view key,
                                                  std::string const& title) {
  const auto number = table.titled(title).integer(key, 1, kMostObstacleNumber);
  if (!number) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

std::optional<ChangeObstacle> read_obstacle_change(TableReader const& table) {
  std::vector<std::string_view> known = names_of(obstacle_rows(), &ParameterRow::key);
  known.push_back(kNumber);
  table.refuse_unknown(known);
  table.require(kNumber, "{}: expected the number of an obstacle, as in number = 2, found none; add it", table.title());
  const auto number = read_obstacle_number(table, kNumber, table.title());
  if (!number) return std::nullopt;
  ChangeObstacle command{.number = *number};
  for (ParameterRow const& row : obstacle_rows()) {
    const auto value = read_parameter(table, row.key, table.title(), row);
    if (!value) continue;
    row.set(&command.obstacle, *value);
    command.keys |= obstacle_key_bit(row.key);
  }
  if (table.keys().size() < 2) {
    table.mistake({}, "{}: expected at least one value to change, as in height = 5.0, found none; add one",
                  table.title());
  }
  return command;
}

ChangeObstacle parse_obstacle_change(std::string_view text, std::string_view option, Directions directions) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  const std::vector<std::string> words = quoted_words(text);
  const std::string first = words.empty() ? std::string() : words.front();
  ChangeObstacle command{.number = parse_obstacle_number(first, "2 x=0.7 azimuth=30", wrong)};
  const std::vector<std::string_view> known = names_of(obstacle_rows(), &ParameterRow::key);
  const ParameterGroup group = obstacle_group(command.obstacle);
  for (std::string const& word : std::span(words).subspan(1)) {
    const auto [key, value] = key_and_value(word, known, "an obstacle", group, wrong);
    set_from_text(group, key, value, wrong, directions);
    command.keys |= obstacle_key_bit(key);
  }
  if (command.keys == 0) throw wrong("expected at least one value to change, as in height=5, found none; add one");
  return command;
}

RemoveObstacle parse_remove_obstacle(std::string_view text, std::string_view option) {
  const Complaint wrong = [&](std::string const& what) {
    return InputError("{} {}: {}", option, printable(text), what);
  };
  return {parse_obstacle_number(std::string(text), "2", wrong)};
}

PlaceObstacle parse_place(std::string_view text, std::string_view option, LandCells const& land,
                          Directions directions) {
  return parse_body(option, text, land, directions);
}

RemoveObstacles parse_remove(std::string_view text, std::string_view option, Directions directions) {
  if (text == "all") return {};
  const PlaceObstacle body = parse_body(option, text, {}, directions);
  if (body.obstacle.shape == ObstacleShape::stamp) throw InputError("{} {}: {}", option, printable(text), kNoStamp);
  return {body.obstacle};
}

}  // namespace barchan
