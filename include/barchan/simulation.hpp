/// Barchan as a library: a world of rock, sand, water and plants that can be stepped, changed, read and saved.
///
/// This one header contains everything that a program outside of Barchan needs. It includes only headers of the
/// standard library. A program links the shared library, which contains all other dependencies.
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

/// Error of a simulation. what() says in one sentence what was expected, what was found and what to do.
class BARCHAN_API SimulationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Values of a field, one per cell: row by row from the south-west corner, each row from west to east.
struct Field {
  int width = 0;                ///< cells from west to east
  int height = 0;               ///< cells from south to north
  float cell_size = 0.0f;       ///< side of a cell, m
  std::string unit;             ///< SI unit; empty for numbers without a unit
  std::vector<float> values{};  ///< width * height
};

/// Options for the beginning of a simulation.
struct SimulationOptions {
  std::optional<std::uint64_t> seed{};  ///< replaces the scenario's seed; refused for a saved world
  int threads = 1;                      ///< number of threads; the result does not depend on it
};

/// A world with all processes. Not copyable; one thread may use it at a time.
class BARCHAN_API Simulation {
 public:
  /// Starts a shipped scenario ("dunes"), a scenario file (.toml), a soil file (.soil), a height map, a saved world
  /// (.barchan) or a picture that carries its world (.png). Throws SimulationError.
  static Simulation open(std::string const& name_or_file, SimulationOptions const& options = {});
  /// Ids of the shipped scenarios.
  static std::vector<std::string> scenarios();

  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// Simulates `count` time steps. Throws SimulationError.
  void step(std::uint64_t count = 1);
  /// Sets a parameter before the next step, as in set("wind.speed", 12). docs/parameters.md lists all parameters.
  /// Throws SimulationError on an unknown name and on a value out of range.
  void set(std::string_view parameter, double value);
  /// Value of a parameter. Throws SimulationError on an unknown name.
  double get(std::string_view parameter) const;
  /// Carries out a command that is written as on the command line: command("--place", "wall x=0.7 height=8"). Throws
  /// SimulationError if the option is unknown or the text is invalid.
  void command(std::string_view option, std::string_view text);

  /// Number of steps since the beginning of the world.
  std::uint64_t steps() const;
  /// Simulated time since the beginning of the world, s.
  double time() const;
  /// Hash of the whole state. Equal hashes mean equal worlds.
  std::uint64_t hash() const;
  /// Quanta (2^-18 m over one cell) of matter that appeared or vanished: 0 unless there is a fault in the program.
  std::int64_t balance_error() const;

  /// Ids of all fields: elevation, sediment, wind_shadow and so on.
  std::vector<std::string> fields() const;
  /// Current values of a field. Throws SimulationError on an unknown id.
  Field field(std::string_view id) const;
  /// Writes the whole world to a file from which `open` continues bit for bit. Throws SimulationError.
  void save(std::string const& file) const;

 private:
  struct State;
  explicit Simulation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Version of the library, as in "0.1.0".
BARCHAN_API std::string_view version();

}  // namespace barchan
