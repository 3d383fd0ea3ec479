/// Numbers of one round, derived once from parameters, grid and time step.
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
inline constexpr float kWidthToDepth = 20.0f;  ///< of rivers on sand and gravel
inline constexpr float kLongestHop = 2.0f;     ///< cells that a droplet may cross in a round

/// Width of a river, m, where one of 1 m3/s is `per_root` m wide (Leopold & Maddock 1953).
inline float river_width(float per_root, float discharge) { return per_root * std::sqrt(discharge); }

/// How water runs.
struct MotionRule {
  float pull = 0.0f;         ///< m2/s2: gravity over friction
  float underflow = 1.0f;    ///< share of the pull under standing water, which coarse sand does not make heavier
  float drag = 1.0f;         ///< share of a velocity's distance from the terminal one that is left after a round
  float glide = 0.0f;        ///< s: way made by that distance in a round, a m/s
  float steering = 0.0f;     ///< m3/s through a cell at which half the slope across a stream is not felt
  float longest_hop = 2.0f;  ///< cells that a droplet may cross in a round, no more than half of a small land
};

/// What water carries, takes up and lays down.
struct LoadRule {
  float capacity = 0.0f;          ///< s/m
  float gathering = 0.0f;         ///< power of the discharge in the capacity
  float erosion = 0.0f;           ///< share of the deficit taken up a metre of way, 1/m
  float fastest_share = 0.0f;     ///< most of its room that a droplet can fill in a round
  float deposition_share = 0.0f;  ///< share of the surplus that is laid down in a round
  float fallen_share = 0.0f;      ///< share of the load that falls out in standing water in a round
};

/// Where in its bed water takes up and lays down.
struct BedRule {
  Quanta most_moved = 0;               ///< by which a cell may sink or rise in a round
  float per_depth = 0.0f;              ///< 1 over the depth of water, 1/quanta
  float steepest_bank = 0.0f;          ///< quanta above the bed at which a bank one cell away falls in
  Quanta least_step = 0;               ///< quanta by which a bed stays above its lowest neighbour
  float brush_radius = 1.0f;           ///< cells, 1 .. kWidestBrush
  float erodibility[kMostSoils] = {};  ///< of a base, relative to sand
  bool even = true;                    ///< rock and obstacles dissolve alike
  bool narrow = false;                 ///< the brush covers the four cells around a droplet, on an even land
};

/// How droplets come and go.
struct LifeRule {
  float lifetime = 0.0f;  ///< s
  float dried = 0.0f;     ///< share of the volume that evaporates in a round
};

/// What a channel does to the water that runs in it.
struct ChannelRule {
  float per_root = 0.0f;   ///< m of a river of 1 m3/s; 0: none is wider than a cell
  float per_width = 0.0f;  ///< m/s: discharge a metre of width, a metre of width
  float momentum = 0.0f;   ///< how far the fast thread is carried outwards in bends: 1 as much as in rivers
};

struct Rule {
  float dt = 0.0f;         ///< s
  float cell_size = 1.0f;  ///< m
  MotionRule motion;
  LoadRule load;
  BedRule bed;
  LifeRule life;
  ChannelRule channel;
};

/// `layered`: what cells give is said a cell, by soil.
Rule rule_of(WaterParticlesParameters const& parameters, Terrain const& terrain, float dt, int rounds, bool layered);

/// Water that evaporates of `volume`. The last quantum stays: a slot without volume is empty, and this one may still
/// carry a load.
inline Quanta evaporating(float volume, float dried, float phase) {
  const float lost = volume * dried + phase;
  return static_cast<Quanta>(lost < volume - 1.0f ? lost : volume - 1.0f);
}

}  // namespace barchan::water
