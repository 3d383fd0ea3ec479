#include "ui/export_runner.hpp"

#include <condition_variable>

#include <fmt/core.h>

#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"
#include "io/scenario.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#include "world/world.hpp"

namespace barchan::ui {

namespace {

ExportEstimate estimate(World const& world, ExportOrder const& order, std::string const& scenario) {
  ExportEstimate all;
  all.maps = export_maps(world);
  const auto plan = [&](ExportOrder const& wish) { return plan_export(world, wish, scenario); };
  try {
    all.plan = plan(order);
  } catch (InputError const& error) {
    all.error = error.what();
  }
  if (all.error.empty()) all.sequence_memory = sequence_memory(world, order);
  if (!order.samples && all.error.empty()) all.recommended = {all.plan.width, all.plan.height};
  if (!order.samples) return all;
  ExportOrder free = order;
  free.samples.reset();
  try {
    const ExportPlan recommended = plan(free);
    all.recommended = {recommended.width, recommended.height};
  } catch (InputError const&) {
    // The error of the order says what is wrong.
  }
  return all;
}

}  // namespace

void ExportEstimator::ask(ExportOrder const& order) {
  Question question{order, runner_.worlds(), runner_.facts().generation};
  if (asked_) {
    const bool same_land = asked_->worlds == question.worlds && asked_->generation == question.generation;
    if (same_land && (asked_->order == order || !ready())) return;
  }
  asked_ = std::move(question);
  runner_.observe([mail = mail_, order, number = ++number_, id = runner_.facts().info.scenario.id](History& history) {
    auto made = std::make_shared<ExportEstimate const>(estimate(history.world(), order, id));
    const std::lock_guard lock(mail->mutex);
    mail->number = number;
    mail->estimate = std::move(made);
  });
}

std::shared_ptr<ExportEstimate const> ExportEstimator::last() const {
  const std::lock_guard lock(mail_->mutex);
  return mail_->estimate;
}

bool ExportEstimator::ready() const {
  const std::lock_guard lock(mail_->mutex);
  return asked_ && mail_->number == number_;
}

struct ExportWriter::Job {
  std::mutex mutex;
  bool started = false, stopped = false, ended = false;
  Progress progress;
  ExportResult result;

  /// False: it was stopped before.
  bool start() {
    const std::lock_guard lock(mutex);
    started = true;
    return !stopped;
  }
  /// Returns whether to go on.
  bool go_on(double done, std::string_view file) {
    const std::lock_guard lock(mutex);
    progress = {done, std::string(file)};
    return !stopped;
  }
  /// Hands over the copy of the land that a sequence simulates.
  void give(std::unique_ptr<World> copy) {
    const std::lock_guard lock(mutex);
    world = std::move(copy);
    changed.notify_all();
  }
  /// Waits for that copy. Null: the export has been stopped, or has failed.
  std::unique_ptr<World> take_world() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [this] { return world || stopped || ended; });
    return std::move(world);
  }
  /// Only the first result counts.
  void end(ExportResult outcome) {
    const std::lock_guard lock(mutex);
    if (ended) return;
    result = std::move(outcome);
    ended = true;
    changed.notify_all();
  }

  std::condition_variable changed;
  std::unique_ptr<World> world;
};

namespace {

/// Simulates a copy of a land and writes its frames.
ExportResult sequence_of(World& world, ExportSequence& sequence, SequenceSteps const& steps,
                         SequenceWatcher const& watcher) {
  ExportResult result;
  SequenceReport report = sequence.run(world, steps, watcher);
  result.frames = sequence.frames();
  result.report = std::move(report.frames);
  result.report.notices = std::move(report.notices);
  result.report.finished = report.finished;
  if (!report.finished) return result;
  const auto go_on = [&] {
    result.film_stopped = !watcher(1.0, "film");
    return !result.film_stopped;
  };
  try {
    result.film = sequence.finish(go_on);
  } catch (InputError const& error) {
    result.film_error = error.what();
  }
  return result;
}

/// Throws InputError if this machine has too little memory for a sequence of a copy of the land.
void check_sequence_memory(World const& land, ExportOrder const& order) {
  check_memory("a sequence, which simulates a copy of the land",
               world_memory(land.grid()) + sequence_memory(land, order));
}

}  // namespace

void ExportWriter::start(SimulationRunner& runner, ExportOrder const& order, std::filesystem::path const& folder) {
  job_ = std::make_shared<Job>();
  runner.observe([job = job_, order, folder, id = runner.facts().info.scenario.id](History& history) {
    if (!job->start()) return;
    ExportResult result;
    try {
      const std::string place = folder.string();
      const Activity activity("exporting to", place);
      World const& world = history.world();
      const ExportPlan plan = plan_export(world, order, id);
      result.report = export_world(world, order, plan, {folder},
                                   [&](double done, std::string_view file) { return job->go_on(done, file); });
    } catch (std::exception const& error) {
      result.error = told_whole(error);
    }
    job->end(std::move(result));
  });
}

void ExportWriter::start_sequence(SimulationRunner& runner, ExportOrder const& order,
                                  std::filesystem::path const& folder, SequenceSteps const& steps) {
  job_ = std::make_shared<Job>();
  runner.observe([job = job_, order](History& history) {
    if (!job->start()) return;
    try {
      World const& land = history.world();
      check_sequence_memory(land, order);
      job->give(std::make_unique<World>(World::restore(land.snapshot(), make_processes(), land.threads())));
    } catch (std::exception const& error) {
      job->end({.error = told_whole(error)});
    }
  });
  thread_ = std::jthread([job = job_, order, folder, steps, id = runner.facts().info.scenario.id] {
    ExportResult result;
    try {
      const std::unique_ptr<World> world = job->take_world();
      const std::string place = folder.string();
      const Activity activity("exporting to", place);
      if (world) {
        ExportSequence sequence(*world, order, folder, id);
        result = sequence_of(*world, sequence, steps,
                             [&](double done, std::string_view file) { return job->go_on(done, file); });
      }
    } catch (std::exception const& error) {
      result = {.error = told_whole(error)};
    }
    // The files of the sequence are closed, and its memory is free.
    job->end(std::move(result));
  });
}

void ExportWriter::stop() {
  if (!job_) return;
  const std::lock_guard lock(job_->mutex);
  job_->stopped = true;
  if (!job_->started) job_->ended = true;
  job_->changed.notify_all();
}

ExportWriter::Progress ExportWriter::progress() const {
  if (!job_) return {};
  const std::lock_guard lock(job_->mutex);
  return job_->progress;
}

std::optional<ExportResult> ExportWriter::take_result() {
  if (!job_) return std::nullopt;
  std::unique_lock lock(job_->mutex);
  if (!job_->ended) return std::nullopt;
  ExportResult result = std::move(job_->result);
  lock.unlock();
  job_.reset();
  return result;
}

}  // namespace barchan::ui
