/// Process: one effect of wind, water or gravity on the land. Each process has one folder and one row in the list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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

/// The parts of the world, besides the land, that a process can use.
struct StepContext {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;  ///< number of this step, from 0
  float dt = 0.0f;         ///< duration of the step, s of the world's clock
  WindField const& wind;
  Scheduler const& scheduler;
  Ledger& ledger;
  double time = 0.0;  ///< time at which the step begins, s of the world's clock
  /// Years that a second stands for in the calendar of the site, 0 in a calm. Without a value, no process follows the
  /// calendar: each slow process has its own clock.
  std::optional<double> years_per_second = std::nullopt;
};

/// How time passes in a process.
struct ProcessClock {
  enum class Kind : std::uint8_t {
    none,          ///< it does not act by time
    sand,          ///< its time is that in which wind carries sand: Process::flat_flux
    unknown_sand,  ///< the same, but its flux over flat sand is not known
    slow,          ///< it has a clock of its own, and can run in another one
    real_seconds,  ///< its laws are those of real seconds
    no_years,      ///< its rates are per second of the world's clock and have no known duration in years
  };
  Kind kind = Kind::none;
  double seconds = 0.0;  ///< slow: s of its own clock per second of the world's clock
  double reached = 1.0;  ///< slow: fraction of the asked time that it did when it was updated last
};

struct ProcessInfo {
  std::string_view id;         ///< snake_case: parameter group, scenario table, report key
  std::string_view title;      ///< shown to the user
  std::string_view help;       ///< one sentence
  std::string_view reference;  ///< author and year
  /// Everything in the world that the process reads or writes, one row each. Its own parameters are not listed.
  std::span<LandAccess const> accesses{};
  bool supplies = false;            ///< brings matter in from outside under every boundary condition
  std::uint32_t state_version = 1;  ///< version of the layout that `Process::keep` writes
};

/// Counts of the work of a process since `prepare`, for benchmarks, reports and the status bar.
struct ProcessCounters {
  std::size_t particles = 0;         ///< current number of particles
  std::uint64_t particle_steps = 0;  ///< updates of a particle's position
  std::uint64_t flights = 0;         ///< particles whose flight has ended; for rain, droplets that have fallen
  /// Matter that the process has moved: the quanta that particles have deposited in flight and on the ground.
  QuantaSum laid_down = 0;
};

/// Life of a process: it is constructed with default parameters; `prepare` is called once for a grid; then `step` (or
/// `retire` while the process is switched off) is called once per step. The first step allocates the arrays that are as
/// large as the land, and `retire` releases them. The parameter struct of the process begins with `enabled`. Fields,
/// mass balance, state and traces are read only between steps.
class Process {
 public:
  virtual ~Process() = default;

  virtual ProcessInfo const& info() const = 0;
  /// A view of the live parameters. The first row is `enabled`.
  virtual ParameterGroup parameters() = 0;
  virtual bool enabled() const = 0;

  /// Starts again for a land and removes all particles.
  virtual void prepare(Terrain const& terrain) = 0;
  /// Advances by `context.dt`.
  virtual void step(Terrain& terrain, StepContext const& context) = 0;
  /// Deposits everything that is in the air, removes all particles and releases memory. It is called in each step while
  /// the process is switched off.
  virtual void retire(Terrain& terrain, StepContext const& context) = 0;

  virtual std::span<FieldRow const> fields() const { return {}; }
  /// Fills `values` (grid.cells() entries, all 0) with field number `index` of `fields()`.
  virtual void read_field(std::size_t index, Terrain const& terrain, std::span<float> values) const;

  /// The carrier interface of the process; empty if it holds no matter from step to step.
  virtual CarrierOf carrier() { return {}; }
  virtual ProcessCounters counters() const { return {}; }
  /// Sand that wind carries over flat, dry sand, m2/s; 0 if the process moves no sand by wind.
  virtual double flat_flux(Terrain const& /*terrain*/, float /*wind_speed*/) const { return 0.0; }
  virtual ProcessClock clock() const { return {}; }

  /// Lists the parts of the process that belong to the world's state, without the parameters: everything on which the
  /// next step depends and, as `aside`, everything that is only displayed. Saving, loading (after `prepare`) and
  /// hashing all use this list. Throws ArchiveError if the data that is read is invalid.
  virtual void keep(Archive& archive) = 0;
};

/// Returns whether a step of the process reads a state with the current parameters.
bool reads_now(Process& process, LandState state);

}  // namespace barchan
