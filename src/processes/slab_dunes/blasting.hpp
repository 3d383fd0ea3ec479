/// Sand blasting: flying sand wears the ground that it strikes and carves yardangs along the wind.
///
/// Model. Sand flies in a layer above the lowest ground upwind. A face that rises into the layer is struck by all sand
/// between its foot and its top. Level ground is struck by grains that come down at the end of their hops. Ground that
/// slopes down more steeply than these grains, or that lies in the wind shadow, is not struck. Therefore tall faces
/// wear at the foot and retreat, tops stand above the sand, and hollows grow downwind into troughs.
///
/// Source: Sharp 1964 and Anderson 1986 (the layer in which sand wears rock); Ward & Greeley 1984 (yardangs wear at
/// their windward front first). The form for columns is our own.
///
/// Equations; Q: volume of sand that flies past per metre of width, L: height of the layer, a and b: height above the
/// floor of the layer of the ground one cell upwind and of the cell itself, d: distance between them, r: rise, H:
/// hardness, t: strikes on level ground as a fraction of those on a vertical face:
///   worn    abrasion Q / H x ((e^(-a/L) - e^(-(a+r)/L)) / d + t e^(-b/L) / L)    where the ground rises
///           abrasion Q / H x max(0, t + r/d) e^(-b/L) / L                         where it falls
///   notch   in a cliff of several solid layers, strikes on the face deepen the notches of the layers within 2 L of its
///           foot, spread over that height; softer layers wear faster, and the ground above them falls
///   floor   lowest ground upwind in a fan of directions; it rises downwind at the slope at which the layer climbs
///
/// Plants reduce the wear by the fraction of the ground that they cover. Sand over the cell upwind strikes the face;
/// sand over the cell itself strikes its top. Worn rock becomes sand in place.
///
/// Limits: rock stands at any slope; the fan follows the prevailing wind; the layer has the same height in any wind.
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

/// Constants that the slab dunes pass to the blasting.
struct BlastRule {
  float abrasion = 0.0f;  ///< volume of rock worn per volume of sand that strikes it squarely
  float height = 0.5f;    ///< height over which the concentration of sand decreases to 1/e, m
  float rock_hardness = 1.0f, obstacle_hardness = 1.0f;
  float variation = 0.0f;   ///< relative variation of the hardness from place to place
  float patch = 20.0f;      ///< distance between harder and softer places, m
  float sand_depth = 1.0f;  ///< thickness of sand that protects the ground, quanta
  float way = 1.0f;         ///< distance that sand flies over a cell, m per quantum of `air`
};

/// The sand blasting of one land, with its map of hardness.
class SandBlasting {
 public:
  /// Forgets the land.
  void prepare() { toughness_.clear(); }
  /// Turns the worn rock into sand in place and records the conversion. `air`: sand that flew past each cell in this
  /// step, quanta.
  void wear(Terrain& terrain, StepContext const& context, BlastRule const& rule, std::span<Quanta const> air);

 private:
  /// A direction from which sand comes.
  struct Ray {
    glm::vec2 way;  ///< unit vector, downwind
    float share;    ///< fraction of the sand that comes along it
  };
  /// The ground upwind of a cell, at the point where the ray crosses the next row or column of cells.
  struct Upwind {
    float rise = 0.0f;      ///< rise from that point to the cell, m
    float above = 0.0f;     ///< see `above_`
    float stream = 0.0f;    ///< see `stream_`
    float per_cell = 1.0f;  ///< cell size divided by the distance of that point from the cell
  };

  void find_floor(Terrain const& terrain, StepContext const& context);
  void vary_hardness(Grid const& grid, std::uint64_t seed, BlastRule const& rule, Scheduler const& scheduler);
  Upwind upwind(Terrain const& terrain, glm::vec2 way, int x, int y) const;
  float blows(Terrain const& terrain, BlastRule const& rule, int x, int y) const;
  /// Strikes on a face that rises from the ground upwind.
  static float face_blows(Upwind const& behind, float per_metre);
  /// The free faces of the land; empty if it has only one solid soil.
  std::optional<Exposures> look_at_cliffs(Terrain& terrain, Scheduler const& scheduler);
  struct FaceWear {
    BlastRule const& rule;
    float volume;  ///< thickness worn of a soil of hardness 1, per quantum that strikes
  };
  /// If a cell shows a cliff of several solid layers, deepens the notches at its foot by the strikes on its face.
  /// Returns the fraction of the strikes that does so.
  float hollow_out(Terrain& terrain, Exposures const& exposures, glm::ivec2 at, FaceWear const& wear, Ledger& ledger);

  std::array<Ray, 3> fan_{};
  std::vector<Quanta> upside_down_;
  std::vector<float> ray_above_;  ///< scratch memory
  std::vector<float> above_;      ///< height of the surface above the floor of the layer, m
  std::vector<float> stream_;     ///< sand that flew past in the open wind, quanta
  std::vector<float> toughness_;  ///< factor on the hardness of the soil; from `seed_`, `variation_` and `patch_`
  std::uint64_t seed_ = 0;
  float variation_ = 0.0f, patch_ = 0.0f;
};

}  // namespace barchan
