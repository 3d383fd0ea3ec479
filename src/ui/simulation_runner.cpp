#include "ui/simulation_runner.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

#include "base/release_memory.hpp"
#include "io/activity.hpp"
#include "io/soil_file.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "ui/act_title.hpp"
#include "world/step_check.hpp"

namespace barchan::ui {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kScriptedStep = 1.0 / 60.0;  // s of activity that a step counts as, where no time is measured

constexpr char const* kIncomplete =
    "the land cannot be saved: an error interrupted a step or a command; open the last saved land";

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

LoadedWorld open_world(WorldOrder const& order, int threads) {
  const bool saved = order.text.empty() && is_saved_world(order.source);
  // The history of a saved world belongs to it as it was saved. The parameters of the order follow as changes.
  const std::vector<SetParameter> at_once = saved ? std::vector<SetParameter>() : order.parameters;
  const WorldOptions options{order.seed, at_once, threads};
  RasterHints hints = order.hints;
  if (!saved && is_raster_path(order.source) && hints.fill == GapFill::refuse) hints.fill = GapFill::suggest;
  LoadedWorld loaded{order.text.empty() ? start_world(order.source, options, hints)
                                        : start_scenario(parse_scenario(order.text, order.source, {}), options),
                     order};
  if (loaded.started.guesses && loaded.started.guesses->fill != GapFill::refuse) {
    loaded.order.hints.fill = loaded.started.guesses->fill;
  }
  if (saved) loaded.changes.assign(order.parameters.begin(), order.parameters.end());
  loaded.history = take_history(loaded.started, order.source);
  return loaded;
}

FieldFacts const* WorldFacts::field(std::string_view id) const {
  for (FieldFacts const& field : fields) {
    if (field.row.id == id) return &field;
  }
  return nullptr;
}

SimulationRunner::SimulationRunner(LoadedWorld first, Mode mode) : mode_(mode) {
  take_over(std::move(first), {});
  look();
  finish();
}

SimulationRunner::~SimulationRunner() { interrupt_ = true; }

std::uint64_t SimulationRunner::apply(Command const& command) {
  std::vector<Request>& queue = next_.requests;
  for (auto queued = queue.rbegin(); queued != queue.rend() && queued->command; ++queued) {
    if (queued->gesture.number != gesture_.number || !same_target(*queued->command, command)) continue;
    queue.erase(std::next(queued).base());
    break;
  }
  Gesture gesture = gesture_;
  if (gesture.title.empty()) gesture.title = act_title(command);
  queue.push_back({command, std::move(gesture), {}, false});
  return ++next_.ticket;
}

void SimulationRunner::replace(WorldJob job) {
  next_.job = std::move(job);
  next_.job_gesture = gesture_;
  opening_ = true;
  next_.requests.clear();  // they were meant for the old world
  interrupt();
}

void SimulationRunner::set_request(ViewRequest const& request, OverlayChoice const& choice) {
  next_.request = request;
  next_.choice = choice;
  request_changed_ = true;
}

void SimulationRunner::set_mode(Mode mode) {
  if (busy_) {
    done_.wait(false, std::memory_order_acquire);
    done_ = false;
    busy_ = false;
    finish();
  }
  mode_ = mode;
}

bool SimulationRunner::advance(std::optional<BatchPlan> const& plan) {
  bool changed = false;
  if (busy_ && done_.exchange(false, std::memory_order_acquire)) {
    busy_ = false;
    finish();
    changed = true;
  }
  const bool anything = plan.has_value() || request_changed_ || next_.job || next_.task || !next_.requests.empty() ||
                        front_.travelling || front_.rework.has_value() || front_.comparing || !next_.observers.empty();
  if (busy_ || !anything) return changed;

  batch_ = next_;
  batch_.plan = plan;
  next_.requests.clear();
  next_.observers.clear();
  next_.job = nullptr;
  next_.task = nullptr;
  request_changed_ = false;
  interrupt_ = false;
  if (mode_ == Mode::synchronous) {
    run_batch();
    finish();
    return true;
  }
  if (!worker_.joinable()) {
    worker_ = std::jthread([this](std::stop_token const& stop) { work(stop); });
  }
  busy_ = true;
  {
    const std::lock_guard lock(mutex_);
    has_work_ = true;
  }
  wake_.notify_one();
  return changed;
}

void SimulationRunner::work(std::stop_token const& stop) {
  while (true) {
    std::unique_lock lock(mutex_);
    if (!wake_.wait(lock, stop, [this] { return has_work_; })) return;
    has_work_ = false;
    lock.unlock();
    run_batch();
    done_.store(true, std::memory_order_release);
    done_.notify_one();
  }
}

bool SimulationRunner::attempt(std::function<void()> const& work) {
  back_.outcome.emplace();
  try {
    work();
  } catch (std::exception const& error) {
    back_.outcome->error = told_whole(error);
  }
  return back_.outcome->error.empty();
}

void SimulationRunner::run_batch() {
  observe_world();
  batch_.observers.clear();
  const bool replaced = batch_.job && attempt([this] { take_over(batch_.job(), batch_.job_gesture); });
  try {
    use_world(replaced);
  } catch (std::exception const& error) {
    back_.failure = unexpected_error(error);
    keep_view();  // the new one may be incomplete too
  }
  back_.ticket = batch_.ticket;
}

void SimulationRunner::observe_world() {
  if (incomplete_) return;
  for (auto const& observer : batch_.observers) {
    try {
      observer(*history_);
    } catch (std::exception const& error) {
      back_.errors.push_back(told_whole(error));
    }
  }
}

/// `replaced`: it has just been replaced.
void SimulationRunner::use_world(bool replaced) {
  const Activity activity("simulating", "the land");
  if (incomplete_) {
    keep_view();
    if (batch_.task) attempt([] { throw InputError(kIncomplete); });
    return;
  }
  for (Request const& request : batch_.requests) carry_out(request);
  travel();
  if (batch_.task) attempt([this] { batch_.task(*history_); });
  follow_rework();
  follow_comparison();
  // A new world is shown in its initial state, before any step. So is a moment on the way to another.
  const bool steps = batch_.plan && !replaced && !history_->travelling();
  if (steps) run_steps();
  if (!steps) read_gauges();
  follow_history();
  look();
}

void SimulationRunner::carry_out(Request const& request) {
  incomplete_ = true;
  try {
    if (request.command) history_->apply(*request.command, request.gesture);
    if (request.task) request.task(*history_);
  } catch (std::invalid_argument const& error) {  // the world has not changed
    back_.errors.emplace_back(error.what());
  } catch (HistoryError const& error) {
    back_.errors.emplace_back(error.what());
  }
  incomplete_ = false;
}

void SimulationRunner::run_steps() {
  const auto start = Clock::now();
  const double limit = batch_.plan->milliseconds * 1e-3;
  double longest = 0.0;
  for (std::uint64_t done = 0; batch_.plan->steps == 0 || done < batch_.plan->steps; ++done) {
    const double before = seconds_since(start);
    // The first step always begins. Another begins only if it should end within the frame's time.
    if (done > 0 && (interrupt_ || (limit > 0.0 && before + longest > limit))) break;
    const bool sound = step();
    read_gauges();
    ++back_.steps;
    longest = std::max(longest, seconds_since(start) - before);
    if (!sound) break;
  }
  back_.seconds += seconds_since(start);
}

/// Does one step. Returns false if the comparison has found a difference.
bool SimulationRunner::step() {
  std::optional<StepDifference> difference;
  std::function<void(World&)> check;
  if (batch_.verify) check = [&](World& world) { difference = StepCheck(make_processes).step(world); };
  incomplete_ = true;
  try {
    history_->step(check);
  } catch (HistoryError const& error) {  // the future cannot be repeated; the world has not changed
    incomplete_ = false;
    back_.failure = error.what();
    return false;
  }
  incomplete_ = false;
  if (!batch_.verify) return true;
  ++back_.verified;
  if (difference) back_.difference = to_text(*difference);
  return !difference;
}

void SimulationRunner::read_gauges() {
  World const& world = history_->world();
  PlacedGauges const& placed = world.terrain().landmarks.gauges;
  if (placed.empty()) return;
  std::vector<Gauge> gauges;
  for (PlacedGauge const& one : placed) gauges.push_back(one.gauge);
  const std::vector<GaugeReading> readings = barchan::read_gauges(world, gauges);
  for (std::size_t i = 0; i < readings.size(); ++i) {
    back_.gauge_records.push_back(
        {placed[i].id, {world.step_count(), world.time(), readings[i], world.calendar_years()}});
  }
}

void SimulationRunner::keep_view() {
  back_.view = front_.view;
  back_.scale = front_.scale;
}

void SimulationRunner::look() {
  if (old_views_ > 0) {
    // A view of a larger land would keep its memory.
    back_.view = std::make_shared<TerrainView>();
    if (--old_views_ == 0) return_free_memory();
  }
  // The light of the sky is gathered over several views, so it continues from the view that is shown.
  if (!batch_.request.whole_sky) back_.view->sky_visibility = front_.view->sky_visibility;
  fill_view(history_->world(), batch_.request, *back_.view);
  if (batch_.request.overlay == kDifference) show_comparison();
  back_.scale = scale_overlay(*back_.view, batch_.choice);
}

/// Fills in what a world itself says.
void describe(WorldFacts& facts, World const& world) {
  facts.soils = world.terrain().soils;
  for (ParameterGroup const& group : world.parameter_groups()) {
    for (ParameterRow const& row : group.rows) facts.start_values.push_back({group.id, row.key, group.get(row)});
  }
  for (FieldRow const& row : world.fields()) facts.fields.push_back({row, field_sources(world, row.id)});
}

void SimulationRunner::take_over(LoadedWorld loaded, Gesture const& gesture) {
  StartedWorld& started = loaded.started;
  WorldFacts facts;
  facts.order = std::move(loaded.order);
  facts.info = std::move(started.info);
  facts.notices = std::move(started.notices);
  facts.guesses = started.guesses;
  facts.resumed = started.resumed;
  describe(facts, started.world);
  std::vector<std::byte> about = encode_origin({facts.order, facts.info, facts.resumed});
  if (history_ == nullptr || incomplete_) {
    HistoryOptions options = usual_history_options(started.world.threads());
    if (mode_ == Mode::synchronous) options.step_seconds = kScriptedStep;
    rework_.cancel();
    lands_.clear();
    history_ = loaded.history ? std::make_unique<History>(std::move(started.world), std::move(*loaded.history), options)
                              : std::make_unique<History>(std::move(started.world), options, std::move(about));
    land_ = 0;
    revision_ = 0;
  } else if (loaded.history) {
    history_->replace(std::move(started.world), std::move(*loaded.history), gesture);
  } else {
    history_->replace(std::move(started.world), gesture, std::move(about));
  }
  incomplete_ = false;
  old_views_ = 2;
  lands_.insert_or_assign(history_->land(), std::move(facts));
  for (Command const& change : loaded.changes) carry_out({change, gesture, {}, false});
  follow_history();
}

void SimulationRunner::finish() {
  std::swap(front_, back_);
  if (batch_.job) opening_ = static_cast<bool>(next_.job);
  // A view that is still in use must not change.
  if (back_.view.use_count() > 1) back_.view = std::make_shared<TerrainView>();
  // Running totals continue from the values that are shown now.
  back_.steps = front_.steps;
  back_.seconds = front_.seconds;
  back_.ticket = front_.ticket;
  back_.verified = front_.verified;
  if (front_.difference) difference_ = std::exchange(front_.difference, std::nullopt);
  back_.difference.reset();
  if (front_.failure) failure_ = std::exchange(front_.failure, std::nullopt);
  back_.failure.reset();
  if (front_.outcome) outcome_ = std::exchange(front_.outcome, std::nullopt);
  back_.outcome.reset();
  if (front_.facts) {
    facts_ = std::move(*front_.facts);
    gauge_records_.clear();
  }
  gauge_records_.insert(gauge_records_.end(), front_.gauge_records.begin(), front_.gauge_records.end());
  front_.gauge_records.clear();
  back_.gauge_records.clear();
  front_.facts.reset();
  back_.facts.reset();
  messages_.insert(messages_.end(), front_.messages.begin(), front_.messages.end());
  front_.messages.clear();
  back_.messages.clear();
  back_.travelling = front_.travelling;
  back_.outline = front_.outline;
  back_.comparison = front_.comparison;
  std::erase_if(facts_.fields, [](FieldFacts const& field) { return field.row.id == kDifference; });
  if (front_.comparison) facts_.fields.push_back({kDifferenceRow, {}});
  back_.revision = front_.revision;
  errors_.insert(errors_.end(), front_.errors.begin(), front_.errors.end());
  front_.errors.clear();
  back_.errors.clear();
}

}  // namespace barchan::ui
