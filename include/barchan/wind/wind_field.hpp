/// WindField: the wind over the land. Derived state: renewed by the world before the processes, only read by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "barchan/base/archive.hpp"
#include "barchan/base/parameter.hpp"
#include "barchan/base/scheduler.hpp"
#include "barchan/land/terrain.hpp"

namespace barchan {

/// Live parameters of the wind (group `wind`). The defaults after `shadow_high` are those of one steady, uniform wind.
struct WindParameters {
  float direction = 0.0f;           ///< degrees anticlockwise from east, the way the first wind blows *towards*
  float speed = 10.0f;              ///< m/s
  float shadow_low = 10.0f;         ///< degrees: a point under a smaller horizon angle lies in the full wind
  float shadow_high = 15.0f;        ///< degrees: a point under a larger horizon angle lies in the full shadow
  std::int32_t winds = 1;           ///< number of winds that take turns
  float divergence = 120.0f;        ///< degrees from each wind to the next
  float ratio = 1.0f;               ///< time of the first wind over that of each other
  float period = 60.0f;             ///< s in which each wind has had its turn
  float gust = 0.0f;                ///< largest change of the speed, as a share of it
  float gust_swing = 0.0f;          ///< largest turn of the direction, degrees
  float gust_period = 20.0f;        ///< s from gust to gust
  float speed_up = 0.0f;            ///< 1/m: how much faster the wind is for each metre above the mean surface
  float projection = 0.0f;          ///< 0: the land turns no wind .. 1: in full
  float projection_small = 50.0f;   ///< m, radius of the relief's small scale
  float projection_large = 200.0f;  ///< m, radius of its large scale
};
std::span<ParameterRow const> wind_parameter_rows();

/// When a wind is asked for. Winds are pure functions of it: nothing of them needs to be kept.
struct WindMoment {
  std::uint64_t seed = 0;  ///< of the world; chooses the gusts
  std::uint64_t step = 0;  ///< number of the step, which decides when the projection is renewed
  double time = 0.0;       ///< s of the world's clock
  double dt = 0.0;         ///< s that the step lasts
};

/// The wind well above the ground.
struct PrevailingWind {
  double degrees = 0.0;  ///< towards, anticlockwise from east; not folded into 0 .. 360
  float speed = 0.0f;    ///< m/s, > 0
};
/// The wind of the rose whose turn it is at `moment`, with its gust.
PrevailingWind prevailing_wind(WindParameters const& parameters, WindMoment const& moment);
/// Number of the wind whose turn it is at `time`, 0 .. winds - 1.
int wind_of_the_rose(WindParameters const& parameters, double time);

/// The wind near the ground where it differs from place to place, row-major, one value a cell.
struct LocalWind {
  std::vector<float> x, y;   ///< unit vector, towards
  std::vector<float> ratio;  ///< speed over that of the prevailing wind, > 0
};

/// What the relief does to any wind that blows over it: the symmetric matrix that turns and slows it, on a coarse grid
/// that covers the land. Row-major, `width` x `height` values each; empty when nothing is projected.
struct ReliefTensor {
  int width = 0, height = 0;
  std::vector<float> xx, xy, yy;

  bool empty() const { return xx.empty(); }
  bool operator==(ReliefTensor const&) const = default;
};

class WindField {
 public:
  /// The projection on the relief is renewed in steps whose number is a multiple of this.
  static constexpr std::uint64_t kProjectionInterval = 8;

  /// Takes on direction and speed; the rest stays as it was.
  void set_prevailing(WindParameters const& parameters, WindMoment const& moment = {});
  /// Recomputes everything from the land as it is now; of the projection, what is due at `moment`.
  void renew(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler,
             WindMoment const& moment = {});
  /// The part of `renew` that fills `local`.
  void renew_local(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler,
                   WindMoment const& moment = {});
  /// The part of `renew` that fills `shadow` and `bubble`.
  void renew_shadow(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler);
  /// Drops the projection: the next renewal begins it anew.
  void forget_relief() { relief_ = {}; }

  glm::vec2 direction() const { return direction_; }  ///< unit vector, towards; of the wind at this moment
  float speed() const { return speed_; }              ///< m/s, prevailing at this moment
  /// True when the wind is the prevailing one everywhere; `local` is then empty.
  bool uniform() const { return local_.ratio.empty(); }
  /// True when it blows the same way everywhere, if not as fast.
  bool even() const { return relief_.empty(); }
  LocalWind const& local() const { return local_; }
  /// Whether the next step belongs to another wind of the rose.
  bool turns_next() const { return turns_next_; }
  /// Wind shadow of each cell: 0 in the open wind .. 1 in the separation bubble behind a crest.
  std::vector<float> const& shadow() const { return shadow_; }
  /// Depth of the still air over each cell, m: from the ground up to the streamline that leaves the crest upwind and
  /// falls at the angle `shadow_low`. Ground plus bubble is the land that the free wind flows over.
  std::vector<float> const& bubble() const { return bubble_; }

  /// The projection as it was last renewed: with the step number all of this field that the next step depends on.
  ReliefTensor const& relief() const { return relief_; }
  /// What of it belongs to the state. Throws ArchiveError on a tensor that no land has or that has more cells than
  /// `grid`.
  void keep(Archive& archive, Grid const& grid);

 private:
  /// For what the directions of `local_` were made.
  struct LaidOut {
    glm::vec2 direction{0.0f, 0.0f};
    float strength = 0.0f;
    bool faster = false;
    std::size_t cells = 0;
    bool operator==(LaidOut const&) const = default;
  };
  void lay_out(Grid const& grid, LaidOut const& wanted, Scheduler const& scheduler);
  void quicken(Terrain const& terrain, float speed_up, Scheduler const& scheduler);

  glm::vec2 direction_{1.0f, 0.0f};
  float speed_ = 0.0f;
  bool turns_next_ = false;
  LocalWind local_;
  LaidOut laid_out_;
  std::vector<float> projected_ratio_;  ///< share of the speed that the projection leaves, when there is speed-up too
  ReliefTensor relief_;
  std::vector<float> shadow_, bubble_;
};

/// How much of a light or wind that comes from behind is blocked by the land, by one sweep over parallel rays:
/// 0 where the horizon against `towards` stands lower than `tan_low`, 1 where it is higher than `tan_high`,
/// linear in height between. `towards` is the unit vector along which light or wind travels. Row-major, one value
/// a cell. Exact at any azimuth and cell size (rays are interpolated between cells), periodic aware.
void sweep_shadow(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards, float tan_low, float tan_high,
                  Scheduler const& scheduler, std::vector<float>& shadow);

/// By how much rays that fall at the slope `tangent` (> 0) from all that stands upwind pass above each cell, m: the
/// same sweep.
void sweep_bubble(Grid const& grid, std::span<Quanta const> elevation, glm::vec2 towards, float tangent,
                  Scheduler const& scheduler, std::vector<float>& bubble);

}  // namespace barchan
