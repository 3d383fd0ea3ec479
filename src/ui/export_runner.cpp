#include "ui/export_runner.hpp"

#include <fmt/core.h>

#include "io/activity.hpp"
#include "io/input_error.hpp"

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
  void end(ExportResult outcome) {
    const std::lock_guard lock(mutex);
    result = std::move(outcome);
    ended = true;
  }
};

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

void ExportWriter::stop() {
  if (!job_) return;
  const std::lock_guard lock(job_->mutex);
  job_->stopped = true;
  if (!job_->started) job_->ended = true;
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
