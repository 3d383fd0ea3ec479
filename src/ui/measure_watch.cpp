#include "ui/measure_watch.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace barchan::ui {

namespace {

constexpr double kPeriod = 2.0;                          // s between two rounds
constexpr double kLongestWait = 2.0;                     // s until a slow simulation is measured as far as it has come
constexpr std::uint64_t kLeastGap = 1, kMostGap = 4096;  // steps
constexpr std::uint64_t kGapFactor = 4;
/// Shares of the spacing by which the pattern should move between the two views: enough to be seen, too little to be
/// taken for the next dune.
constexpr double kLeastMove = 0.03, kMostMove = 0.25;

MeasureSample sample_of(TerrainView const& view) {
  return {view.grid, view.time, view.step, view.elevation, view.sediment};
}

MeasureFigures measured(MeasureSample const& now, std::optional<MeasureSample> const& before, SurveyRule const& rule) {
  const ElevationMap sand = elevation_map(now.grid, now.sand);
  MeasureFigures figures;
  figures.step = now.step;
  figures.survey = survey_dunes(elevation_map(now.grid, now.elevation), sand, rule);
  if (before && before->time < now.time) {
    const std::vector<TimedMap> maps{{before->time, elevation_map(before->grid, before->sand)}, {now.time, sand}};
    figures.migration = migration(maps, rule.wind_degrees, reach_of_migration(figures.survey, now.grid));
  }
  return figures;
}

}  // namespace

void MeasureWatch::renew(SimulationRunner const& runner, double now) {
  TerrainView const& view = runner.view();
  if (generation_ != runner.facts().generation) {
    generation_ = runner.facts().generation;
    figures_.reset();
    before_.reset();
    due_ = now;
    asked_ = true;
  }
  if (pending_.valid()) {
    take();
    return;
  }
  if (!before_ && (asked_ || (now >= due_ && view.grid.cells() <= kLiveCells))) {
    begun_ = now;
    before_ = sample_of(view);
  }
  if (!before_) return;
  const bool far_enough = view.step >= before_->step + gap_;
  // A land that stands still is measured as it is; figures that are asked for come at once.
  if (far_enough || now >= begun_ + kLongestWait || asked_) begin(runner, now);
}

void MeasureWatch::begin(SimulationRunner const& runner, double now) {
  TerrainView const& view = runner.view();
  const bool beside = runner.mode() == SimulationRunner::Mode::threaded;
  const bool same_view = before_->step == view.step;
  pending_ = std::async(beside ? std::launch::async : std::launch::deferred, measured, sample_of(view), before_,
                        survey_rule(view, view.step > 0));
  pending_generation_ = generation_;
  // Figures asked for in the very view of `before` come without a migration; the round then goes on to find one.
  if (!(asked_ && same_view)) {
    before_.reset();
    due_ = now + kPeriod;
  }
  asked_ = false;
  if (!beside) take();
}

void MeasureWatch::take() {
  // A deferred round runs here: pictures off-screen follow the step number, not the clock.
  if (pending_.wait_for(std::chrono::seconds(0)) == std::future_status::timeout) return;
  MeasureFigures found = pending_.get();
  if (pending_generation_ != generation_) return;
  adapt_gap(found);
  // While nothing moves, the last migration known stands.
  if (!found.migration.found && figures_ && figures_->step == found.step) found.migration = figures_->migration;
  figures_ = std::move(found);
}

void MeasureWatch::adapt_gap(MeasureFigures const& found) {
  Migration const& moved = found.migration;
  const double spacing = found.survey.spacing.median;
  if (!(moved.seconds > 0.0)) return;
  const double share = spacing > 0.0 ? std::abs(moved.along_wind) * moved.seconds / spacing : 0.0;
  if (!moved.found || share > kMostMove) {
    gap_ = std::max(gap_ / kGapFactor, kLeastGap);
  } else if (share < kLeastMove) {
    gap_ = std::min(gap_ * kGapFactor, kMostGap);
  }
}

}  // namespace barchan::ui
