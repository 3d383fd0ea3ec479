/// Births: where water begins to run. Rain falls anywhere, sources well up, lakes run over their sills.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/grid.hpp"
#include "base/quanta.hpp"
#include "land/lakes.hpp"
#include "processes/water_particles/block_kernel.hpp"
#include "processes/water_particles/droplet.hpp"
#include "processes/water_particles/rain_table.hpp"

namespace barchan {
class Archive;
struct Terrain;
}  // namespace barchan

namespace barchan::water {

/// Most water of a droplet, 64 m over a cell: keeps products in range.
inline constexpr Quanta kLargestDrop = 1 << 24;

/// What drops are to be like.
struct DropRule {
  Quanta size = 1;     ///< about, >= 1
  float river = 0.0f;  ///< m of width of a river of 1 m3/s
};

/// A droplet that begins.
struct Birth {
  Droplet droplet;
  float delay = 0.0f;  ///< share of the step after which it begins, [0, 1)
  bool spills = false;
  Outlet outlet{};  ///< where it does
};

/// What is born in a step.
struct BirthPlan {
  std::vector<Birth> births;
  std::uint64_t drops = 0;         ///< of rain
  QuantaSum brought = 0;           ///< water that has come to the land
  QuantaSum sand = 0;              ///< that has come with it
  std::vector<LakePour> given_up;  ///< has waited at sills over which nothing comes any longer
};

/// Water that waits until it makes a drop, and where the drop begins.
class Births {
 public:
  static constexpr std::uint64_t kMostIdle = 100;  ///< springs come every 25 steps

  void prepare();
  /// Takes the rain of a step, m in the mean over the land; `gradient` as RainTable's.
  void rain(Terrain const& terrain, double depth, float gradient, std::uint64_t step);
  /// Takes what the sources of a land give in `seconds`.
  void well(Terrain const& terrain, double seconds);
  /// Takes what lakes have let go over their sills.
  void spill(std::vector<LakeOutflow> outflows);
  /// Makes drops of what waits, once it makes a whole one. The water of a sill over which nothing has come for
  /// kMostIdle steps is given up, so that shores that change leave no list of sills behind.
  BirthPlan plan(Terrain const& terrain, Draw const& draw, DropRule const& drop);

  /// Rain aside: does no source flow, and nothing wait at a sill?
  bool nothing_comes() const;

  /// Hands back what waits at sills.
  std::vector<LakePour> stop();

  /// Water that has come over sills and waits.
  QuantaSum waiting() const;
  /// Throws ArchiveError on water that waits where there is no land.
  void keep(Archive& archive, Grid const& grid);

 private:
  void let_rain_fall(Grid const& grid, Draw const& draw, DropRule const& drop, BirthPlan& plan);
  void let_sills_run(Grid const& grid, DropRule const& drop, BirthPlan& plan);

  /// Water that comes from outside, and has not come yet.
  struct Supply {
    QuantaSum waits = 0;
    double rest = 0.0;  ///< below a quantum
    void add(double quanta);
    void keep(Archive& archive);
  };
  struct Well {
    Supply water, sand;
    bool flows = false;  ///< in this step
  };
  /// Water that waits at a sill.
  struct Sill {
    LakeOutflow flow;
    std::uint64_t idle = 0;  ///< steps since any came
  };
  void let_sources_run(Terrain const& terrain, Draw const& draw, DropRule const& drop, BirthPlan& plan);

  Supply cloud_;             ///< rain
  RainTable where_;          ///< it falls
  std::vector<Well> wells_;  ///< of each source
  std::vector<Sill> sills_;  ///< ordered by gate and what lies beyond
};

}  // namespace barchan::water
