#include "gates/page.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "io/input_error.hpp"
#include "io/picture_file.hpp"
#include "support/wrapped.hpp"

namespace barchan::gates {

namespace {

using test::wrapped;

constexpr std::string_view kPictures = "pictures/validation";

constexpr std::string_view kPreamble = R"(# Validation

<!-- Written by scripts/validate.sh; do not edit. -->

The acceptance tests on this page are called gates. Each gate compares the slab dunes with published figures or with
laws that follow from geometry or from the conservation of mass. `scripts/validate.sh` measured every figure below with
this program, and `scripts/validate.sh ID` repeats one gate. Smaller versions of the same gates run with the tests
(`ctest -R Gates`).

Lengths are in metres and angles in degrees. Directions are anticlockwise from east. Figures with more than one seed are
means unless stated otherwise. There are 16 seeds in A2, 8 in G1, 12 for the small source of G3, and 4 in A1, `bias`,
A3, A4, B1, B2, B3, R3, T1, T2, G2, S1, E5 and for the large source of G3. The other gates run each case once.
Projection and speed-up of the wind are off, as by default, except in A0 and A5.

| term | meaning |
|---|---|
| `field`, `events` | The two transports of slab dunes: an airborne field, which is the default, or separate slabs. |
| – | The figure is not measured with this transport. |
| empty cell in "required" | The figure is only reported. |
| wind | Direction towards which the wind blows. |
| slab | Thickness of sand that the open wind lifts in a step: 0.1 m at the default time step of 0.4 s. |
| hop | Distance that a slab hops: 5 m by default. |
| rest | Probability that a slab stays where it lands on sand: 0.6 by default. |
| hop / rest | Mean distance that a slab travels over sand before it comes to rest. |
| limit | Height by which a cell may stand above a neighbour: their distance times the tangent of the angle of repose. |
| diffusion, run-down | The two operators that move sand that is too steep: settling and avalanches. |
| p50, p90 | Median and 90th percentile. |
| crest error | Signed angle from the expected crests to the measured ones. One wind should make crests across it. |
| rms height, spacing, anisotropy, m3 to m5 | See [measures](measure.md#keys). |
| ratio, angle | Two winds alternate: duration of the first divided by that of the second, and the angle between them. |
| first wind, duration | Direction of the first of two winds; number of steps for which the shorter wind blows. |
| finger law | Direction of a dune under two winds whose flux over a crest is up to 2.6 times that over flat ground. |
| height, heights | In E1 to E5, lengths are divided by the height of the wall or block if their unit is "heights". |
| healthy world (1) | 1 if no thickness is negative and all values are finite. |
)";

std::string range_cell(Check const& check) { return check.reported_only() ? "" : range_text(check); }

std::string value_cell(Check const* check) {
  if (check == nullptr) return "–";
  const std::string value = fmt::format("{:.4g}", check->value);
  return check->met() ? value : "**" + value + " not met**";
}

Check const* same_check(Outcome const* outcome, std::string const& what) {
  if (outcome == nullptr) return nullptr;
  const auto found = std::find_if(outcome->checks.begin(), outcome->checks.end(),
                                  [&](Check const& check) { return check.what == what; });
  return found == outcome->checks.end() ? nullptr : &*found;
}

std::string table(Outcome const& first, Outcome const* second, Gate const& gate) {
  std::string text = gate.scope == Scope::land ? "| figure | required | found |\n|---|---|---|\n"
                                               : "| figure | required | field | events |\n|---|---|---|---|\n";
  for (Check const& check : first.checks) {
    text += fmt::format("| {} | {} | {} |", check.what, range_cell(check), value_cell(&check));
    if (gate.scope != Scope::land) text += fmt::format(" {} |", value_cell(same_check(second, check.what)));
    text += "\n";
  }
  return text;
}

}  // namespace

void write_page(std::filesystem::path const& folder, std::vector<Result> const& results) {
  const std::filesystem::path pictures = folder / kPictures;
  std::error_code failed;
  std::filesystem::create_directories(pictures, failed);
  if (failed) throw InputError(fmt::format("{}: {}", pictures.string(), failed.message()));
  std::string page(kPreamble);
  for (std::size_t i = 0; i < results.size(); ++i) {
    Gate const& gate = *results[i].gate;
    Outcome const* const second =
        i + 1 < results.size() && results[i + 1].gate == &gate ? &results[i + 1].outcome : nullptr;
    page +=
        fmt::format("\n## {}: {}\n\n{}\n{}\n\n{}", gate.id, gate.title,
                    wrapped(fmt::format("- {}{}", gate.scope == Scope::reported ? "" : "Required: ", gate.target), 2),
                    wrapped(fmt::format("- Source: {}.", gate.source), 2), table(results[i].outcome, second, gate));
    for (std::size_t k = i; k < results.size() && results[k].gate == &gate; ++k) {
      Outcome const& outcome = results[k].outcome;
      if (!outcome.picture) continue;
      const std::string transport(gate.scope == Scope::land ? "land" : name_of(results[k].transport));
      const std::string name = fmt::format("{}_{}.png", gate.id, transport);
      write_picture(pictures / name, *outcome.picture);
      page += fmt::format("\n![{}, {}]({}/{})", gate.id, transport, kPictures, name);
    }
    if (results[i].outcome.picture) page += fmt::format("\n\n{}\n", wrapped(results[i].outcome.caption + "."));
    if (second != nullptr) ++i;
  }
  std::ofstream file(folder / "validation.md");
  file << page;
  if (!file.flush()) throw InputError(fmt::format("{}: cannot be written", (folder / "validation.md").string()));
}

}  // namespace barchan::gates
