#include "barchan/wind_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "sim/math.hpp"
#include "sim/shadow_kernel.hpp"

namespace barchan {

namespace {

constexpr std::array<ParameterRow, 4> kRows{{
    {.key = "direction",
     .label = "Wind towards",
     .unit = "deg",
     .help = "Way the prevailing wind blows towards, anticlockwise from east. Crests turn to stand across it.",
     .kind = ParameterKind::real,
     .offset = offsetof(WindParameters, direction),
     .minimum = 0.0,
     .maximum = 360.0,
     .default_value = 0.0},
    {.key = "speed",
     .label = "Wind speed",
     .unit = "m/s",
     .help = "Prevailing wind well above the ground. More wind moves more sand (with its cube): dunes wander faster "
             "and grow larger.",
     .kind = ParameterKind::real,
     .offset = offsetof(WindParameters, speed),
     .minimum = 2.0,
     .maximum = 20.0,
     .default_value = 10.0},
    {.key = "shadow_low",
     .label = "Shadow begins",
     .unit = "deg",
     .help = "Horizon angle against the wind below which a place lies in the full wind. Smaller: longer wakes, wider "
             "spacing.",
     .kind = ParameterKind::real,
     .offset = offsetof(WindParameters, shadow_low),
     .minimum = 4.0,
     .maximum = 30.0,
     .default_value = 10.0},
    {.key = "shadow_high",
     .label = "Shadow is full",
     .unit = "deg",
     .help = "Horizon angle against the wind above which a place lies in the full shadow, where no sand is lifted.",
     .kind = ParameterKind::real,
     .offset = offsetof(WindParameters, shadow_high),
     .minimum = 4.0,
     .maximum = 45.0,
     .default_value = 15.0},
}};
static_assert(sizeof(WindParameters) == kRows.size() * 4, "every wind parameter has its row");

/// Rows run across the direction of travel; `major` counts them from upwind.
struct SweepFrame {
  bool transposed;  ///< rows of the sweep are columns of the grid
  bool reversed;    ///< the sweep goes from the last row to the first
  int rows, columns;
  kernel::RayStep ray;
};

SweepFrame make_frame(Grid const& grid, glm::vec2 towards, float tan_low, float tan_high) {
  SweepFrame frame{};
  frame.transposed = std::abs(towards.x) > std::abs(towards.y);
  const float major = frame.transposed ? towards.x : towards.y;
  const float minor = frame.transposed ? towards.y : towards.x;
  frame.reversed = major < 0.0f;
  frame.rows = frame.transposed ? grid.width : grid.height;
  frame.columns = frame.transposed ? grid.height : grid.width;
  const float shift = minor / std::abs(major);
  const float length = grid.cell_size * std::sqrt(1.0f + shift * shift);
  frame.ray = {shift, tan_low * length, tan_high * length};
  return frame;
}

constexpr int kBlock = 32;         // side of a transposition block
constexpr int kRowsPerBand = 256;  // bands are cut by the grid alone, never by the number of threads

/// Metres from `origin`, the lowest point, up to `elevation`; the difference of two int32 fits an unsigned one.
float metres_above(Quanta elevation, Quanta origin) {
  return static_cast<float>(static_cast<std::uint32_t>(elevation) - static_cast<std::uint32_t>(origin)) *
         kMetresPerQuantum;
}

/// Heights above `origin` in metres, rows across the wind.
void gather_heights(Grid const& grid, std::span<Quanta const> elevation, Quanta origin, bool transposed,
                    Scheduler const& scheduler, std::vector<float>& heights) {
  heights.resize(grid.cells());
  const int width = grid.width;
  const int height = grid.height;
  if (!transposed) {
    scheduler.for_ranges(height, 64, [&](int first, int last) {
      for (std::size_t i = grid.index(0, first); i < grid.index(0, last); ++i) {
        heights[i] = metres_above(elevation[i], origin);
      }
    });
    return;
  }
  scheduler.for_ranges(height, kBlock, [&](int first, int last) {
    for (int x0 = 0; x0 < width; x0 += kBlock) {
      for (int x = x0; x < std::min(x0 + kBlock, width); ++x) {
        float* const row = heights.data() + static_cast<std::size_t>(x) * static_cast<std::size_t>(height);
        for (int y = first; y < last; ++y) {
          row[y] = metres_above(elevation[grid.index(x, y)], origin);
        }
      }
    }
  });
}

void scatter_transposed(Grid const& grid, std::vector<float> const& rows, Scheduler const& scheduler,
                        std::vector<float>& values) {
  const auto height = static_cast<std::size_t>(grid.height);
  scheduler.for_ranges(grid.height, kBlock, [&](int first, int last) {
    for (int x0 = 0; x0 < grid.width; x0 += kBlock) {
      for (int y = first; y < last; ++y) {
        float* const row = values.data() + grid.index(0, y);
        for (int x = x0; x < std::min(x0 + kBlock, grid.width); ++x) {
          row[x] = rows[static_cast<std::size_t>(x) * height + static_cast<std::size_t>(y)];
        }
      }
    }
  });
}

/// One band of rows, with as many rows of lead-in as the tallest wake is long.
class BandSweep {
 public:
  BandSweep(SweepFrame const& frame, bool periodic, float const* heights)
      : frame_(frame), periodic_(periodic), heights_(heights) {
    for (auto& row : rays_) row.assign(static_cast<std::size_t>(frame.columns) + 2, 0.0f);
    discarded_.resize(static_cast<std::size_t>(frame.columns));
    spare_.resize(static_cast<std::size_t>(frame.columns));
  }

  void run(int first, int last, int lead, float* shadow, float* bubble) {
    int start = first - lead;
    if (!periodic_) start = std::max(start, 0);
    // The row before the first one is taken to be as high as it: nothing behind the lead-in casts a shadow.
    load_row(start);
    for (int r = start; r < last; ++r) {
      const std::size_t row = static_cast<std::size_t>(row_of(r)) * static_cast<std::size_t>(frame_.columns);
      const bool wanted = r >= first;
      advance(r, wanted ? shadow + row : discarded_.data(), wanted && bubble != nullptr ? bubble + row : spare_.data());
    }
  }

 private:
  int row_of(int r) const {
    const int wrapped = ((r % frame_.rows) + frame_.rows) % frame_.rows;
    return frame_.reversed ? frame_.rows - 1 - wrapped : wrapped;
  }
  float const* heights_of(int r) const {
    return heights_ + static_cast<std::size_t>(row_of(r)) * static_cast<std::size_t>(frame_.columns);
  }
  void load_row(int r) {
    float const* const h = heights_of(r);
    for (int side = 0; side < 2; ++side) {
      std::copy(h, h + frame_.columns, rays_[static_cast<std::size_t>(side)].begin() + 1);
      pad(rays_[static_cast<std::size_t>(side)]);
    }
  }
  void pad(std::vector<float>& row) const {
    const auto n = static_cast<std::size_t>(frame_.columns);
    row[0] = periodic_ ? row[n] : row[1];
    row[n + 1] = periodic_ ? row[1] : row[n];
  }
  void advance(int r, float* shadow, float* bubble) {
    kernel::advance_rays(frame_.ray, static_cast<std::size_t>(frame_.columns), heights_of(r), rays_[0].data() + 1,
                         rays_[1].data() + 1, rays_[2].data() + 1, rays_[3].data() + 1, shadow, bubble);
    std::swap(rays_[0], rays_[2]);
    std::swap(rays_[1], rays_[3]);
    pad(rays_[0]);
    pad(rays_[1]);
  }

  SweepFrame const& frame_;
  bool periodic_;
  float const* heights_;
  std::array<std::vector<float>, 4> rays_;  ///< low, high, next low, next high, with one pad each side
  std::vector<float> discarded_, spare_;
};

}  // namespace

std::span<ParameterRow const> wind_parameter_rows() { return kRows; }

glm::vec2 unit_vector(double degrees) {
  const math::SineCosine angle = math::sine_cosine_degrees(degrees);
  return {static_cast<float>(angle.cosine), static_cast<float>(angle.sine)};
}

namespace {

/// The sweep itself; `bubble` may be null.
void sweep(Grid const& grid, std::span<Quanta const> elevation, SweepFrame const& frame, Scheduler const& scheduler,
           std::vector<float>& shadow, std::vector<float>* bubble) {
  shadow.resize(grid.cells());
  if (bubble != nullptr) bubble->resize(grid.cells());
  const auto [lowest, highest] = kernel::extremes(elevation.data(), elevation.size());
  const float relief = metres_above(highest, lowest);

  std::vector<float> heights, shadow_rows, bubble_rows;
  gather_heights(grid, elevation, lowest, frame.transposed, scheduler, heights);
  if (frame.transposed) {
    shadow_rows.resize(grid.cells());
    if (bubble != nullptr) bubble_rows.resize(grid.cells());
  }
  float* const shadow_target = frame.transposed ? shadow_rows.data() : shadow.data();
  float* const bubble_target = bubble == nullptr ? nullptr : frame.transposed ? bubble_rows.data() : bubble->data();

  const float wake = relief / std::max(frame.ray.drop_low, 1e-9f);
  const int lead = static_cast<int>(std::min(wake + 2.0f, static_cast<float>(frame.rows)));
  scheduler.for_ranges(frame.rows, kRowsPerBand, [&](int first, int last) {
    BandSweep(frame, grid.periodic(), heights.data()).run(first, last, lead, shadow_target, bubble_target);
  });
  if (frame.transposed) {
    scatter_transposed(grid, shadow_rows, scheduler, shadow);
    if (bubble != nullptr) scatter_transposed(grid, bubble_rows, scheduler, *bubble);
  }
}

}  // namespace

void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards, float tan_low, float tan_high,
                  Scheduler const& scheduler, std::vector<float>& shadow) {
  sweep(grid, elevation, make_frame(grid, towards, tan_low, tan_high), scheduler, shadow, nullptr);
}

void WindField::set_prevailing(WindParameters const& parameters) {
  direction_ = unit_vector(static_cast<double>(parameters.direction));
  speed_ = parameters.speed;
}

void WindField::renew(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler) {
  set_prevailing(parameters);
  const float low = math::tangent_degrees(parameters.shadow_low);
  const float high = math::tangent_degrees(std::max(parameters.shadow_high, parameters.shadow_low));
  sweep(terrain.grid, terrain.columns.elevations(), make_frame(terrain.grid, direction_, low, high), scheduler, shadow_,
        &bubble_);
}

}  // namespace barchan
