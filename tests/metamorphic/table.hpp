/// The table: what each law demands of each subject. Tests run every entry, and docs/metamorphic.md shows it.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/grid.hpp"
#include "metamorphic/figures.hpp"
#include "metamorphic/laws.hpp"

namespace barchan::metamorphic {

/// The largest value that a figure may have.
struct Bound {
  Figure figure;
  double most;
};

/// One field of the table. It has no default, so a row with a missing entry does not compile.
class Entry {
 public:
  enum class Kind {
    exact,   ///< the same land comes out, bit for bit
    within,  ///< differences of the two outcomes are bounded
    alike,   ///< means over several seeds differ by no more than the spread between the seeds explains
    absent,  ///< the law says nothing about the subject
  };

  static Entry exact() { return {Kind::exact, {}, {}}; }
  /// `cause`: why the law does not hold exactly, one sentence or more.
  static Entry within(std::vector<Bound> bounds, std::string cause) {
    return {Kind::within, std::move(bounds), std::move(cause)};
  }
  /// `allowed`: differences of the means beyond the spread between seeds. Figures that are not listed get none.
  static Entry alike(std::string cause, std::vector<Bound> allowed = {}) {
    return {Kind::alike, std::move(allowed), std::move(cause)};
  }
  static Entry absent(std::string reason) { return {Kind::absent, {}, std::move(reason)}; }

  Kind kind() const { return kind_; }
  std::vector<Bound> const& bounds() const { return bounds_; }
  std::string const& cause() const { return cause_; }

 private:
  Entry(Kind kind, std::vector<Bound> bounds, std::string cause)
      : kind_(kind), bounds_(std::move(bounds)), cause_(std::move(cause)) {}

  Kind kind_;
  std::vector<Bound> bounds_;
  std::string cause_;
};

/// A figure of a subject without a law: its mean and its standard deviation between seeds.
struct Spread {
  Figure figure;
  double mean, deviation;
};

struct Row {
  std::string_view subject;
  std::array<Entry, kLawCount> entries;
  /// For entries that are `alike`. A land is periodic for Law::shift and open for all other laws.
  std::vector<Spread> periodic{}, open{};
  int runs = 4;  ///< seeds over which means are taken, with and without the law
};

/// Number of standard errors by which two means may differ.
inline constexpr double kStandardErrors = 4.0;
/// Number of seeds from which the spreads of the table were measured.
inline constexpr int kMeasuredRuns = 32;

/// All rows, in the order of the subjects.
std::vector<Row> const& table();

/// The spreads that apply to a law.
std::vector<Spread> const& spreads_of(Row const& row, Law law);
/// Largest difference of the means of a figure that its spread between seeds explains, for means over `runs` seeds.
double explained(Spread const& spread, int runs);
/// The same and what the entry allows beyond it.
double most_of(Row const& row, Law law, Spread const& spread);

}  // namespace barchan::metamorphic
