/// SandInlet: deposits sand from outside on strips and lines of the land, and counts it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <glm/vec2.hpp>

#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

/// A line on the land: its middle as fractions of the sides, the unit vector along it, and its length in m.
struct SupplyLine {
  glm::dvec2 middle;
  glm::dvec2 along;
  double length;
};

/// The inlet of one step. It is single-threaded, because it changes a strip, not the whole land.
class SandInlet {
 public:
  SandInlet(Terrain& terrain, StepContext const& context)
      : terrain_(terrain), context_(context), masks_(terrain.masks, {"sand_supply.enabled"}) {}

  /// Deposits along the upwind edges of the land, in strips that are `band` m long in the direction of `wind` (a unit
  /// vector). `amount`: m2 per metre across the wind.
  void lay_along_edges(glm::dvec2 wind, double amount, double band);
  /// Deposits along the part of a line that lies on the land, in parallel lines that fill `band` m. `amount`: m2 per
  /// metre of that part.
  void lay_along_line(SupplyLine const& line, double amount, double band);
  /// Deposits the part of an amount that masks allow on one cell, up to kThickest.
  void lay(std::size_t cell, QuantaSum wanted);

  /// Sand deposited so far, quanta.
  QuantaSum laid() const { return laid_; }

  /// No sand is added to sand of this thickness, so that no rate can exceed the range of elevations.
  static constexpr Quanta kThickest = 100 * kQuantaPerMetre;

 private:
  double random_unit(std::uint32_t entity) const;

  Terrain& terrain_;
  StepContext const& context_;
  MaskFactor masks_;
  QuantaSum laid_ = 0;
};

}  // namespace barchan
