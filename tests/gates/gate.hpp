/// Gates: the published and closed-form laws that the program must meet, one function each. The quick tests
/// (tests/analytic/gates_test.cpp) and the full-size program (barchan_validate) run the same gates.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "picture/picture.hpp"

namespace barchan::gates {

enum class Size { quick, full };
enum class Transport { field, events };
std::string_view name_of(Transport transport);

/// Size and transport of a run of a gate.
struct Setting {
  Size size = Size::quick;
  Transport transport = Transport::field;
  int threads = 1;  ///< for independent runs; each world has one thread

  bool full() const { return size == Size::full; }
};

inline constexpr double kAny = std::numeric_limits<double>::infinity();

/// Scatter of the runs whose mean is a figure.
struct Spread {
  double deviation = 0.0;  ///< standard deviation of one run (n - 1), in the unit of the figure
  int runs = 0;            ///< number of runs: seeds, for some figures also winds
};

/// One figure and the range in which it must lie. The range of a figure that is only reported is infinite.
struct Check {
  std::string what;  ///< with its unit
  double value = 0.0;
  double least = -kAny, most = kAny;
  std::optional<Spread>
      spread{};  ///< of a mean over several runs; a single run, an extreme or a ratio of means has none

  bool met() const { return value >= least && value <= most; }
  bool reported_only() const { return least == -kAny && most == kAny; }
};
/// The check with the spread of the same figure in single runs. A single run has no spread.
Check with_spread(Check check, std::vector<double> const& runs);
/// Mean of a figure over the runs, with its spread.
Check mean_of(std::string what, std::vector<double> const& runs, double least = -kAny, double most = kAny);

/// "8.3 ± 1.2 (4)": value, standard deviation of one run, number of runs
std::string value_text(Check const& check);
/// "largest crest error, deg: 8.3 (at most 20)"
std::string to_text(Check const& check);
/// "at most 20", "0.95 to 1.05", "reported"
std::string range_text(Check const& check);

struct Outcome {
  std::vector<Check> checks;
  std::optional<Picture> picture;  ///< shaded relief of one of the runs, at full size only
  std::string caption;             ///< description of the picture

  bool met() const;
};

/// Transports for which a gate is run, and whether it requires anything.
enum class Scope {
  land,      ///< the transport of slabs does not matter: run once
  field,     ///< the airborne field, the default
  both,      ///< both transports
  reported,  ///< both transports, without requirements
};

struct Gate {
  std::string_view id;      ///< as on the page: "A1"
  std::string_view title;   ///< one line
  std::string_view target;  ///< the law or number, in words
  std::string_view source;  ///< where it was published, or its derivation
  Scope scope = Scope::both;
  Outcome (*run)(Setting const& setting);
  /// The figures with which the gate stands on the first page: all whose names begin so. If empty, the first figure.
  std::string_view headline{};
  std::string_view notes{};  ///< what a reader must know to judge the figures; one item per line
};
/// The figures that `gate.headline` names. Empty only if there are no figures or the name is wrong.
std::vector<Check const*> headline_of(Gate const& gate, std::vector<Check> const& checks);

/// All gates, in the order of the page.
std::span<Gate const> all_gates();
/// nullptr if there is no gate with this id.
Gate const* find_gate(std::string_view id);
/// The transports for which a gate is run.
std::span<Transport const> transports_of(Gate const& gate);

}  // namespace barchan::gates
