/// SandInlet: lays sand from outside on strips and lines of the land, and counts it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <glm/vec2.hpp>

#include "land/terrain.hpp"
#include "processes/process.hpp"

namespace barchan {

/// A line of the land: its middle as shares of the sides, the unit vector along it, its length in metres.
struct SupplyLine {
  glm::dvec2 middle;
  glm::dvec2 along;
  double length;
};

/// One step's inlet. Single-threaded: what it touches is a strip, not the land.
class SandInlet {
 public:
  SandInlet(Terrain& terrain, StepContext const& context) : terrain_(terrain), context_(context) {}

  /// Along the edges over which `wind` (a unit vector) comes in, in strips that the wind crosses in `band` m. `amount`:
  /// m2 over each metre across the wind.
  void lay_along_edges(glm::dvec2 wind, double amount, double band);
  /// Along that part of a line which lies on the land, in parallel lines that fill `band` m. `amount`: m2 over each
  /// metre of it.
  void lay_along_line(SupplyLine const& line, double amount, double band);
  /// On one cell, up to kThickest.
  void lay(std::size_t cell, QuantaSum wanted);

  /// What has been laid so far, quanta.
  QuantaSum laid() const { return laid_; }

  /// Nothing is laid on sand that is as thick as this, so that no rate can reach the end of the range of heights.
  static constexpr Quanta kThickest = 100 * kQuantaPerMetre;

 private:
  double random_unit(std::uint32_t entity) const;

  Terrain& terrain_;
  StepContext const& context_;
  QuantaSum laid_ = 0;
};

}  // namespace barchan
