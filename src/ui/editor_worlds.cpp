// Opens worlds and makes new lands: what a new world takes over, and what the user is asked before leaving a world.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <fmt/core.h>

#include "io/read_views.hpp"
#include "land/terrain.hpp"
#include "ui/editor.hpp"
#include "ui/scenario_camera.hpp"
#include "ui/soil_panel.hpp"
#include "world/fields.hpp"

namespace barchan::ui {

void Editor::open(WorldOrder const& order) {
  if (std::filesystem::path(order.source).extension() == kPresetEnding) return open_preset(order.source);
  // An undo returns to this world, and it is saved automatically. So time alone is not worth a question.
  document_.guard(document_.has_changes(), [this, order] { new_world(order, std::nullopt); });
}

void Editor::new_land() {
  WorldFacts const& facts = runner_.facts();
  const std::uint64_t seed = runner_.view().seed;
  WorldOrder order = facts.order;
  if (facts.resumed) {
    // A saved world has only one land. Other lands come from its scenario.
    std::string const& id = facts.info.scenario.id;
    auto const& shipped = shipped_scenarios();
    if (std::none_of(shipped.begin(), shipped.end(), [&](ScenarioInfo const& entry) { return entry.id == id; })) {
      return say(
          fmt::format("There is no other land to make: the saved world '{}' contains only this one. Shift+R returns to "
                      "the saved state.",
                      facts.info.scenario.title));
    }
    order.source = id;
  }
  order.seed = seed + 1;
  document_.guard(document_.land_unsaved(), [this, order, seed] {
    new_world(order, runner_.facts().resumed ? store_.values() : store_.changes());
    seed_before_ = seed;
  });
}

/// The dialog shows the values with which the land was made, also those of a saved world.
void Editor::show_new_land() {
  WorldFacts const& facts = runner_.facts();
  WorldOrder order = facts.order;
  if (order.text.empty() && !facts.info.land.empty()) {
    order.text = facts.info.land;
    order.seed = runner_.view().seed;
  }
  new_land_dialog_.show(state_, order);
}

void Editor::draw_new_land(Canvas const& canvas, render::Thumbnails* thumbnails) {
  // The user may have cancelled the question about unsaved work.
  if (new_land_dialog_.waiting() && opening_.empty() && !document_.saving()) new_land_dialog_.give_up();
  const bool wait = runner_.mode() == SimulationRunner::Mode::synchronous;
  const NewLandWish wish = new_land_dialog_.draw(canvas, state_, thumbnails, wait);
  if (!wish.message.empty()) say(wish.message);
  if (wish.order) open(*wish.order);
}

void Editor::same_land() {
  WorldOrder order = runner_.facts().order;
  // A saved world starts again from its saved state.
  if (!runner_.facts().resumed) order.seed = runner_.view().seed;
  if (watch_.reseeded()) order.seed.reset();
  document_.guard(document_.land_unsaved(), [this, order] {
    new_world(order, store_.changes());
    seed_before_ = state_.previous_seed;
  });
}

void Editor::new_world(WorldOrder const& order, std::optional<std::vector<SetParameter>> const& kept) {
  if (recovering_) return say("Wait until the recovered work is open.");
  opening_ = std::filesystem::path(order.source).filename().string();
  opening_age_ = 0.0;
  WorldFacts const& facts = runner_.facts();
  if (autosaver_) autosaver_->save_soon();
  runner_.begin_act(kept ? "new land" : "open " + opening_);
  // The scenario of a saved world lacks the changes to soils that were made before saving.
  const bool saved = facts.resumed && order.source != facts.order.source;
  runner_.replace([order, threads = threads_, keep = kept.has_value(), saved, changes = soils_.changes(),
                   soils = soils_.soils(), gauges = state_.landmarks.gauges] {
    LoadedWorld loaded = open_world(order, threads);
    if (!keep) return loaded;
    for (SoilCommand const& change : saved ? soil_changes(loaded.started.world.terrain().soils, soils) : changes) {
      loaded.changes.push_back(to_command(change));
    }
    // Gauges keep their places on another land of the same kind. On other lands the places would mean nothing.
    if (!gauges.empty()) loaded.changes.push_back(SetGauges{gauges});
    return loaded;
  });
  for (SetParameter const& change : kept.value_or(std::vector<SetParameter>())) {
    store_.set(change.group, change.key, change.value);
  }
  keep_camera_ = kept.has_value();
  seed_before_.reset();
  state_.single_steps = 0;
}

void Editor::adopt_world() {
  WorldFacts const& facts = runner_.facts();
  render::RenderSettings const& render = state_.render;
  land_.update(runner_.view(), render.repeat_world && !render.slice.on());
  // A world that nobody has opened comes from the history, and is in no file.
  const bool returned =
      std::exchange(worlds_, runner_.worlds()) != runner_.worlds() && opening_.empty() && generation_ != 0;
  if (generation_ != facts.generation) take_up_land();
  if (returned) document_.changed(UnsavedWork::obstacles);
}

void Editor::take_up_land() {
  WorldFacts const& facts = runner_.facts();
  generation_ = facts.generation;
  opening_.clear();
  new_land_dialog_.close(state_);
  home_ = camera_of(facts.info.camera, land_);
  const bool kept = std::exchange(keep_camera_, false);
  if (!kept) {
    rig_.jump_to(home_);
    state_.view.reset();
    light_as(facts.info.views.front());
    if (facts.info.views.front().camera == facts.info.camera) state_.view = 0;
    tour_.reset();  // it starts again from the new view
  }
  document_.take_up(kept);
  if (!kept) remember_file(facts.order.source);
  take_up_lost_work();
  watch_.watch(facts.order.source);
  state_.previous_seed = std::exchange(seed_before_, std::nullopt);
  if (facts.field(state_.overlay) == nullptr) state_.overlay.clear();
  if (!kept) {
    state_.soil = most_seen_soil(runner_.view());
    state_.guesses = facts.guesses;
    // The cells without data of the map are shown while the user decides how to fill them.
    if (facts.guesses && facts.guesses->fill != GapFill::refuse) state_.overlay = fmt::format("mask.{}", kNoDataMask);
  }
  for (auto const& tool : toolbox_.tools()) tool->world_opened(*this, kept);
  // The notice of guesses already shows all notices of the world.
  if (kept || facts.guesses) return;
  for (std::string const& notice : facts.notices) say(notice);
}

bool Editor::close() {
  if (export_dialog_.writing()) {
    export_dialog_.close_window_later();
    return false;
  }
  if (!document_.unsaved() && !document_.saving()) return true;
  document_.guard(true, [this] { requests_.close = true; });
  return false;
}

void Editor::keep_work_in(std::filesystem::path const& folder, std::optional<double> interval) {
  try {
    autosaver_ = std::make_unique<Autosaver>(runner_, std::bind_front(&Editor::autosave_info, this), folder);
    if (interval) autosaver_->set_interval(*interval);
    LostWorks lost = find_lost_works(folder);
    for (std::string const& notice : lost.notices) say(notice, true);
    recovery_.offer(std::move(lost.works));
  } catch (InputError const& error) {
    say(fmt::format("Automatic saving is off: {}", error.what()), true);
  }
}

void Editor::remember_files_in(std::filesystem::path const& list) { recent_.emplace(list); }

std::vector<std::filesystem::path> Editor::recent_files() const {
  return recent_ ? recent_->files() : std::vector<std::filesystem::path>();
}

/// Does nothing for the name of a shipped scenario.
void Editor::remember_file(std::filesystem::path const& file) {
  std::error_code ignored;
  if (recent_ && !file.extension().empty() && std::filesystem::exists(file, ignored)) recent_->add(file);
}

/// Takes on the work that another program left, instead of an ordinary land.
void Editor::recover(LostWork work) {
  const std::string title = work.info.scenario.title;
  opening_ = title;
  opening_age_ = 0.0;
  autosaver_->save_soon();
  runner_.begin_act("open recovered work");
  runner_.replace([file = work.place.file(), threads = threads_] { return open_lost_world(file, threads); });
  recovering_ = std::move(work);
  keep_camera_ = false;
  seed_before_.reset();
  state_.single_steps = 0;
}

void Editor::take_up_lost_work() {
  if (!recovering_) return;
  LostWork work = std::move(*recovering_);
  recovering_.reset();
  document_.take_up_lost(work.info.autosave.file, work.info.autosave.unsaved);
  if (autosaver_) autosaver_->take_over(std::move(work.place));
  pause(true);  // so that it is as the user left it
  say("Recovered: " + work.info.scenario.title + ". Save this world to keep it.");
}

SavedWorldInfo Editor::autosave_info() const {
  SavedWorldInfo info = saved_info();
  info.autosave.unsaved = document_.unsaved_seconds();
  info.autosave.acts = runner_.outline().acts.size();
  info.autosave.file = document_.file().string();
  return info;
}

void Editor::leave_no_work() {
  if (!autosaver_) return;
  autosaver_->abandon();
  autosaver_->wait();
}

bool Editor::autosave_at_once() {
  if (!autosaver_) return false;
  export_dialog_.stop();
  runner_.interrupt();
  runner_.set_mode(SimulationRunner::Mode::synchronous);
  try {
    autosaver_->save_at_once();
    return true;
  } catch (InputError const&) {
    return false;
  }
}

void Editor::save_at_once(std::filesystem::path const& file) {
  const bool opening = runner_.opening();
  export_dialog_.stop();
  runner_.interrupt();
  runner_.set_mode(SimulationRunner::Mode::synchronous);
  if (opening) {
    runner_.advance(std::nullopt);
    take_view(true);
  }
  document_.save_to(file);
  runner_.advance(std::nullopt);
  const std::optional<JobOutcome> outcome = runner_.take_outcome();
  if (outcome && !outcome->error.empty()) throw InputError(outcome->error);
}

std::string Editor::title() const {
  std::string text = (document_.unsaved() ? "* " : "") + runner_.facts().info.scenario.title;
  if (!document_.file().empty()) text += fmt::format(" ({})", document_.file().filename().string());
  return text;
}

/// The view and the readings of gauges are saved with the world.
SavedWorldInfo Editor::saved_info() const {
  WorldFacts const& facts = runner_.facts();
  SavedWorldInfo info = facts.info;
  if (!facts.order.text.empty()) info.land = facts.order.text;
  render::Camera const& eye = rig_.goal();
  const glm::dvec2 target = glm::dvec2(eye.target) / glm::dvec2(land_.size());
  const double azimuth = std::remainder(static_cast<double>(eye.azimuth), 360.0);
  const CameraHint view{azimuth, static_cast<double>(eye.elevation), static_cast<double>(eye.distance / land_.extent()),
                        target.x, target.y};
  if (is_valid(view)) info.camera = view;
  for (auto const& tool : toolbox_.tools()) tool->save(info);
  return info;
}

}  // namespace barchan::ui
