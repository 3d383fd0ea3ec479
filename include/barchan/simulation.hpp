/// Barchan as a library: a world of rock, sand, water and plants that can be stepped, changed, read and saved.
///
/// Everything that a program outside of Barchan needs stands in this one header. It includes the standard library only,
/// and the shared library behind it brings what else it needs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#if defined(__GNUC__)
#define BARCHAN_API __attribute__((visibility("default")))
#else
#define BARCHAN_API
#endif

namespace barchan {

/// What was expected, what was found and what to do, in one sentence.
class BARCHAN_API SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values of a field, one per cell: row by row from the south-west corner, each row from west to east.
struct Field {
  int width = 0;                ///< cells from west to east
  int height = 0;               ///< cells from south to north
  float cell_size = 0.0f;       ///< side of a cell, m
  std::string unit;             ///< SI; empty for a number without a unit
  std::vector<float> values{};  ///< width * height
};

/// How a simulation begins.
struct SimulationOptions {
  std::optional<std::uint64_t> seed{};  ///< in place of the scenario's; refused for a saved world
  int threads = 1;                      ///< the result is the same for any number
};

/// A world with all processes. Not copyable; one thread may use it at a time.
class BARCHAN_API Simulation {
 public:
  /// Starts a shipped scenario ("dunes"), a scenario file (.toml), a soil file (.soil), a height map or a saved world
  /// (.barchan). Throws SimulationError.
  static Simulation open(std::string const& name_or_file, SimulationOptions const& options = {});
  /// Ids of the shipped scenarios.
  static std::vector<std::string> scenarios();

  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Simulates `count` time steps.
  void step(std::uint64_t count = 1);
  /// Sets a parameter before the next step, as in set("wind.speed", 12). docs/parameters.md lists them. Throws
  /// SimulationError on an unknown name and on a value out of range.
  void set(std::string_view parameter, double value);
  /// Value of a parameter. Throws SimulationError on an unknown name.
  double get(std::string_view parameter) const;
  /// Carries out a command as the command line takes it, as in command("--place", "wall x=0.7 height=8"). Throws
  /// SimulationError.
  void command(std::string_view option, std::string_view text);

  /// Steps done so far.
  std::uint64_t steps() const;
  /// Time of the world's clock, s.
  double time() const;
  /// Hash of the whole state. Equal hashes mean equal worlds.
  std::uint64_t hash() const;
  /// Quanta (2^-18 m over one cell) of matter that appeared or vanished: 0 unless there is a fault in the program.
  std::int64_t mass_error() const;

  /// Ids of all fields: elevation, sediment, wind_shadow and so on.
  std::vector<std::string> fields() const;
  /// Values of a field now. Throws SimulationError on an unknown id.
  Field field(std::string_view id) const;
  /// Writes the whole world to a file from which `open` continues bit for bit. Throws SimulationError.
  void save(std::string const& file) const;

 private:
  struct State;
  explicit Simulation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// "0.1.0"
BARCHAN_API std::string_view version();

}  // namespace barchan
