#include "gates/page.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "io/input_error.hpp"
#include "support/wrapped.hpp"

namespace barchan::gates {

namespace {

using test::wrapped;

constexpr std::string_view kPreamble = R"(# Validation

<!-- Written by scripts/validate.sh; do not edit. -->

The acceptance tests on this page are called gates. Most gates test the slab dunes. R1, R2 and L1 test only gravity, and
L0 tests all processes together. Gate A5 compares runs on different numbers of threads. All others compare a result with
published figures, or with a law that follows from geometry, from symmetry or from the conservation of mass.
`scripts/validate.sh` measured all figures of this page with the present program, and `scripts/validate.sh ID` repeats
one gate. Smaller versions of the same gates run with the tests (`ctest -R Gates`).

Lengths are in metres and angles in degrees. Directions are anticlockwise from east. In all gates except A0, A5 and B4,
the relief neither turns the wind nor speeds it up, as by default (`wind.projection`, `wind.speed_up` and `wind.stress`
are 0). The next
table gives the number of seeds with which a gate runs each case. The figures of a gate with several seeds are means
over the seeds, unless the name of the figure states otherwise:

| seeds | gates |
|---|---|
| 16 | A2 |
| 12 | G3, small source |
| 8 | G1 |
| 4 | A1, `bias`, A3, A4, B1, B2, B3, R3, T1, T2, G2, G3 (large source), S1, E5 |
| 1 | all others |

The tables use these terms:

| term | meaning |
|---|---|
| `field`, `events` | Values of `slab_dunes.transport`: a field of airborne sand (the default), and single slabs. |
| – | The figure is not measured with this value of `slab_dunes.transport`. |
| empty cell in the column "required" | The figure is only reported. |
| wind | Direction towards which the wind blows. |
| slab | Thickness of sand that the open wind lifts in a step: 0.1 m at the default time step of 0.4 s. |
| hop | Length of the hop of a slab: 5 m by default. |
| rest | Probability that a slab is deposited where it lands on sand: 0.6 by default. |
| hop / rest | Mean distance that a slab travels over sand before it is deposited. |
| limit | Largest stable drop between neighbouring cells: their distance times the tangent of the angle of repose. |
| settling, avalanches | The two operators of [gravity](models/gravity.md) that move oversteepened sand in R1 and R2. |
| p50, p90 | Median and 90th percentile. |
| crest error | Signed angle from expected to measured crests. Under one wind, crests are expected across the wind. |
| rms height, spacing, anisotropy, m3 to m5 | See [measures](measure.md#keys). |
| ratio | For two winds that alternate: duration of the first wind divided by that of the second. |
| angle | For two winds that alternate: angle between their directions. |
| first wind | For two winds that alternate: direction of the first wind. |
| duration | For two winds that alternate: number of steps for which the wind with the shorter duration blows. |
| flux-up ratio | Relative increase of the sand flux over a crest that lies across the wind. |
| finger law | Theoretical direction of a dune that grows from a source under two winds, at a flux-up ratio of 1.6. |
| heights | Unit of lengths in E1 to E5: the height of the wall or block. |
| healthy world (1) | 1 if no thickness is negative and all values are finite, otherwise 0. |
)";

std::string range_cell(Check const& check) { return check.reported_only() ? "" : range_text(check); }

std::string value_cell(Check const* check) {
  if (check == nullptr) return "–";
  const std::string value = value_text(*check);
  return check->met() ? value : "**" + value + " not met**";
}

Check const* same_check(Result const* result, std::string const& what) {
  if (result == nullptr) return nullptr;
  const auto found = std::ranges::find(result->checks, what, &Check::what);
  return found == result->checks.end() ? nullptr : &*found;
}

std::string table(Result const& first, Result const* second) {
  const bool land = first.gate->scope == Scope::land;
  std::string text = land ? "| figure | required | found |\n|---|---|---|\n"
                          : "| figure | required | field | events |\n|---|---|---|---|\n";
  for (Check const& check : first.checks) {
    text += fmt::format("| {} | {} | {} |", check.what, range_cell(check), value_cell(&check));
    if (!land) text += fmt::format(" {} |", value_cell(same_check(second, check.what)));
    text += "\n";
  }
  return text;
}

std::string picture_of(Result const& result) {
  if (result.picture.empty()) return {};
  const std::string_view transport = result.gate->scope == Scope::land ? "land" : name_of(result.setting.transport);
  return fmt::format("\n![{}, {}]({}/{})", result.gate->id, transport, kPictures, result.picture);
}

std::string section(Result const& first, Result const* second) {
  Gate const& gate = *first.gate;
  std::string text =
      fmt::format("\n## {}: {}\n\n{}\n{}\n\n{}", gate.id, gate.title,
                  wrapped(fmt::format("- {}{}", gate.scope == Scope::reported ? "" : "Required: ", gate.target), 2),
                  wrapped(fmt::format("- Source: {}.", gate.source), 2), table(first, second));
  text += picture_of(first) + (second != nullptr ? picture_of(*second) : "");
  if (!first.picture.empty()) text += fmt::format("\n\n{}\n", wrapped(first.caption + "."));
  return text;
}

}  // namespace

void write_page(std::filesystem::path const& folder, std::vector<Result> const& results) {
  std::string page(kPreamble);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool both = i + 1 < results.size() && results[i + 1].gate == results[i].gate;
    page += section(results[i], both ? &results[i + 1] : nullptr);
    if (both) ++i;
  }
  std::ofstream file(folder / "validation.md");
  file << page;
  if (!file.flush()) throw InputError(fmt::format("{}: cannot be written", (folder / "validation.md").string()));
}

}  // namespace barchan::gates
