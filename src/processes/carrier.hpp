/// Carriers: processes that hold matter from step to step, in particles or in the air. Only carriers implement these
/// interfaces.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec2.hpp>

#include "land/soil.hpp"
#include "processes/particle_trace.hpp"

namespace barchan {

struct MassBudget;
struct StepContext;
struct Terrain;

/// Water that runs over a cell.
struct RunningWater {
  float depth = 0.0f;         ///< of the stream, m; 0: dry, or so little that it only wets the ground
  glm::vec2 velocity{0.0f};   ///< of the stream, m/s
  glm::vec2 discharge{0.0f};  ///< through the cell, m3/s
};

/// Running water over a cell and the sediment that it carries, m, spread over the cell. These are current values, not
/// averages.
struct LadenWater {
  float water = 0.0f;
  float load = 0.0f;
};

class Carrier {
 public:
  /// Adds the matter that the process carries to `airborne` in the accounts of `budget`.
  virtual void count_airborne(MassBudget& budget) const = 0;
  /// Makes room for a soil that was appended to the table. The matter that is carried does not change.
  virtual void soil_added(Terrain const& terrain) = 0;
  /// Returns at most `limit` particles, evenly chosen.
  virtual std::vector<ParticleTrace> trace_particles(Terrain const& terrain, std::size_t limit) const = 0;
  /// Returns whether all numbers of the state are finite.
  virtual bool finite() const = 0;

 protected:
  ~Carrier() = default;
};

/// Carries matter through the air. It rests while there is no wind.
class AirCarrier : public Carrier {
 public:
  /// Adds the flying matter of `soil` over each cell to `air`, in m.
  virtual void add_airborne(SoilId soil, std::span<float> air) const = 0;

 protected:
  ~AirCarrier() = default;
};

/// Carries matter in running water.
class WaterCarrier : public Carrier {
 public:
  /// The part of a step that neither reads nor changes the columns. It runs after the steps of all processes, in
  /// parallel with the settling of the slopes.
  virtual void step_beside(Terrain& terrain, StepContext const& context) = 0;
  /// Adds the water that runs over each cell.
  virtual void add_running_water(Terrain const& terrain, std::span<RunningWater> water) const = 0;
  /// Adds, for each cell, its running water and the `soil` that this water carries.
  virtual void add_laden_water(SoilId soil, std::span<LadenWater> water) const = 0;

 protected:
  ~WaterCarrier() = default;
};

/// The carrier interface of a process. It is empty if the process holds no matter between steps.
class CarrierOf {
 public:
  CarrierOf() = default;
  explicit CarrierOf(AirCarrier& carrier) : any_(&carrier), air_(&carrier) {}
  explicit CarrierOf(WaterCarrier& carrier) : any_(&carrier), water_(&carrier) {}

  /// Each returns null if the process is not a carrier of that kind.
  Carrier* any() const { return any_; }
  AirCarrier* air() const { return air_; }
  WaterCarrier* water() const { return water_; }

 private:
  Carrier* any_ = nullptr;
  AirCarrier* air_ = nullptr;
  WaterCarrier* water_ = nullptr;
};

}  // namespace barchan
