/// WindField: the wind over the land. Derived state: the world renews it before the processes act; they only
/// read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "wind/prevailing_wind.hpp"
#include "wind/shadow.hpp"
#include "wind/shear_stress.hpp"

namespace barchan {

class Archive;
class Scheduler;
struct Terrain;

/// Wind near the ground if it differs from place to place; row-major, one value per cell.
struct LocalWind {
  LandVector<float> x, y;   ///< unit vector towards which it blows
  LandVector<float> ratio;  ///< speed divided by that of the prevailing wind, > 0
};

/// Effect of the relief on any wind: the symmetric matrix that turns and slows it, on a coarse grid that covers the
/// land. Row-major, `width` x `height` values each; empty without projection.
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

  /// Sets direction and speed; leaves everything else unchanged.
  void set_prevailing(WindParameters const& parameters, WindMoment const& moment = {});
  /// Recomputes everything from the present land, and the part of the projection that is due at `moment`.
  void renew(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler,
             WindMoment const& moment = {});
  /// Part of `renew` that fills `local`.
  void renew_local(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler,
                   WindMoment const& moment = {});
  /// Part of `renew` that fills `shadow` and `bubble`.
  void renew_shadow(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler);
  /// Part of `renew` that fills `stress` and turns `local` into its direction. Call the two other parts first.
  void renew_stress(Terrain const& terrain, WindParameters const& parameters, Scheduler const& scheduler);
  /// Discards the projection and the shadow and releases their memory. The next renewal computes them from nothing.
  void forget();

  glm::vec2 direction() const { return direction_; }  ///< unit vector towards which it blows at this moment
  float speed() const { return speed_; }              ///< m/s, speed of the prevailing wind at this moment
  /// Returns true if the wind equals the prevailing wind everywhere; `local` is then empty.
  bool uniform() const { return local_.ratio.empty(); }
  /// Returns true if the wind has the same direction everywhere. Its speed may differ.
  bool even() const { return relief_.empty() && stress_.empty(); }
  LocalWind const& local() const { return local_; }
  /// Direction (unit vector towards which it blows) and speed over a cell, relative to the prevailing wind.
  glm::vec2 direction(std::size_t cell) const {
    return uniform() ? direction_ : glm::vec2(local_.x[cell], local_.y[cell]);
  }
  float ratio(std::size_t cell) const { return uniform() ? 1.0f : local_.ratio[cell]; }
  /// Shear stress on the ground of each cell, relative to that on flat ground, from 0 to ShearStress::kMost. Empty if
  /// the relief does not change it.
  LandVector<float> const& stress() const { return stress_; }
  /// Returns true if another wind of the wind regime blows in the next step.
  bool turns_next() const { return turns_next_; }
  /// Wind shadow of each cell: 0 in the open wind, 1 in the separation bubble downwind of a crest.
  LandVector<float> const& shadow() const { return shadow_; }
  /// Depth of the separation bubble over each cell, m: from the ground up to the streamline that leaves the crest
  /// upwind and descends at the angle `shadow_low`. Ground plus bubble is the surface that the free wind flows over.
  LandVector<float> const& bubble() const { return bubble_; }

  /// The projection as last renewed. The next step depends on nothing else of this field, apart from the step number.
  ReliefTensor const& relief() const { return relief_; }
  /// Reads or writes the part that belongs to the state. Throws ArchiveError on a tensor that no land can have or that
  /// has more cells than `grid`.
  void keep(Archive& archive, Grid const& grid);

 private:
  /// Inputs from which the directions of `local_` were computed.
  struct LaidOut {
    glm::vec2 direction{0.0f, 0.0f};
    float strength = 0.0f;
    bool faster = false;
    std::size_t cells = 0;
    bool operator==(LaidOut const&) const = default;
  };
  void lay_out(Grid const& grid, LaidOut const& wanted, Scheduler const& scheduler);
  void project(Grid const& grid, LaidOut const& wanted, Scheduler const& scheduler);
  void apply_speed_up(Terrain const& terrain, float speed_up, Scheduler const& scheduler);

  glm::vec2 direction_{1.0f, 0.0f};
  float speed_ = 0.0f;
  bool turns_next_ = false;
  LocalWind local_;
  LaidOut laid_out_;
  LandVector<float> projected_ratio_;  ///< speed ratio of the projection alone; used if there is also speed-up
  ReliefTensor relief_;
  ShearStress shear_stress_;
  LandVector<float> stress_;
  LandVector<float> shadow_, bubble_;
  LastingShadow lasting_shadow_;  ///< fills `shadow_` and `bubble_`
};

}  // namespace barchan
