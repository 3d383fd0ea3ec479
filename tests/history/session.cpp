#include "history/session.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <set>

#include <fmt/format.h>

#include "base/archive.hpp"
#include "io/preset.hpp"
#include "io/scenario.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "support/shipped_worlds.hpp"
#include "world/command.hpp"

namespace barchan::test {

namespace {

/// The hash of a world and of its landmarks, which World::hash leaves out.
std::uint64_t hash_of(World const& world) {
  Landmarks landmarks = world.terrain().landmarks;
  Archive archive = Archive::writer();
  keep(archive, landmarks);
  std::uint64_t hash = world.hash();
  for (const std::byte byte : archive.take()) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3u;
  return hash;
}

}  // namespace

std::uint64_t Dice::below(std::uint64_t below) {
  state_ = state_ * 6364136223846793005u + 1442695040888963407u;
  return (state_ >> 33) % below;
}

World world_of(HistoryLand const& land, int threads) {
  Scenario scenario = load_shipped_scenario(land.scenario);
  if (land.width > 0) scenario.grid.width = land.width;
  if (land.height > 0) scenario.grid.height = land.height;
  WorldOptions options;
  options.seed = land.seed;
  options.threads = threads;
  if (land.population > 0) {
    options.parameters.push_back({"wind_particles", "population", static_cast<double>(land.population)});
  }
  return make_world(scenario, options);
}

HistoryOptions history_options(int threads) {
  return {.make_processes = make_processes, .threads = threads, .step_seconds = 1.0 / 60.0};
}

HistorySession::HistorySession(HistoryLand land, std::uint64_t seed, int threads)
    : land_(std::move(land)),
      dice_(seed),
      threads_(threads),
      history_(std::make_unique<History>(world_of(land_, threads), history_options(threads))) {
  lands_[history_->land()] = land_;
  look();
}

void HistorySession::fault(std::string const& text) { faults_.push_back(text + "\n" + log_); }

/// Records the hash of the present moment, or compares it with the recorded one.
void HistorySession::look() {
  const HistoryMoment now = history_->now();
  const std::uint64_t hash = hash_of(history_->world());
  const auto [entry, first] = seen_.emplace(std::pair(now.node, now.step), hash);
  if (!first && entry->second != hash) fault(fmt::format("another world at node {}, step {}", now.node, now.step));
  if (history_->world().budget().error() != 0) fault("the mass balance is broken");
}

/// Looks at every moment on the way.
void HistorySession::arrive() {
  while (!history_->travel(0.0)) look();
}

void HistorySession::steps(std::uint64_t count) {
  log_ += fmt::format("steps {}\n", count);
  for (std::uint64_t i = 0; i < count; ++i) {
    history_->step();
    look();
  }
}

/// Half to twice the default, so that no world becomes slow.
double HistorySession::value_near_default(ParameterRow const& row) {
  const double value = row.default_value * (0.5 + 1.5 * static_cast<double>(dice_.share()));
  const double allowed = std::clamp(value, row.minimum, row.maximum);
  return row.kind == ParameterKind::real ? allowed : std::floor(allowed);
}

/// Adds or removes a gauge, a palm or a person, or moves one.
Command HistorySession::random_landmarks() {
  Landmarks now = history_->world().terrain().landmarks;
  const float x = dice_.share(), y = dice_.share();
  const std::uint64_t what = dice_.below(3);
  if (dice_.below(2) == 0) {
    const int id = now.gauges.empty() ? 1 : now.gauges.back().id + 1;
    if (what == 0 || now.gauges.empty()) {
      now.gauges.push_back({id, {fmt::format("Gauge {}", id), x, y}});
    } else if (what == 1) {
      now.gauges.erase(now.gauges.begin() + static_cast<std::ptrdiff_t>(dice_.below(now.gauges.size())));
    } else {
      now.gauges[dice_.below(now.gauges.size())].gauge.x = x;
    }
    return SetGauges{std::move(now.gauges)};
  }
  if (what == 0 || now.things.empty()) {
    now.things.push_back({.kind = ThingKind::palm, .x = x, .y = y});
  } else if (what == 1) {
    now.things.erase(now.things.begin() + static_cast<std::ptrdiff_t>(dice_.below(now.things.size())));
  } else {
    now.things[dice_.below(now.things.size())].y = y;
  }
  return SetThings{std::move(now.things)};
}

Command HistorySession::random_value() {
  World const& world = history_->world();
  if (dice_.below(8) == 0) return random_landmarks();
  if (dice_.below(4) == 0) {
    Soils const& soils = world.terrain().soils;
    Soil const& soil = soils[dice_.below(soils.size())];
    if (dice_.below(3) == 0) return RenameSoil{soil.id, fmt::format("Soil {}", dice_.below(1000))};
    if (dice_.below(2) == 0) return SetSoil{soil.id, "color", std::array{dice_.share(), 0.5f, 0.25f}};
    auto const& row = soil_properties()[dice_.below(soil_properties().size())].row;
    return SetSoil{soil.id, std::string(row.key), value_near_default(row)};
  }
  const auto groups = world.parameter_groups();
  ParameterGroup const& group = groups[dice_.below(groups.size())];
  if (group.rows.empty()) return SetParameter{"wind", "speed", 8.0};
  ParameterRow const& row = group.rows[dice_.below(group.rows.size())];
  return SetParameter{std::string(group.id), std::string(row.key), value_near_default(row)};
}

Command HistorySession::random_land_change() {
  const float x = dice_.share(), y = dice_.share();
  switch (dice_.below(17)) {
    case 0:
      return PlaceSource{{.x = x, .y = y, .discharge = 0.5f}};
    case 1:
      return PlaceStorm{{.duration = 20.0f, .rain = 2000.0f}};
    case 2:
      return RemoveStorms{};
    case 3:
      return RemoveObstacles{};
    case 4:
      return AddSoil{fmt::format("soil{}", dice_.below(100000)), fmt::format("New soil {}", dice_.below(100000)), true,
                     ""};
    case 5:
      return RemoveSources{};
    case 6:
    case 7:
      return random_stroke();
    case 8:
      return RemoveMask{random_mask_id()};
    case 9:
    case 10:
      return random_mask();
    case 11:
    case 12:
    case 13:
      return random_change_of_a_body();
    case 14:
      return random_change_of_a_source();
    default:
      return PlaceObstacle{{.shape = static_cast<ObstacleShape>(dice_.below(6)),
                            .x = x,
                            .y = y,
                            .height = 3.0f,
                            .length = 8.0f,
                            .width = 2.0f,
                            .radius = 4.0f}};
  }
}

/// Moves, sizes or removes a body. If there is none, the world refuses it.
Command HistorySession::random_change_of_a_body() {
  const auto bodies = history_->world().terrain().bodies.list();
  const std::uint32_t number = bodies.empty() ? 1 : bodies[dice_.below(bodies.size())].number;
  if (dice_.below(4) == 0) return RemoveObstacle{number};
  Obstacle values{.x = dice_.share(), .y = dice_.share(), .height = 1.0f + 4.0f * dice_.share()};
  const std::uint32_t place = obstacle_key_bit("x") | obstacle_key_bit("y");
  return ChangeObstacle{number, dice_.below(2) == 0 ? place : obstacle_key_bit("height"), values};
}

Command HistorySession::random_change_of_a_source() {
  WaterSources const& sources = history_->world().terrain().sources;
  if (sources.empty()) return RemoveSources{};
  const WaterSource source = sources[dice_.below(sources.size())];
  WaterSource now = source;
  now.x = dice_.share();
  return ChangeSource{source, now};
}

std::string HistorySession::random_mask_id() { return fmt::format("mask_{}", dice_.below(3)); }

/// A mask of a few layers that multiplies up to two parameters. It may read a mask that does not exist.
SetMask HistorySession::random_mask() {
  SetMask command{{.id = random_mask_id(), .follows = dice_.below(3) > 0}};
  for (std::uint64_t i = dice_.below(4); i > 0; --i) {
    const auto source = static_cast<MaskSource>(dice_.below(kMaskSourceCount));
    if (source == MaskSource::raster) continue;
    MaskLayer layer = usual_mask_layer(source);
    layer.numbers.combine = static_cast<MaskCombine>(dice_.below(5));
    layer.numbers.value = dice_.share();
    layer.numbers.wavelength = 4.0f + 30.0f * dice_.share();
    if (source == MaskSource::mask) layer.of = random_mask_id();
    command.recipe.layers.push_back(layer);
  }
  std::vector<std::string> parameters;
  for (ParameterGroup const& group : history_->world().parameter_groups()) {
    for (ParameterRow const& row : group.rows) {
      if (row.masked) parameters.push_back(fmt::format("{}.{}", group.id, row.key));
    }
  }
  const std::size_t first = dice_.below(parameters.size());
  for (std::uint64_t i = dice_.below(3); i > 0; --i) {
    command.recipe.multiplies.push_back(parameters[(first + i) % parameters.size()]);
  }
  return command;
}

/// A short stroke of any action in any material.
BrushStroke HistorySession::random_stroke() {
  Soils const& soils = history_->world().terrain().soils;
  std::vector<std::string> materials{std::string(kWaterMaterial), std::string(kPlantsMaterial),
                                     std::string(kGroundMaterial)};
  for (Soil const& soil : soils) {
    if (soil.id != soils[kObstacle].id) materials.push_back(soil.id);
  }
  const std::size_t material = dice_.below(materials.size());
  const std::uint64_t actions = material < 2 ? 2 : kBrushActionCount;
  BrushStroke stroke{.brush = {.action = static_cast<BrushAction>(dice_.below(actions)),
                               .radius = 1.0f + 8.0f * dice_.share(),
                               .falloff = dice_.share(),
                               .amount = 0.1f + dice_.share(),
                               .strength = dice_.share()},
                     .material = materials[material],
                     .spacing = dice_.below(2) == 0 ? 0.0f : 2.0f,
                     .picks_levels = true};
  const std::span<Mask const> masks = history_->world().terrain().masks.list();
  if (!masks.empty() && dice_.below(2) == 0) stroke.within = masks[dice_.below(masks.size())].recipe.id;
  if (!masks.empty() && dice_.below(4) == 0) {
    stroke.material = std::string(kMaskMaterial) + masks.front().recipe.id;
    stroke.brush.action = BrushAction::raise;
  }
  for (int i = 0; i < 3; ++i) stroke.points.push_back({dice_.share(), dice_.share(), dice_.share()});
  return stroke;
}

Command HistorySession::random_command() { return dice_.below(2) == 0 ? random_value() : random_land_change(); }

/// Returns false if the world refuses the command.
bool HistorySession::try_apply(Command const& command, Gesture const& gesture) {
  try {
    history_->apply(command, gesture);
    return true;
  } catch (std::invalid_argument const&) {
    log_ += "  refused\n";
    return false;
  }
}

void HistorySession::give(Command const& command) {
  log_ += "give " + name_of(command) + "\n";
  if (dice_.below(2) == 0) ++gesture_;
  const HistoryMoment before = history_->now();
  // In one gesture, a command takes the place of an earlier one with the same target, and the moment is another.
  if (try_apply(command, {gesture_}) && history_->now() == before) seen_.erase({before.node, before.step});
  look();
}

std::string title_of(std::optional<Act> const& act) { return act ? act->title : std::string(); }

/// All values that a command can set.
std::string values_of(World const& world) {
  std::string text;
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) text += fmt::format("{}.{} = {}\n", group.id, row.key, group.get(row));
  }
  for (Soil const& soil : world.terrain().soils) {
    text += soil.id + " " + soil.name + fmt::format(" {} {} {}\n", soil.color[0], soil.color[1], soil.color[2]);
    for (SoilProperty const& one : soil_properties()) text += fmt::format("{}\n", one.row.get(&soil));
  }
  Landmarks const& landmarks = world.terrain().landmarks;
  for (auto const& [id, gauge] : landmarks.gauges) text += fmt::format("{} {} {}\n", gauge.name, gauge.x, gauge.y);
  for (Thing const& thing : landmarks.things) text += fmt::format("{} {}\n", thing.x, thing.y);
  return text;
}

/// Several values at once are one act, as in the window, which sets only the values that differ.
void HistorySession::apply_preset() {
  Preset const& preset = presets()[dice_.below(presets().size())];
  log_ += "preset " + preset.id + "\n";
  const std::string before = values_of(history_->world());
  const Gesture gesture{++gesture_, preset.title};
  bool changed = false;
  for (SetParameter const& set : preset.settings) {
    const double now = history_->world().parameter(set.group, set.key);
    if (static_cast<float>(now) == static_cast<float>(set.value)) continue;
    changed |= try_apply(set, gesture);
  }
  look();
  if (!changed || dice_.below(2) == 0) return;
  const std::string title = title_of(history_->undo());
  log_ += "undo " + title + "\n";
  if (title != preset.title) fault("the undo of a preset took back another act");
  look();
  if (values_of(history_->world()) != before) fault("the undo of '" + title + "' left a value");
  if (dice_.below(2) == 0) redo();
}

void HistorySession::undo() {
  const auto expected = history_->next_undo();
  const auto act = history_->tree().last_act(history_->now().node);
  const bool returns = act && history_->tree().act(*act).effect == CommandEffect::land;
  const std::uint64_t before = hash_of(history_->world());
  const std::string values = values_of(history_->world());
  const std::string title = title_of(history_->undo());
  if (title != title_of(expected)) fault("another act was undone than the one announced");
  arrive();
  log_ += "undo " + title + "\n";
  look();
  if (title.empty() || dice_.below(2) == 0) return;
  if (returns && dice_.below(2) == 0) steps(dice_.below(4));
  redo();
  // Changed slopes are checked for avalanches, whatever they were before.
  if (returns && hash_of(history_->world()) != before) fault("undo and redo of '" + title + "' left a trace");
  if (values_of(history_->world()) != values) fault("undo and redo of '" + title + "' changed a value");
}

void HistorySession::redo() {
  const auto expected = history_->next_redo();
  const std::string title = title_of(history_->redo());
  if (title != title_of(expected)) fault("another act was redone than the one announced");
  arrive();
  log_ += "redo " + title + "\n";
  look();
}

void HistorySession::rewind() {
  const std::uint64_t step = dice_.below(history_->world().step_count() + 20);
  log_ += fmt::format("rewind {}\n", step);
  history_->rewind(step);
  arrive();
  look();
}

void HistorySession::change_branch() {
  auto const& branches = history_->tree().branches();
  auto branch = branches.begin();
  std::advance(branch, static_cast<std::ptrdiff_t>(dice_.below(branches.size())));
  log_ += "branch " + branch->second.name + "\n";
  history_->go_to(branch->first);
  arrive();
  look();
}

void HistorySession::replace() {
  HistoryLand land = land_;
  land.seed = 1 + dice_.below(1000);
  if (dice_.below(3) == 0) std::swap(land.width, land.height);
  log_ += fmt::format("new land {} of {} x {}\n", land.seed, land.width, land.height);
  history_->replace(world_of(land, threads_), {.number = ++gesture_, .title = "new land"});
  lands_[history_->land()] = land;
  look();
}

std::uint64_t HistorySession::hash_of_fresh_run(ActId left_out, std::vector<Command> const& instead) {
  HistoryTree const& tree = history_->tree();
  World world = world_of(lands_.at(history_->land()), 1);
  const std::uint64_t end = history_->world().step_count();
  bool put = false;
  std::set<ActId> lost, kept;
  // What is refused is neither taken back nor made again.
  const auto try_apply = [&](HistoryNode const& node, Command const& command) {
    if (node.role != Role::does && lost.count(node.act) != 0 && kept.count(node.act) == 0) return;
    try {
      world.apply(command);
      if (node.role == Role::does) kept.insert(node.act);
    } catch (std::invalid_argument const&) {  // it has no meaning without the other command
      if (node.role == Role::does) lost.insert(node.act);
    }
  };
  for (const NodeId id : tree.path(history_->now().node)) {
    HistoryNode const& node = tree.node(id);
    if (!node.command || tree.land_of(id) != history_->land()) continue;
    while (world.step_count() < node.step) world.step();
    const bool out = node.act == left_out && (instead.empty() || node.role != Role::undoes);
    if (!out) try_apply(node, *node.command);
    if (out && !instead.empty() && (!std::exchange(put, true) || node.role == Role::redoes)) {
      for (Command const& command : instead) try_apply(node, command);
    }
  }
  while (world.step_count() < end) world.step();
  return hash_of(world);
}

void HistorySession::take_out() {
  HistoryTree const& tree = history_->tree();
  std::vector<ActId> acts;
  for (const NodeId id : tree.path(history_->now().node)) {
    HistoryNode const& node = tree.node(id);
    if (!node.command || node.role != Role::does || tree.land_of(id) != history_->land()) continue;
    // An act that begins with a new land cannot be taken out of that land.
    const NodeId first = tree.nodes_of(node.act, Role::does, history_->now().node).front();
    if (tree.node(first).command) acts.push_back(node.act);
  }
  if (acts.empty()) return;
  const ActId act = acts[dice_.below(acts.size())];
  const bool edits = dice_.below(3) == 0;
  const std::vector<Command> instead = edits ? std::vector{random_command()} : std::vector<Command>{};
  log_ += (edits ? "edit " : "take out ") + tree.act(act).title + "\n";
  const std::uint64_t wanted = hash_of_fresh_run(act, instead);
  Rework rework = edits ? history_->with(act, instead) : history_->without(act);
  while (!rework.run(0.0)) {
  }
  history_->adopt(std::move(rework));
  if (hash_of(history_->world()) != wanted) fault("the changed past is not what a fresh run gives");
  look();
}

void HistorySession::act() {
  switch (dice_.below(17)) {
    case 0:
    case 1:
    case 2:
      return steps(1 + dice_.below(8));
    case 3:
    case 4:
    case 5:
    case 6:
      return give(random_command());
    case 7:
    case 8:
    case 9:
      return undo();
    case 10:
      return redo();
    case 11:
    case 12:
      return rewind();
    case 13:
      return change_branch();
    case 14:
      return take_out();
    case 15:
      return apply_preset();
    default:
      if (dice_.below(3) == 0) return replace();
      return steps(60);
  }
}

}  // namespace barchan::test
