/// World: a terrain, the processes that act on it, and the mass balance. It is the only object that a program needs.
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
  Conserved conserve = Conserved::volume;  ///< quantity that stays the same when a soil turns into another
};

/// Receives a call when a part of a step begins or ends. It can time the parts, because the simulation reads no clock.
class StepObserver {
 public:
  virtual ~StepObserver() = default;
  /// `part` is a process id, "masks", "wind_field", "lakes", "gravity" or "checks".
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
  /// Applies a command before the next step and records it. Throws std::invalid_argument (one clear sentence) on an
  /// unknown group or key, a value out of range or an obstacle that does not fit; the world is then unchanged. A later
  /// command to the same parameter before the same step replaces the earlier one.
  void apply(Command const& command);
  /// Advances every process by one time step. Counts all matter in every 16th step.
  void step(StepObserver* observer = nullptr);

  // -- state ---------------------------------------------------------------------------------------------------
  /// 64-bit hash of the whole state: land, particles, parameters, mass balance, seed, step number.
  std::uint64_t hash() const;
  /// The whole state as bytes; `restore` continues from it bit for bit.
  std::vector<std::byte> snapshot() const;
  std::size_t size_of_snapshot() const;
  /// Writes the snapshot into `archive` as a list of bytes.
  void snapshot_to(Archive& archive) const;
  /// Throws ArchiveError if the bytes do not describe a world of these processes.
  static World restore(std::span<std::byte const> bytes, std::vector<std::unique_ptr<Process>> processes,
                       int threads = 1);

  // -- looking -------------------------------------------------------------------------------------------------
  Terrain const& terrain() const;
  Grid const& grid() const;
  /// The prevailing wind of the next step, with the shadow and the local wind of the last step.
  WindField const& wind() const;
  std::uint64_t seed() const;
  std::uint64_t step_count() const;  ///< steps completed
  double time() const;               ///< s of the world's clock
  /// Years that have passed in the calendar of the site (world/calendar.hpp) since the world began.
  double calendar_years() const;
  int threads() const;
  /// The balance of all matter: opening, lying (summed now), airborne, out, in, converted, by hand.
  MassBudget budget() const;
  /// Flags (Health, combined with bitwise OR) of the present world and of all steps in which it was checked.
  std::uint32_t health() const;
  /// The same with Health::clock_limited, which is no fault.
  std::uint32_t flags() const;

  /// Groups in panel order: world, wind, gravity, calendar, then one per process. Views stay valid as long as the world
  /// exists; change values only through `apply`.
  std::span<ParameterGroup const> parameter_groups() const;
  /// Value by name. Throws std::invalid_argument if there is no such parameter.
  double parameter(std::string_view group, std::string_view key) const;
  std::span<StampedCommand const> recording() const;
  /// Commands of the time line that are still to come, in the order of their times.
  std::span<TimedCommand const> timeline() const;

  std::span<std::unique_ptr<Process> const> processes() const;
  /// Rows of all fields: elevation, bedrock, sediment, slope, wind_shadow, wind_speed, wind_direction, the cell
  /// layers, those of the processes, and one for each mask ("mask.town"). Valid until a mask is added or removed.
  std::span<FieldRow const> fields() const;
  /// Values of field `id` (its row gives the unit), or nothing if there is no such field.
  std::optional<std::vector<float>> field(std::string_view id) const;
  /// Values of the first field that has this role.
  std::optional<std::vector<float>> field(FieldRole role) const;

 private:
  struct State;
  explicit World(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace barchan
