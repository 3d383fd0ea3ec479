/// Carriers: processes that hold matter from step to step, in particles or in the air. Only they implement what stands
/// here.
#pragma once

#include <cstddef>
#include <limits>
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
  float depth = 0.0f;        ///< m, spread over the cell
  glm::vec2 velocity{0.0f};  ///< m/s
  /// m above the datum, of the level of a river that is wider than a cell; below all ground where none is.
  float level = std::numeric_limits<float>::lowest();
};

/// Running water over a cell and what it carries, as they are now and not on average; m, spread over the cell.
struct LadenWater {
  float water = 0.0f;
  float load = 0.0f;
};

class Carrier {
 public:
  /// Adds what the process carries to `airborne` of the accounts.
  virtual void count_airborne(MassBudget& budget) const = 0;
  /// Makes room for a soil that has come to the end of the table; what is carried stays.
  virtual void soil_added(Terrain const& terrain) = 0;
  /// At most `limit` particles, evenly chosen.
  virtual std::vector<ParticleTrace> trace_particles(Terrain const& terrain, std::size_t limit) const = 0;
  /// False when a number of the state is not finite.
  virtual bool finite() const = 0;

 protected:
  ~Carrier() = default;
};

/// Carries through the air; rests in a calm.
class AirCarrier : public Carrier {
 public:
  /// Adds what flies of `soil` over each cell to `air`, m.
  virtual void add_airborne(SoilId soil, std::span<float> air) const = 0;

 protected:
  ~AirCarrier() = default;
};

/// Carries in running water.
class WaterCarrier : public Carrier {
 public:
  /// The part of a step that has nothing to do with the columns: it is done after that of all processes and beside the
  /// settling of the slopes, so it neither reads nor changes them.
  virtual void step_beside(Terrain& terrain, StepContext const& context) = 0;
  /// Adds the water that runs over each cell.
  virtual void add_running_water(std::span<RunningWater> water) const = 0;
  /// Adds running water to each cell, and what it carries of `soil`.
  virtual void add_laden_water(SoilId soil, std::span<LadenWater> water) const = 0;

 protected:
  ~WaterCarrier() = default;
};

/// The carrier that a process is; nothing for one that holds no matter between steps.
class CarrierOf {
 public:
  CarrierOf() = default;
  explicit CarrierOf(AirCarrier& carrier) : any_(&carrier), air_(&carrier) {}
  explicit CarrierOf(WaterCarrier& carrier) : any_(&carrier), water_(&carrier) {}

  /// Null where it is none.
  Carrier* any() const { return any_; }
  AirCarrier* air() const { return air_; }
  WaterCarrier* water() const { return water_; }

 private:
  Carrier* any_ = nullptr;
  AirCarrier* air_ = nullptr;
  WaterCarrier* water_ = nullptr;
};

}  // namespace barchan
