/// WindField: the wind over the land. Derived state: renewed by the world before the processes, only read by them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>

#include "base/grid.hpp"
#include "base/land_vector.hpp"
#include "wind/prevailing_wind.hpp"
#include "wind/shadow.hpp"

namespace barchan {

class Archive;
class Scheduler;
struct Terrain;

/// The wind near the ground where it differs from place to place, row-major, one value a cell.
struct LocalWind {
  LandVector<float> x, y;   ///< unit vector, towards
  LandVector<float> ratio;  ///< speed over that of the prevailing wind, > 0
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
  /// Drops the projection and the shadow and gives their memory back: the next renewal begins them anew.
  void forget();

  glm::vec2 direction() const { return direction_; }  ///< unit vector, towards; of the wind at this moment
  float speed() const { return speed_; }              ///< m/s, prevailing at this moment
  /// True when the wind is the prevailing one everywhere; `local` is then empty.
  bool uniform() const { return local_.ratio.empty(); }
  /// True when it blows the same way everywhere, if not as fast.
  bool even() const { return relief_.empty(); }
  LocalWind const& local() const { return local_; }
  /// Unit vector, towards, of the wind over a cell, and its speed over that of the prevailing one.
  glm::vec2 direction(std::size_t cell) const {
    return uniform() ? direction_ : glm::vec2(local_.x[cell], local_.y[cell]);
  }
  float ratio(std::size_t cell) const { return uniform() ? 1.0f : local_.ratio[cell]; }
  /// Whether the next step belongs to another wind of the rose.
  bool turns_next() const { return turns_next_; }
  /// Wind shadow of each cell: 0 in the open wind .. 1 in the separation bubble behind a crest.
  LandVector<float> const& shadow() const { return shadow_; }
  /// Depth of the still air over each cell, m: from the ground up to the streamline that leaves the crest upwind and
  /// falls at the angle `shadow_low`. Ground plus bubble is the land that the free wind flows over.
  LandVector<float> const& bubble() const { return bubble_; }

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
  void project(Grid const& grid, LaidOut const& wanted, Scheduler const& scheduler);
  void quicken(Terrain const& terrain, float speed_up, Scheduler const& scheduler);

  glm::vec2 direction_{1.0f, 0.0f};
  float speed_ = 0.0f;
  bool turns_next_ = false;
  LocalWind local_;
  LaidOut laid_out_;
  LandVector<float> projected_ratio_;  ///< share of the speed that the projection leaves, when there is speed-up too
  ReliefTensor relief_;
  LandVector<float> shadow_, bubble_;
  LastingShadow lasting_shadow_;  ///< fills both
};

}  // namespace barchan
