/// Process: one thing that wind, water or gravity does to the land. One folder and one row in the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "base/field.hpp"
#include "base/parameter.hpp"
#include "base/quanta.hpp"
#include "processes/carrier.hpp"
#include "processes/land_access.hpp"

namespace barchan {

class Archive;
class Ledger;
class Scheduler;
class WindField;
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
  /// Everything of the world that it reads or writes, one row each; not its own parameters.
  std::span<LandAccess const> accesses{};
  bool supplies = false;            ///< brings matter in from outside under every boundary condition
  std::uint32_t state_version = 1;  ///< of the layout that `Process::keep` writes
};

/// What a process has done since `prepare`; for benchmarks, reports and the status bar.
struct ProcessCounters {
  std::size_t particles = 0;         ///< there are now
  std::uint64_t particle_steps = 0;  ///< updates of a particle's position
  std::uint64_t flights = 0;         ///< particles that have come to their end; of rain, drops that have fallen
  /// Matter that particles have laid down in flight and on the ground, quanta: what the process has moved.
  QuantaSum laid_down = 0;
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

  /// Begins anew, for a land; forgets all particles.
  virtual void prepare(Terrain const& terrain) = 0;
  /// Advances by `context.dt`.
  virtual void step(Terrain& terrain, StepContext const& context) = 0;
  /// Lays down everything that is in the air, removes all particles and gives memory back; called each step while
  /// switched off.
  virtual void retire(Terrain& terrain, StepContext const& context) = 0;

  virtual std::span<FieldRow const> fields() const { return {}; }
  /// Fills `values` (grid.cells() entries, all 0) with field number `index` of `fields()`.
  virtual void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const;

  /// The interface of a process that holds matter from step to step.
  virtual CarrierOf carrier() { return {}; }
  virtual ProcessCounters counters() const { return {}; }

  /// Says what of the process belongs to the world's state, parameters aside: everything that the next step depends on,
  /// and `aside` what is only looked at. Saving, loading (after `prepare`) and hashing follow from it. Throws
  /// ArchiveError when what is read is not sound.
  virtual void keep(Archive& archive) = 0;
};

/// Whether a step of the process, with its parameters as they are, reads a state.
bool reads_now(Process& process, LandState state);

}  // namespace barchan
