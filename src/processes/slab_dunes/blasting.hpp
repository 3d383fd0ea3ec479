/// Sand blasting: flying sand wears the base that it strikes, and leaves yardangs along the wind.
///
/// Model. Sand streams past in a layer over the lowest ground from which it comes. A face that rises into the layer
/// takes the blows of all sand between its foot and its top; level ground is struck by what comes down at the end of
/// each hop; what falls away more steeply than that, or lies in the wind shadow, is left alone. So tall faces wear at
/// the foot and draw back, tops stand above the sand, and hollows grow downwind into troughs.
///
/// Source: Sharp 1964 and Anderson 1986 (the layer in which sand wears rock); Ward & Greeley 1984 (yardangs wear at
/// their windward front first). The form for columns is ours.
///
/// Equations, Q the volume of sand that flies past a metre of width, L the height of the layer, a and b the heights of
/// the ground a cell upwind and of the cell itself above the floor of the layer, d the way between them, r the rise, H
/// the hardness, t the blows on level ground as a share of those on an upright face:
///   worn    abrasion Q / H x ((e^(-a/L) - e^(-(a+r)/L)) / d + t e^(-b/L) / L)    where the ground rises
///           abrasion Q / H x max(0, t + r/d) e^(-b/L) / L                         where it falls
///   notch   of a cliff that shows several solid layers, what strikes the face goes into the notches of those within
///           2 L of its foot, spread over that height: softer bands go first, and what is above them falls
///   floor   the lowest of all ground upwind, in a fan of directions, raised by what the layer climbs on its way
///
/// Plants take their share of it. What flies over the ground upwind strikes the face, what flies over the cell its top.
/// Worn rock is sand in place.
///
/// Limits: rock stands at any slope; the fan is that of the prevailing wind; the layer is as high in any wind.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/scheduler.hpp"
#include "land/exposure.hpp"
#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

/// What the blasting needs to know of the slab dunes.
struct BlastRule {
  float abrasion = 0.0f;  ///< volume of rock that is worn by as much sand that strikes it squarely
  float height = 0.5f;    ///< m: over this height above its floor the layer of sand thins out to a third
  float rock_hardness = 1.0f, obstacle_hardness = 1.0f;
  float variation = 0.0f;   ///< of the hardness from place to place, as a share of it
  float patch = 20.0f;      ///< m: distance between harder and softer places
  float sand_depth = 1.0f;  ///< quanta of sand that hide the ground
  float way = 1.0f;         ///< m that sand has flown over a cell for each quantum of `air`
};

class SandBlasting {
 public:
  /// Forgets the land.
  void prepare() { toughness_.clear(); }
  /// Turns what is worn into sand in place and books it. `air`: sand that flew past each cell in this step, quanta.
  void wear(Terrain& terrain, StepContext const& context, BlastRule const& rule, std::span<Quanta const> air);

 private:
  /// A direction from which sand comes.
  struct Ray {
    glm::vec2 way;  ///< unit vector, towards
    float share;    ///< of the sand that comes so
  };
  /// Of the ground upwind, in the middle of the next row or column of cells.
  struct Upwind {
    float rise = 0.0f;      ///< m from there to the cell
    float above = 0.0f;     ///< as `above_`
    float stream = 0.0f;    ///< as `stream_`
    float per_cell = 1.0f;  ///< a cell over the distance
  };

  void find_floor(Terrain const& terrain, StepContext const& context);
  void vary_hardness(Grid const& grid, std::uint64_t seed, BlastRule const& rule, Scheduler const& scheduler);
  Upwind upwind(Terrain const& terrain, glm::vec2 way, int x, int y) const;
  float blows(Terrain const& terrain, BlastRule const& rule, int x, int y) const;
  /// What strikes a face that rises from the ground upwind.
  static float face_blows(Upwind const& behind, float per_metre);
  /// The free faces of the land; none where it has one solid soil.
  std::optional<Exposures> look_at_cliffs(Terrain& terrain, Scheduler const& scheduler);
  struct FaceWear {
    BlastRule const& rule;
    float volume;  ///< that each quantum that strikes wears of a soil of hardness 1, as a thickness
  };
  /// Where a cell shows a cliff of several solid layers, what strikes its face deepens the notches at its foot. Returns
  /// how much that is of the blows.
  float hollow_out(Terrain& terrain, Exposures const& exposures, glm::ivec2 at, FaceWear const& wear, Ledger& ledger);

  std::array<Ray, 3> fan_{};
  std::vector<Quanta> upside_down_;
  std::vector<float> ray_above_;  ///< workspace
  std::vector<float> above_;      ///< m from the floor of the layer to the surface
  std::vector<float> stream_;     ///< sand that flew past in the open wind, quanta
  std::vector<float> toughness_;  ///< hardness over that of the soil, for the seed and the rule below
  std::uint64_t seed_ = 0;
  float variation_ = 0.0f, patch_ = 0.0f;
};

}  // namespace barchan
