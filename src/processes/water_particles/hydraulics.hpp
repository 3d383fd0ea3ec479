/// Depth and speed of streams by Manning's law, and bed load by Meyer-Peter & Müller.
///
/// Model. A stream runs down its slope in a wide channel whose friction is given by Manning's roughness. From the
/// discharge per unit width `q`, the slope `S` and the roughness `n` follow
///   depth h = (q n / sqrt(S))^(3/5),   speed v = q / h = h^(2/3) sqrt(S) / n
/// (Manning 1891; Chow 1959). The width of a stream of discharge Q is a sqrt(Q) (Leopold & Maddock 1953), also where
/// this is less than a cell. The slope is the one along which the water has run: droplets move at their terminal speed,
/// so their mean speed gives the slope. In a river wider than a cell it is the slope of the bed over two widths.
///
/// Bed load per unit width, as solid volume, for grains of the diameter d and the relative density s:
///   q_b = 8 (t - 0.047)^(3/2) sqrt((s - 1) g d^3),   Shields number t = h S / ((s - 1) d)
/// (Meyer-Peter & Müller 1948).
///
/// Limits: uniform flow in a wide channel. The banks cause no friction, and backwater is felt only as a gentler slope.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/kernel_math.hpp"
#include "base/scheduler.hpp"
#include "land/soil.hpp"
#include "processes/water_particles/streams.hpp"

namespace barchan {
struct Terrain;
struct WaterParticlesParameters;
}  // namespace barchan

namespace barchan::water {

inline constexpr float kLeastSlope = 1e-5f;          ///< gentlest slope for which a depth is computed, m/m
inline constexpr float kThresholdShields = 0.047f;   ///< Shields number at which grains begin to move
inline constexpr float kLeastUnitDischarge = 1e-9f;  ///< m2/s; less is dry

/// Depth of a stream, m, with `q` in m2/s, `slope` in m/m and `roughness` in s/m^(1/3).
inline float manning_depth(float q, float slope, float roughness) {
  const float known = kernel::larger(q, kLeastUnitDischarge);
  return kernel::power(known * roughness / std::sqrt(kernel::larger(slope, kLeastSlope)), 0.6f);
}

/// Speed of a stream of a given depth, m/s.
inline float manning_speed(float depth, float slope, float roughness) {
  const float known = kernel::larger(depth, kLeastUnitDischarge);
  return kernel::power(known, 2.0f / 3) * std::sqrt(kernel::larger(slope, kLeastSlope)) / roughness;
}

/// Grains of a bed.
struct Grains {
  float diameter = 0.0005f;  ///< m
  float excess = 1.65f;      ///< relative density in water, s - 1
  float solid = 0.6f;        ///< fraction of the bed's volume that is grains
};
Grains grains_of(Soil const& soil);

/// Shields number of a bed under water.
inline float shields_number(float depth, float slope, Grains const& grains) {
  return depth * slope / (grains.excess * grains.diameter);
}

/// Sediment that a volume of water carries down a slope by Manning's law and that of Meyer-Peter & Müller, as volume of
/// bed per volume of water.
inline float carried_per_water(BedLoad const& law, float slope) {
  const float steep = kernel::power(kernel::larger(slope, kLeastSlope), 0.7f);
  const float excess = kernel::positive(law.shields * steep - kThresholdShields);
  const float falls = slope > 0.0f ? 1.0f : 0.0f;  // as a factor, so that loops over cells have no branch
  return falls * law.load * excess * std::sqrt(excess);
}

/// Constants of that law for a stream of discharge `q` per unit width, m2/s.
BedLoad bed_load_of(float q, float roughness, Grains const& grains);

/// The stream in a cell.
struct StreamFigures {
  float depth = 0.0f;      ///< m; 0: dry, a film, or standing water
  float speed = 0.0f;      ///< m/s
  float slope = 0.0f;      ///< along which the water has run, m/m
  float roughness = 0.0f;  ///< s/m^(1/3)
  float q = 0.0f;          ///< discharge of the stream per unit width, m2/s
  /// Water level of a river that is wider than a cell, m above the datum. Without such a river, below all ground.
  float level = std::numeric_limits<float>::lowest();
};

/// Figures of all cells. Empty if no water is remembered. The result follows from the land, the parameters and the
/// averaged flow alone.
std::vector<StreamFigures> stream_figures(WaterParticlesParameters const& parameters, Terrain const& terrain,
                                          Streams const& streams, Scheduler const& scheduler);

/// The law of bed load in each cell, from the grains of its uppermost soil.
void find_bed_load(Terrain const& terrain, std::span<StreamFigures const> figures, std::span<BedLoad> bed_load);

}  // namespace barchan::water
