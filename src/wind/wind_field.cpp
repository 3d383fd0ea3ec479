#include "wind/wind_field.hpp"

#include <algorithm>

#include "base/archive.hpp"
#include "base/land_vector.hpp"
#include "base/math.hpp"
#include "base/release_memory.hpp"
#include "base/scheduler.hpp"
#include "land/terrain.hpp"
#include "wind/projection_kernel.hpp"
#include "wind/relief.hpp"
#include "wind/shadow.hpp"
#include "wind/sweep_kernel.hpp"

namespace barchan {

namespace {

/// Fraction of the prevailing speed that remains in the deepest hollow.
constexpr float kLeastSpeedUp = 0.1f;
/// No tensor more than doubles a wind; larger entries mean a damaged file.
constexpr float kLargestEntry = 2.5f;
constexpr int kRowsPerRange = 32;

}  // namespace

void WindField::renew(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler,
                      WindMoment const& moment) {
  set_prevailing(parameters, moment);
  renew_shadow(terrain, parameters, scheduler);
  renew_local(terrain, parameters, scheduler, moment);
  renew_stress(terrain, parameters, scheduler);
}

void WindField::forget() {
  relief_ = {};
  release_memory(shadow_, bubble_, stress_, shear_stress_);
  lasting_shadow_.forget();
}

void WindField::renew_shadow(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler) {
  const float low = math::tangent_degrees(parameters.shadow_low);
  const float high = math::tangent_degrees(std::max(parameters.shadow_high, parameters.shadow_low));
  if (shadow_.size() != terrain.grid.cells()) lasting_shadow_.forget();
  shadow_.resize(terrain.grid.cells());
  bubble_.resize(terrain.grid.cells());
  lasting_shadow_.renew({terrain.grid, terrain.columns.elevations(), &terrain.columns.changes()},
                        {direction_, low, high}, scheduler, {shadow_, bubble_});
}

void WindField::renew_local(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler,
                            WindMoment const& moment) {
  set_prevailing(parameters, moment);
  const bool projected = parameters.projection > 0.0f;
  const bool faster = parameters.speed_up > 0.0f;
  bool fresh = false;
  if (!projected) {
    relief_ = {};
  } else if (relief_.empty() || moment.step % kProjectionInterval == 0) {
    relief_ = make_relief_tensor(terrain, parameters, scheduler);
    fresh = true;
  }
  if (!projected && !faster) {
    if (parameters.stress <= 0.0f) local_ = {};  // otherwise renew_stress() fills it
    projected_ratio_.clear();
    laid_out_ = {};
    return;
  }
  // Directions depend only on tensor, wind and strength, and are kept until one of them changes.
  const LaidOut wanted{direction_, projected ? parameters.projection : 0.0f, faster, terrain.grid.cells()};
  if (fresh || !(wanted == laid_out_)) {
    lay_out(terrain.grid, wanted, scheduler);
    laid_out_ = wanted;
  }
  if (faster) apply_speed_up(terrain, parameters.speed_up, scheduler);
}

void WindField::renew_stress(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler) {
  if (parameters.stress <= 0.0f) {
    release_memory(stress_, shear_stress_);
    return;
  }
  const std::size_t cells = terrain.grid.cells();
  if (relief_.empty() && parameters.speed_up <= 0.0f) {
    local_.x.assign(cells, direction_.x);
    local_.y.assign(cells, direction_.y);
    local_.ratio.assign(cells, 1.0f);
  }
  stress_.resize(cells);
  shear_stress_.renew(terrain, bubble_, {parameters.stress, parameters.stress_shift, direction_}, scheduler);
  shear_stress_.lay_out(terrain.grid, local_, stress_, scheduler);
  laid_out_ = {};  // the directions are no longer those of the projection
}

void WindField::lay_out(Grid const& grid, LaidOut const& wanted, Scheduler const& scheduler) {
  for (LandVector<float>* values : {&local_.x, &local_.y, &local_.ratio}) values->resize(wanted.cells);
  projected_ratio_.resize(wanted.faster && !relief_.empty() ? wanted.cells : 0);
  if (relief_.empty()) {
    std::fill(local_.x.begin(), local_.x.end(), wanted.direction.x);
    std::fill(local_.y.begin(), local_.y.end(), wanted.direction.y);
    return;
  }
  project(grid, wanted, scheduler);
}

void WindField::project(Grid const& grid, LaidOut const& wanted, Scheduler const& scheduler) {
  const auto width = static_cast<std::size_t>(relief_.width);
  const glm::vec2 wind = wanted.direction;
  std::vector<float> coarse_x(relief_.xx.size());
  std::vector<float> coarse_y(relief_.xx.size());
  for (std::size_t i = 0; i < coarse_x.size(); ++i) {
    const float x = relief_.xx[i] * wind.x + relief_.xy[i] * wind.y;
    const float y = relief_.xy[i] * wind.x + relief_.yy[i] * wind.y;
    coarse_x[i] = wind.x + wanted.strength * (x - wind.x);
    coarse_y[i] = wind.y + wanted.strength * (y - wind.y);
  }
  const auto columns = places_between(grid.width, relief_.width, grid.periodic());
  const auto rows = places_between(grid.height, relief_.height, grid.periodic());
  const auto count = static_cast<std::size_t>(grid.width);
  float* const ratio = wanted.faster ? projected_ratio_.data() : local_.ratio.data();
  scheduler.for_ranges(grid.height, kRowsPerRange, [&](int first, int last) {
    std::vector<float> row_x(width);
    std::vector<float> row_y(width);
    for (int y = first; y < last; ++y) {
      auto const& [below, above, t] = rows[static_cast<std::size_t>(y)];
      const std::size_t b = static_cast<std::size_t>(below) * width;
      const std::size_t a = static_cast<std::size_t>(above) * width;
      kernel::blend_between(coarse_x.data() + b, coarse_x.data() + a, t, width, row_x.data());
      kernel::blend_between(coarse_y.data() + b, coarse_y.data() + a, t, width, row_y.data());
      const std::size_t at = grid.index(0, y);
      kernel::local_wind_row(columns.data(), count, {row_x.data(), row_y.data()},
                             {local_.x.data() + at, local_.y.data() + at, ratio + at});
    }
  });
}

void WindField::apply_speed_up(Terrain const& terrain, float speed_up, Scheduler const& scheduler) {
  Columns const& columns = terrain.columns;
  const Quanta lowest = kernel::extremes(columns.elevations().data(), columns.size()).lowest;
  const ColumnsCount sums = columns.count();
  const QuantaSum total = sums.total();
  // Whole quanta above the lowest point, so that a land that is higher as a whole gives the same result.
  const auto cells = static_cast<QuantaSum>(columns.size());
  const float mean = static_cast<float>((total - lowest * cells) / cells) * kMetresPerQuantum;
  const kernel::SpeedUp rule{.origin = lowest, .mean = mean, .per_metre = speed_up, .least = kLeastSpeedUp};
  scheduler.for_ranges(terrain.grid.height, kRowsPerRange, [&](int first, int last) {
    const std::size_t at = terrain.grid.index(0, first);
    const std::size_t count = terrain.grid.index(0, last) - at;
    float const* const projected = projected_ratio_.empty() ? nullptr : projected_ratio_.data() + at;
    kernel::speed_up_row(rule, columns.elevations().data() + at, count, projected, local_.ratio.data() + at);
  });
}

void WindField::keep(Archive& archive, Grid const& grid) {
  ReliefTensor& r = relief_;
  archive.value(r.width);
  archive.value(r.height);
  const bool none = r.width == 0 && r.height == 0;
  archive.require(none || (r.width >= 1 && r.height >= 1 && r.width <= grid.width && r.height <= grid.height),
                  "the relief for the wind is larger than the land");
  const std::size_t cells = static_cast<std::size_t>(r.width) * static_cast<std::size_t>(r.height);
  for (std::vector<float>* values : {&r.xx, &r.xy, &r.yy}) archive.table(*values, cells);
  for (std::size_t i = 0; i < cells; ++i) {
    // Written so that NaN fails too.
    archive.require(r.xx[i] > 0.0f && r.yy[i] > 0.0f && r.xx[i] < kLargestEntry && r.yy[i] < kLargestEntry &&
                        r.xx[i] * r.yy[i] > r.xy[i] * r.xy[i],
                    "the relief for the wind is out of range");
  }
  if (archive.reading()) laid_out_ = {};
}

}  // namespace barchan
