/// Process: one thing that wind, water or gravity does to the land. One folder and one row in the list.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <glm/vec2.hpp>

#include "base/field.hpp"
#include "base/parameter.hpp"
#include "base/quanta.hpp"
#include "processes/particle_trace.hpp"

namespace barchan {

class Archive;
class Ledger;
class Scheduler;
class WindField;
struct MassBudget;
struct Terrain;

/// What a process sees of the world besides the land.
struct StepContext {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;  ///< number of this step, from 0
  float dt = 0.0f;         ///< seconds of the world's clock
  WindField const& wind;
  Scheduler const& scheduler;
  Ledger& ledger;
  double time = 0.0;  ///< s of the world's clock when the step begins
};

struct ProcessInfo {
  std::string_view id;         ///< snake_case: parameter group, scenario table, report key
  std::string_view title;      ///< for people
  std::string_view help;       ///< one sentence
  std::string_view reference;  ///< author and year
  bool carries = true;         ///< holds matter from step to step, in particles or in the air
  bool supplies = false;       ///< brings matter in from outside under every boundary rule
  bool random = true;          ///< draws random numbers, so that the seed matters
  Medium medium = Medium::air;
  std::uint32_t state_version = 1;  ///< of the layout that `Process::keep` writes
};

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

/// Life of a process: constructed with default parameters; `prepare` once for a grid; then `step` (or `retire` while
/// switched off) once a step. Arrays as large as the land are made by the first step and given back by `retire`. Its
/// parameter struct begins with `enabled`. Reading (fields, account, state, traces) happens only between steps.
class Process {
 public:
  virtual ~Process() = default;

  virtual ProcessInfo const& info() const = 0;
  /// View on the live parameters. The first row is `enabled`.
  virtual ParameterGroup parameters() = 0;
  virtual bool enabled() const = 0;
  /// True when a step reads the WindField.
  virtual bool needs_wind() const { return false; }

  /// Begins anew, for a land; forgets all particles.
  virtual void prepare(Terrain const& terrain) = 0;
  /// Makes room for a soil that has come to the end of the table; what is carried stays.
  virtual void soil_added(Terrain const&) {}
  /// Advances by `context.dt`.
  virtual void step(Terrain& terrain, StepContext const& context) = 0;
  /// The part of a step that has nothing to do with the columns: it is done after that of all processes and beside the
  /// settling of the slopes, so it neither reads nor changes them.
  virtual void step_beside([[maybe_unused]] Terrain& terrain, [[maybe_unused]] StepContext const& context) {}
  /// Lays down everything that is in the air, removes all particles and gives memory back; called each step while
  /// switched off.
  virtual void retire(Terrain& terrain, StepContext const& context) = 0;

  virtual std::span<FieldRow const> fields() const { return {}; }
  /// Fills `values` (grid.cells() entries, all 0) with field number `index` of `fields()`.
  virtual void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const;

  /// Adds what the process carries to `airborne` of the accounts.
  virtual void count_airborne(MassBudget& budget) const = 0;
  /// False when a number of the state is not finite.
  virtual bool finite() const { return true; }
  virtual std::size_t particle_count() const { return 0; }
  /// Particle position updates since `prepare`; for benchmarks and the status bar.
  virtual std::uint64_t particle_steps() const { return 0; }
  /// Particles that have come to their end since `prepare`; of rain, drops that have fallen.
  virtual std::uint64_t flights() const { return 0; }
  /// Matter that particles have laid down in flight and on the ground since `prepare`, quanta: what the process has
  /// moved.
  virtual QuantaSum laid_down() const { return 0; }
  /// Adds what flies of `soil` over each cell to `air`, m.
  virtual void add_airborne([[maybe_unused]] SoilId soil, [[maybe_unused]] std::span<float> air) const {}
  /// Adds the water that runs over each cell.
  virtual void add_running_water([[maybe_unused]] std::span<RunningWater> water) const {}
  /// Adds running water to each cell, and what it carries of `soil`.
  virtual void add_laden_water([[maybe_unused]] SoilId soil, [[maybe_unused]] std::span<LadenWater> water) const {}
  /// At most `limit` particles, evenly chosen.
  virtual std::vector<ParticleTrace> trace_particles(Terrain const& terrain, std::size_t limit) const;

  /// Says what of the process belongs to the world's state, parameters aside: everything that the next step depends on,
  /// and `aside` what is only looked at. Saving, loading (after `prepare`) and hashing follow from it. Throws
  /// ArchiveError when what is read is not sound.
  virtual void keep(Archive& archive) = 0;
};

}  // namespace barchan
