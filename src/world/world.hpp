/// World: a terrain, the processes that act on it, and the books. The one object that programs hold.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/field.hpp"
#include "base/parameter.hpp"
#include "land/budget.hpp"
#include "land/ledger.hpp"
#include "world/health.hpp"
#include "world/world_setup.hpp"

namespace barchan {

class Process;
class WindField;
struct Terrain;

/// Live parameters of the world itself (group `world`).
struct WorldParameters {
  float time_step = 0.4f;                  ///< s of the world's clock in one step
  Conserved conserve = Conserved::volume;  ///< when a soil becomes another
};

/// Listens to the parts of a step; gives the simulation a clock without its having one.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  /// `part` is a process id, "wind_field", "lakes", "gravity" or "checks".
  virtual void part_begins(std::string_view part) = 0;
  virtual void part_ends(std::string_view part) = 0;
};

class World {
 public:
  World(WorldSetup setup, std::vector<std::unique_ptr<Process>> processes, int threads = 1);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  // -- changing ------------------------------------------------------------------------------------------------
  /// Applies before the next step. Throws std::invalid_argument (one clear sentence) on an unknown group or key, a
  /// value out of range or an obstacle for which there is no room; the world is then unchanged. Recorded; a later
  /// command to the same parameter before the same step replaces the earlier one.
  void apply(Command const& command);
  /// Advances every process by one time step. All matter is counted every sixteenth.
  void step(StepObserver* observer = nullptr);

  // -- state ---------------------------------------------------------------------------------------------------
  /// 64-bit hash of the whole state: land, particles, parameters, books, seed, step number.
  std::uint64_t hash() const;
  /// The whole state as bytes; `restore` continues from it bit for bit.
  std::vector<std::byte> snapshot() const;
  std::size_t size_of_snapshot() const;
  /// The same written into `archive`, as the list of bytes that it is.
  void snapshot_to(Archive& archive) const;
  /// Throws ArchiveError when the bytes do not describe a world of these processes.
  static World restore(std::span<std::byte const> bytes, std::vector<std::unique_ptr<Process>> processes,
                       int threads = 1);

  // -- looking -------------------------------------------------------------------------------------------------
  Terrain const& terrain() const;
  Grid const& grid() const;
  /// The prevailing wind of the step to come; shadow and local wind of the last one.
  WindField const& wind() const;
  std::uint64_t seed() const;
  std::uint64_t step_count() const;  ///< steps done
  double time() const;               ///< s of the world's clock
  int threads() const;
  /// Opening, lying (summed now), airborne, out, in, converted.
  MassBudget budget() const;
  /// Flags (Health, or-ed) of the world as it is, and of all steps in which it was checked.
  std::uint32_t health() const;

  /// Groups in panel order: world, wind, cascade, then one a process. Views stay valid while the world lives;
  /// change values only through `apply`.
  std::span<ParameterGroup const> parameter_groups() const;
  /// Value by name; throws std::invalid_argument when there is none.
  double parameter(std::string_view group, std::string_view key) const;
  std::span<StampedCommand const> recording() const;
  /// Commands of the time line that are still to come, in the order of their times.
  std::span<TimedCommand const> timeline() const;

  std::span<std::unique_ptr<Process> const> processes() const;
  /// Rows of all fields: elevation, bedrock, sediment, slope, wind_shadow, wind_speed, wind_direction, the cell
  /// layers, then those of the processes.
  std::span<FieldRow const> fields() const;
  /// Values of field `id` (metres and so on, see its row), or nothing when there is no such field.
  std::optional<std::vector<float>> field(std::string_view id) const;
  /// Those of the first field of `role`.
  std::optional<std::vector<float>> field(FieldRole role) const;

 private:
  struct State;
  explicit World(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace barchan
