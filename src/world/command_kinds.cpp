#include "world/command_kinds.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/overloaded.hpp"
#include "land/brush_work.hpp"
#include "land/mask_work.hpp"
#include "land/obstacle_cells.hpp"
#include "land/terrain.hpp"

namespace barchan {

namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Message of the std::invalid_argument that `check` throws; empty if it throws none.
template <class Check>
std::string error_from(Check&& check) {
  try {
    check();
    return {};
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
}

ParameterGroup const* find_group(std::span<ParameterGroup const> groups, std::string_view id) {
  const auto found = std::ranges::find(groups, id, &ParameterGroup::id);
  return found != groups.end() ? &*found : nullptr;
}

/// Replaces the table of soils. Throws if a waiting command could not be applied to the new table.
void take_soils(WorldEdit& edit, Soils soils) {
  edit.check_waiting(soils);
  edit.terrain.soils = std::move(soils);
}

void change_obstacles(std::vector<ObstacleChange> const& changes, WorldEdit& edit) {
  Terrain& terrain = edit.terrain;
  terrain.columns.change_obstacles(terrain.grid, changes, edit.ledger);
  // No plant survives under a new obstacle, and a face that was hollowed out is no longer the same face.
  LandVector<float>& plants = terrain.cell_layers.real(CellLayer::plants);
  for (ObstacleChange const& changed : changes) {
    if (!plants.empty() && changed.thickness > 0) plants[changed.cell] = 0.0f;
    terrain.notches.forget(changed.cell);
  }
  terrain.cell_layers.mark_changed(CellLayer::plants);
}

}  // namespace

// -- parameters -------------------------------------------------------------------------------------------------------

std::string CommandKind<SetParameter>::title(SetParameter const& command) { return command.group + "." + command.key; }

std::string CommandKind<SetParameter>::error(SetParameter const& command, CommandFacts const& facts) {
  ParameterGroup const* const group = find_group(facts.groups, command.group);
  if (group == nullptr) {
    return "there is no parameter group " + quoted(command.group) + "; see docs/parameters.md";
  }
  ParameterRow const* const row = group->find(command.key);
  if (row == nullptr) {
    return "there is no parameter " + quoted(command.key) + " in " + quoted(command.group) + "; see docs/parameters.md";
  }
  const std::string error = parameter_error(*row, command.value);
  return error.empty() ? error : command.group + "." + error;
}

void CommandKind<SetParameter>::apply(SetParameter const& command, WorldEdit& edit) {
  ParameterGroup const& group = *find_group(edit.groups, command.group);
  group.set(*group.find(command.key), command.value);
  edit.parameters_changed();
}

void CommandKind<SetParameter>::keep(Archive& archive, SetParameter& command) {
  archive.text(command.group);
  archive.text(command.key);
  archive.value(command.value);
}

std::vector<SetParameter> CommandKind<SetParameter>::inverse(SetParameter const& command, CommandFacts const& facts) {
  ParameterGroup const& group = *find_group(facts.groups, command.group);
  return {{command.group, command.key, group.get(*group.find(command.key))}};
}

bool CommandKind<SetParameter>::same_target(SetParameter const& earlier, SetParameter const& later) {
  return earlier.group == later.group && earlier.key == later.key;
}

// -- soils ------------------------------------------------------------------------------------------------------------

std::string CommandKind<SetSoil>::title(SetSoil const& command) { return "soil " + command.soil + "." + command.key; }

std::string CommandKind<SetSoil>::error(SetSoil const& command, CommandFacts const& facts) {
  return error_from([&] { changed_soils(facts.soils, command); });
}

void CommandKind<SetSoil>::apply(SetSoil const& command, WorldEdit& edit) {
  Terrain& terrain = edit.terrain;
  Soils changed = changed_soils(terrain.soils, command);
  const auto same_slopes = [](Soil const& a, Soil const& b) {
    return a.repose_slope == b.repose_slope && a.static_slope == b.static_slope;
  };
  // Slopes that were at rest may be too steep now.
  if (!std::ranges::equal(changed, terrain.soils, same_slopes)) terrain.columns.disturb_all();
  terrain.soils = std::move(changed);
  edit.ledger.conserve(edit.conserve, terrain.soils);
}

void CommandKind<SetSoil>::keep(Archive& archive, SetSoil& command) { barchan::keep(archive, command); }

/// Setting one slope may change the other too.
std::vector<SetSoil> CommandKind<SetSoil>::inverse(SetSoil const& command, CommandFacts const& facts) {
  std::vector<SetSoil> back;
  for (SoilCommand& change : soil_changes(changed_soils(facts.soils, command), facts.soils)) {
    std::visit(Overloaded{[&](SetSoil& one) { back.push_back(std::move(one)); }, [](AddSoil const&) {},
                          [](RenameSoil const&) {}},
               change);
  }
  return back;
}

bool CommandKind<SetSoil>::same_target(SetSoil const& earlier, SetSoil const& later) {
  const bool is_slope = earlier.key == "repose_slope" || earlier.key == "static_slope";
  return !is_slope && earlier.soil == later.soil && earlier.key == later.key;
}

void CommandKind<SetSoil>::preview(SetSoil const& command, CommandPreview& preview) {
  preview.soils = changed_soils(std::move(preview.soils), command);
}

std::string CommandKind<AddSoil>::title(AddSoil const& command) { return "add soil " + command.id; }

std::string CommandKind<AddSoil>::error(AddSoil const& command, CommandFacts const& facts) {
  return error_from([&] { changed_soils(facts.soils, command); });
}

void CommandKind<AddSoil>::apply(AddSoil const& command, WorldEdit& edit) {
  take_soils(edit, changed_soils(edit.terrain.soils, command));
  edit.parameters_changed();
  edit.soil_added();
}

void CommandKind<AddSoil>::keep(Archive& archive, AddSoil& command) { barchan::keep(archive, command); }

void CommandKind<AddSoil>::preview(AddSoil const& command, CommandPreview& preview) {
  preview.soils = changed_soils(std::move(preview.soils), command);
}

std::string CommandKind<RenameSoil>::title(RenameSoil const& command) { return "rename soil " + command.soil; }

std::string CommandKind<RenameSoil>::error(RenameSoil const& command, CommandFacts const& facts) {
  return error_from([&] { changed_soils(facts.soils, command); });
}

void CommandKind<RenameSoil>::apply(RenameSoil const& command, WorldEdit& edit) {
  take_soils(edit, changed_soils(edit.terrain.soils, command));
}

void CommandKind<RenameSoil>::keep(Archive& archive, RenameSoil& command) { barchan::keep(archive, command); }

std::vector<RenameSoil> CommandKind<RenameSoil>::inverse(RenameSoil const& command, CommandFacts const& facts) {
  const auto soil = std::ranges::find(facts.soils, command.soil, &Soil::id);
  return {{command.soil, soil->name}};
}

void CommandKind<RenameSoil>::preview(RenameSoil const& command, CommandPreview& preview) {
  preview.soils = changed_soils(std::move(preview.soils), command);
}

// -- obstacles --------------------------------------------------------------------------------------------------------

std::string CommandKind<PlaceObstacle>::title(PlaceObstacle const& command) {
  return "place " + std::string(obstacle_shape_id(command.obstacle.shape));
}

std::string CommandKind<PlaceObstacle>::error(PlaceObstacle const& command, CommandFacts const&) {
  return error_from([&] { check_obstacle(command); });
}

/// A body too small to cover any cell is not listed.
void CommandKind<PlaceObstacle>::apply(PlaceObstacle const& command, WorldEdit& edit) {
  Terrain& terrain = edit.terrain;
  change_obstacles(changes_of(command, terrain.grid, terrain.columns), edit);
  ObstacleBody body{terrain.bodies.free_number(command.number), command.obstacle};
  if (command.obstacle.shape == ObstacleShape::stamp) body.stamp = std::make_shared<Stamp const>(command.stamp);
  if (stands(body, terrain.grid, terrain.columns)) terrain.bodies.add(std::move(body));
}

/// Sections of version 1 have commands without a number. A hash leaves out the number 0, as these had it.
void CommandKind<PlaceObstacle>::keep(Archive& archive, PlaceObstacle& command) {
  archive.value(command.obstacle);
  barchan::keep(archive, command.stamp);
  const bool numbered = archive.hashing() ? command.number != 0 : archive.version() != 1;
  if (numbered) archive.value(command.number);
  archive.require(command.number <= kMostObstacleNumber, "the number of an obstacle is out of range");
  if (archive.reading()) check_obstacle(command);
}

void CommandKind<PlaceObstacle>::settle(PlaceObstacle& command, CommandFacts const& facts) {
  command.number = facts.terrain->bodies.free_number(command.number);
}

std::string CommandKind<RemoveObstacles>::title(RemoveObstacles const&) { return "remove obstacles"; }

std::string CommandKind<RemoveObstacles>::error(RemoveObstacles const& command, CommandFacts const&) {
  return error_from([&] { check_obstacle(command); });
}

/// Bodies of which nothing is left leave the list.
void CommandKind<RemoveObstacles>::apply(RemoveObstacles const& command, WorldEdit& edit) {
  Terrain& terrain = edit.terrain;
  change_obstacles(changes_of(command, terrain.grid, terrain.columns), edit);
  const std::vector<ObstacleBody> before(terrain.bodies.list().begin(), terrain.bodies.list().end());
  for (ObstacleBody const& body : before) {
    if (!stands(body, terrain.grid, terrain.columns)) terrain.bodies.remove(body.number);
  }
}

void CommandKind<RemoveObstacles>::keep(Archive& archive, RemoveObstacles& command) {
  bool within = command.within.has_value();
  archive.value(within);
  if (!within) return;
  if (archive.reading()) command.within.emplace();
  archive.value(*command.within);
  if (archive.reading()) check_obstacle(command);
}

std::string CommandKind<RemoveObstacle>::title(RemoveObstacle const& command) {
  return "remove obstacle " + std::to_string(command.number);
}

std::string CommandKind<RemoveObstacle>::error(RemoveObstacle const& command, CommandFacts const& facts) {
  return facts.terrain != nullptr ? facts.terrain->bodies.number_error(command.number) : std::string();
}

void CommandKind<RemoveObstacle>::apply(RemoveObstacle const& command, WorldEdit& edit) {
  Terrain& terrain = edit.terrain;
  change_obstacles(changes_of(BodyChange{terrain.bodies, command.number}, terrain.grid, terrain.columns), edit);
  terrain.bodies.remove(command.number);
}

void CommandKind<RemoveObstacle>::keep(Archive& archive, RemoveObstacle& command) { archive.value(command.number); }

std::string CommandKind<ChangeObstacle>::title(ChangeObstacle const& command) {
  const std::uint32_t place = obstacle_key_bit("x") | obstacle_key_bit("y");
  std::string verb = "change";
  if ((command.keys & ~place) == 0) verb = "move";
  if (command.keys == obstacle_key_bit("azimuth")) verb = "turn";
  return verb + " obstacle " + std::to_string(command.number);
}

std::string CommandKind<ChangeObstacle>::error(ChangeObstacle const& command, CommandFacts const& facts) {
  return obstacle_change_error(command, facts.terrain != nullptr ? &facts.terrain->bodies : nullptr);
}

void CommandKind<ChangeObstacle>::apply(ChangeObstacle const& command, WorldEdit& edit) {
  Terrain& terrain = edit.terrain;
  const Obstacle after = changed_obstacle(terrain.bodies.find(command.number)->obstacle, command);
  change_obstacles(changes_of(BodyChange{terrain.bodies, command.number, after}, terrain.grid, terrain.columns), edit);
  terrain.bodies.change(command.number, after);
}

void CommandKind<ChangeObstacle>::keep(Archive& archive, ChangeObstacle& command) {
  archive.value(command.number);
  archive.value(command.keys);
  archive.value(command.obstacle);
  if (!archive.reading()) return;
  const std::string error = obstacle_change_error(command, nullptr);
  archive.require(error.empty(), error);
}

// -- sources of water -------------------------------------------------------------------------------------------------

std::string CommandKind<PlaceSource>::title(PlaceSource const&) { return "place source"; }

std::string CommandKind<PlaceSource>::error(PlaceSource const& command, CommandFacts const& facts) {
  if (facts.terrain == nullptr) return source_error(command.source);
  if (const std::string error = source_error(command.source, *facts.terrain); !error.empty()) return error;
  if (facts.terrain->sources.size() < kMostSources) return {};
  return "source: expected fewer than " + std::to_string(kMostSources) + " sources on the land, found " +
         std::to_string(kMostSources) + "; end one first";
}

void CommandKind<PlaceSource>::apply(PlaceSource const& command, WorldEdit& edit) {
  edit.terrain.sources.push_back(command.source);
}

void CommandKind<PlaceSource>::keep(Archive& archive, PlaceSource& command) {
  archive.value(command.source);
  archive.require(source_error(command.source).empty(), "an invalid source");
}

void CommandKind<PlaceSource>::preview(PlaceSource const& command, CommandPreview& preview) {
  if (preview.sources.size() < kMostSources) preview.sources.push_back(command.source);
}

std::string CommandKind<RemoveSources>::title(RemoveSources const&) { return "remove sources"; }
std::string CommandKind<RemoveSources>::error(RemoveSources const&, CommandFacts const&) { return {}; }
void CommandKind<RemoveSources>::apply(RemoveSources const&, WorldEdit& edit) { edit.terrain.sources.clear(); }
void CommandKind<RemoveSources>::keep(Archive&, RemoveSources&) {}
void CommandKind<RemoveSources>::preview(RemoveSources const&, CommandPreview& preview) { preview.sources.clear(); }

std::string CommandKind<RemoveSource>::title(RemoveSource const&) { return "remove source"; }

std::string CommandKind<RemoveSource>::error(RemoveSource const& command, CommandFacts const& facts) {
  if (facts.terrain == nullptr || std::ranges::count(facts.terrain->sources, command.source) > 0) return {};
  return "source: expected a source of this land, found one that is not on this land; it may have ended already";
}

void CommandKind<RemoveSource>::apply(RemoveSource const& command, WorldEdit& edit) {
  edit.terrain.sources.erase(std::ranges::find(edit.terrain.sources, command.source));
}

void CommandKind<RemoveSource>::keep(Archive& archive, RemoveSource& command) {
  archive.value(command.source);
  archive.require(source_error(command.source).empty(), "an invalid source");
}

void CommandKind<RemoveSource>::preview(RemoveSource const& command, CommandPreview& preview) {
  const auto ended = std::ranges::find(preview.sources, command.source);
  if (ended != preview.sources.end()) preview.sources.erase(ended);
}

std::string CommandKind<ChangeSource>::title(ChangeSource const& command) {
  WaterSource moved = command.source;
  moved.x = command.now.x;
  moved.y = command.now.y;
  return moved == command.now ? "move source" : "change source";
}

std::string CommandKind<ChangeSource>::error(ChangeSource const& command, CommandFacts const& facts) {
  if (facts.terrain == nullptr) return source_error(command.now);
  const std::string missing = CommandKind<RemoveSource>::error({command.source}, facts);
  return missing.empty() ? source_error(command.now, *facts.terrain) : missing;
}

void CommandKind<ChangeSource>::apply(ChangeSource const& command, WorldEdit& edit) {
  *std::ranges::find(edit.terrain.sources, command.source) = command.now;
}

void CommandKind<ChangeSource>::keep(Archive& archive, ChangeSource& command) {
  archive.value(command.source);
  archive.value(command.now);
  archive.require(source_error(command.source).empty() && source_error(command.now).empty(), "an invalid source");
}

void CommandKind<ChangeSource>::preview(ChangeSource const& command, CommandPreview& preview) {
  const auto changed = std::ranges::find(preview.sources, command.source);
  if (changed != preview.sources.end()) *changed = command.now;
}

// -- rain -------------------------------------------------------------------------------------------------------------

std::string CommandKind<PlaceStorm>::title(PlaceStorm const&) { return "place storm"; }

std::string CommandKind<PlaceStorm>::error(PlaceStorm const& command, CommandFacts const& facts) {
  if (const std::string error = storm_error(command.storm); !error.empty()) return error;
  if (facts.terrain == nullptr || facts.terrain->rainfall.storms.size() < kMostStorms) return {};
  return "storm: expected fewer than " + std::to_string(kMostStorms) + " storms on the land, found " +
         std::to_string(kMostStorms) + "; end them first";
}

void CommandKind<PlaceStorm>::apply(PlaceStorm const& command, WorldEdit& edit) {
  edit.terrain.rainfall.storms.push_back({edit.time + static_cast<double>(command.storm.start), command.storm});
}

void CommandKind<PlaceStorm>::keep(Archive& archive, PlaceStorm& command) {
  archive.value(command.storm);
  archive.require(storm_error(command.storm).empty(), "an invalid storm");
}

std::string CommandKind<RemoveStorms>::title(RemoveStorms const&) { return "remove storms"; }
std::string CommandKind<RemoveStorms>::error(RemoveStorms const&, CommandFacts const&) { return {}; }
void CommandKind<RemoveStorms>::apply(RemoveStorms const&, WorldEdit& edit) { edit.terrain.rainfall.storms.clear(); }
void CommandKind<RemoveStorms>::keep(Archive&, RemoveStorms&) {}

std::string CommandKind<SetRainMap>::title(SetRainMap const&) { return "rain map"; }

std::string CommandKind<SetRainMap>::error(SetRainMap const& command, CommandFacts const& facts) {
  return rain_map_error(command.map, facts.grid);
}

void CommandKind<SetRainMap>::apply(SetRainMap const& command, WorldEdit& edit) {
  edit.terrain.rainfall.rain_by(command.map);
}

void CommandKind<SetRainMap>::keep(Archive& archive, SetRainMap& command) {
  RainMap& map = command.map;
  archive.text(map.name);
  archive.value(map.width);
  archive.value(map.height);
  archive.list(map.shares);
  if (archive.reading()) archive.require(rain_map_error(map).empty(), "an invalid rain map");
}

// -- masks ------------------------------------------------------------------------------------------------------------

std::string CommandKind<SetMask>::title(SetMask const& command) { return "mask " + command.recipe.id; }

std::string CommandKind<SetMask>::error(SetMask const& command, CommandFacts const& facts) {
  if (std::string error = mask_error(command.recipe, facts.soils, facts.grid); !error.empty()) return error;
  for (std::string const& parameter : command.recipe.multiplies) {
    const std::string error = masked_parameter_error(parameter, facts.groups);
    if (!error.empty()) return "mask '" + command.recipe.id + "': " + error;
  }
  return facts.terrain != nullptr ? facts.terrain->masks.fit_error(command.recipe) : std::string();
}

void CommandKind<SetMask>::apply(SetMask const& command, WorldEdit& edit) {
  put_mask(command.recipe, edit.terrain, edit.scheduler);
}

void CommandKind<SetMask>::keep(Archive& archive, SetMask& command) {
  keep_recipe(archive, command.recipe);
  if (!archive.reading()) return;
  const std::string error = mask_error(command.recipe);
  archive.require(error.empty(), error);
}

/// Values that follow the land are computed from the later recipe alone.
bool CommandKind<SetMask>::join(SetMask& earlier, SetMask const& later) {
  if (earlier.recipe.id != later.recipe.id || !later.recipe.follows) return false;
  earlier = later;
  return true;
}

std::string CommandKind<RemoveMask>::title(RemoveMask const& command) { return "remove mask " + command.id; }

std::string CommandKind<RemoveMask>::error(RemoveMask const& command, CommandFacts const& facts) {
  return facts.terrain != nullptr ? facts.terrain->masks.removal_error(command.id) : std::string();
}

void CommandKind<RemoveMask>::apply(RemoveMask const& command, WorldEdit& edit) {
  edit.terrain.masks.remove(command.id);
}

void CommandKind<RemoveMask>::keep(Archive& archive, RemoveMask& command) { archive.text(command.id); }

// -- brush ------------------------------------------------------------------------------------------------------------

std::string CommandKind<BrushStroke>::title(BrushStroke const& command) {
  return std::string(brush_action_id(command.brush.action)) + " " + command.material;
}

std::string CommandKind<BrushStroke>::error(BrushStroke const& command, CommandFacts const& facts) {
  std::string error = stroke_error(command, facts.soils, &facts.grid);
  if (error.empty() && facts.terrain != nullptr) error = stroke_mask_error(command, facts.terrain->masks);
  return error.empty() ? error : "stroke: " + error;
}

void CommandKind<BrushStroke>::apply(BrushStroke const& command, WorldEdit& edit) {
  apply_stroke(command, edit.terrain, edit.ledger);
}

void CommandKind<BrushStroke>::keep(Archive& archive, BrushStroke& command) {
  constexpr std::size_t kMostCells = std::size_t{Stamp::kMaximumSide} * Stamp::kMaximumSide;
  archive.value(command.brush);
  archive.text(command.material);
  archive.value(command.spacing);
  archive.value(command.picks_levels);
  archive.text(command.within);
  archive.value(command.stencil.width);
  archive.value(command.stencil.height);
  archive.list(command.stencil.shares, kMostCells);
  archive.list(command.points, BrushStroke::kMostDabs);
  if (archive.reading()) {
    const std::string error = stroke_error(command);
    archive.require(error.empty(), "stroke: " + error);
  }
}

/// A stroke goes on with the dabs of the next one if both are lists of dabs of the same brush.
bool CommandKind<BrushStroke>::join(BrushStroke& earlier, BrushStroke const& later) {
  const bool dabs = earlier.spacing == 0.0f && later.spacing == 0.0f && !earlier.picks_levels && !later.picks_levels &&
                    earlier.brush.action != BrushAction::ramp;
  if (!dabs || !(earlier.brush == later.brush) || earlier.material != later.material ||
      earlier.within != later.within || !(earlier.stencil == later.stencil) ||
      earlier.points.size() + later.points.size() > BrushStroke::kMostDabs) {
    return false;
  }
  earlier.points.insert(earlier.points.end(), later.points.begin(), later.points.end());
  return true;
}

}  // namespace barchan
