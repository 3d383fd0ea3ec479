/// Constants of one round, derived once from the parameters, the grid and the time step.
#pragma once

#include <cmath>

#include "base/math.hpp"
#include "base/quanta.hpp"
#include "land/soil.hpp"

namespace barchan {
struct Terrain;
struct WaterParticlesParameters;
}  // namespace barchan

namespace barchan::water {

inline constexpr float kGravity = 9.81f;       ///< m/s2
inline constexpr int kWidestBrush = 8;         ///< cells
inline constexpr float kWidthToDepth = 20.0f;  ///< ratio of width to depth of rivers on sand and gravel
inline constexpr float kBedFriction = 0.02f;   ///< friction coefficient of a river, on the square of its speed
inline constexpr float kLongestHop = 2.0f;     ///< cells that a droplet may cross per round

/// Width of a river in m, if one of 1 m3/s is `per_root` m wide (Leopold & Maddock 1953).
inline float river_width(float per_root, float discharge) { return per_root * std::sqrt(discharge); }

/// Pull of a river of this width, m2/s2. Friction acts on the bed, so deep water is faster.
inline float river_pull(float width) { return kGravity * width / (kWidthToDepth * kBedFriction); }

/// Constants of the motion of water.
struct MotionRule {
  float pull = 0.0f;         ///< gravity over friction, m2/s2
  float underflow = 1.0f;    ///< fraction of the pull under standing water; coarse sand does not make water denser
  float drag = 1.0f;         ///< fraction of the difference from the terminal velocity that is left after a round
  float glide = 0.0f;        ///< path length covered in a round per m/s of that difference, s
  float steering = 0.0f;     ///< discharge at which half the slope across a stream is felt, m3/s
  float longest_hop = 2.0f;  ///< cells that a droplet may cross per round; at most half of a small land
};

/// Constants of sediment capacity, entrainment and deposition.
struct LoadRule {
  float capacity = 0.0f;          ///< s/m
  float gathering = 0.0f;         ///< exponent of the discharge in the capacity
  float erosion = 0.0f;           ///< fraction of the deficit entrained per metre, 1/m
  float fastest_share = 0.0f;     ///< largest fraction of its free capacity that a droplet can fill per round
  float deposition_share = 0.0f;  ///< fraction of the excess load that is deposited per round
  float fallen_share = 0.0f;      ///< fraction of the load that settles in standing water per round
};

/// Constants of the places in its bed at which water entrains and deposits sediment.
struct BedRule {
  Quanta most_moved = 0;               ///< quanta by which a cell may sink or rise per round
  float per_depth = 0.0f;              ///< 1 / depth of the water, 1/quanta
  float steepest_bank = 0.0f;          ///< height above the bed at which a bank one cell away falls in, quanta
  Quanta least_step = 0;               ///< least height of an eroded bed above its lowest neighbour, quanta
  float brush_radius = 1.0f;           ///< cells, 1 to kWidestBrush
  float erodibility[kMostSoils] = {};  ///< erodibility of the base relative to sand
  bool even = true;                    ///< rock and obstacles have the same erodibility
  bool narrow = false;                 ///< the brush covers only the four cells around a droplet, and `even` holds
};

/// Constants of the end of droplets.
struct LifeRule {
  float lifetime = 0.0f;  ///< s
  float dried = 0.0f;     ///< fraction of the volume that evaporates per round
};

/// Constants of channels.
struct ChannelRule {
  float per_root = 0.0f;   ///< width of a river of 1 m3/s, m; 0: no stream is wider than a cell
  float per_width = 0.0f;  ///< discharge per unit width, per metre of width, m/s
  float momentum = 0.0f;   ///< factor on the outward shift of the fastest flow in bends; 1: as in real rivers
};

/// All constants of one round.
struct Rule {
  float dt = 0.0f;         ///< s
  float cell_size = 1.0f;  ///< m
  MotionRule motion;
  LoadRule load;
  BedRule bed;
  LifeRule life;
  ChannelRule channel;
};

/// Derives the constants. `layered`: erodibility is given per cell by MixedBed, not by the rule.
Rule rule_of(WaterParticlesParameters const& parameters, Terrain const& terrain, float dt, int rounds, bool layered);

/// Water that evaporates from `volume`, quanta. The last quantum does not evaporate, because a slot with volume 0
/// counts as empty, but the droplet may still carry a load.
inline Quanta evaporating(float volume, float dried, float phase) {
  const float lost = volume * dried + phase;
  return static_cast<Quanta>(lost < volume - 1.0f ? lost : volume - 1.0f);
}

}  // namespace barchan::water
