#include "metamorphic/page.hpp"

#include <string_view>

#include <fmt/format.h>

#include "metamorphic/figures.hpp"
#include "metamorphic/subjects.hpp"
#include "metamorphic/table.hpp"
#include "support/wrapped.hpp"

namespace barchan::metamorphic {

namespace {

using test::wrapped;

constexpr std::string_view kPreamble = R"(# Metamorphic laws

<!-- Written by scripts/docs.sh laws; do not edit. -->

A metamorphic law changes a land together with everything that acts on it, for example by turning both. The original
land and the changed land are then run. The same change is then made to the final state of the original land. The law
requires that the result equals the final state of the changed land. Such a test needs no expected result, because it
compares two runs. This page lists the entries of `tests/metamorphic/table.cpp`, and `ctest -R Metamorphic` tests each
of them. The lands have 64 x 32 cells of 1 m and are not symmetric.

| entry | requirement |
|---|---|
| exact | The two final states are equal bit for bit: layers, plants, water, notches and mass balance. |
| a figure and a number | The figure is at most this number. |
| alike | The means of figures over several seeds differ by no more than the spread between seeds explains. |
| alike, more allowed | As for alike, but the allowed differences are larger by the amounts given under *Causes*. |
| – | The law does not apply. The reason is given under *Causes*. |

Entries that are exact or have a bound are tested on a periodic land and on an open land. Entries that are alike are
tested only on an open land. The law `shift` is an exception: all its entries are tested only on a periodic land.

## Laws

| law | what it changes |
|---|---|
)";

std::string number_text(double value, Figure figure) {
  const std::string_view unit = row_of(figure).unit;
  return fmt::format("{:.3g}{}{}", value, unit.empty() ? "" : " ", unit);
}

std::string bounds_text(std::vector<Bound> const& bounds) {
  std::string text;
  for (Bound const& bound : bounds) {
    text += fmt::format("{}`{}` {}", text.empty() ? "" : ", ", row_of(bound.figure).name,
                        number_text(bound.most, bound.figure));
  }
  return text;
}

std::string field_text(Entry const& entry) {
  switch (entry.kind()) {
    case Entry::Kind::exact:
      return "exact";
    case Entry::Kind::within:
      return bounds_text(entry.bounds());
    case Entry::Kind::alike:
      return entry.bounds().empty() ? "alike" : "alike, more allowed";
    case Entry::Kind::absent:
      break;
  }
  return "–";
}

std::string laws_table() {
  std::string text;
  for (const Law law : kLaws) text += fmt::format("| `{}` | {} |\n", row_of(law).id, row_of(law).help);
  return text;
}

std::string subjects_table() {
  std::string text = "\n## Subjects\n\n| subject | process | land |\n|---|---|---|\n";
  for (Subject const& subject : subjects()) {
    text += fmt::format("| `{}` | `{}` | {} |\n", subject.id, subject.process, subject.land);
  }
  return text;
}

std::string matrix() {
  std::string text = "\n## Table\n\n| subject |";
  for (const Law law : kLaws) text += fmt::format(" `{}` |", row_of(law).id);
  text += "\n|---|";
  for (std::size_t i = 0; i < kLawCount; ++i) text += "---|";
  text += "\n";
  for (Row const& row : table()) {
    text += fmt::format("| `{}` |", row.subject);
    for (Entry const& entry : row.entries) text += fmt::format(" {} |", field_text(entry));
    text += "\n";
  }
  return text;
}

/// Why entries are not exact. Laws of a subject with the same cause and the same bounds share a line.
std::string causes() {
  std::string text =
      "\n## Causes\n\nThis section gives the reason why an entry is not exact, or why a law does not apply.\n";
  for (Row const& row : table()) {
    std::vector<bool> done(kLawCount);
    std::string lines;
    for (std::size_t i = 0; i < kLawCount; ++i) {
      Entry const& entry = row.entries[i];
      if (done[i] || entry.kind() == Entry::Kind::exact) continue;
      std::string laws;
      const std::string bounds = bounds_text(entry.bounds());
      for (std::size_t k = i; k < kLawCount; ++k) {
        Entry const& other = row.entries[k];
        if (other.cause() != entry.cause() || bounds_text(other.bounds()) != bounds) continue;
        laws += fmt::format("{}`{}`", laws.empty() ? "" : ", ", row_of(kLaws[k]).id);
        done[k] = true;
      }
      const bool allowed = entry.kind() == Entry::Kind::alike && !bounds.empty();
      lines += wrapped(fmt::format("- {}: {}{}", laws, entry.cause(),
                                   allowed ? fmt::format(" Allowed beyond the spread: {}.", bounds) : ""),
                       2) +
               "\n";
    }
    if (!lines.empty()) text += fmt::format("\n### `{}`\n\n{}", row.subject, lines);
  }
  return text;
}

std::string figures_table() {
  std::string text = "\n## Figures\n\n| figure | unit | meaning |\n|---|---|---|\n";
  for (std::size_t i = 0; i < kFigureCount; ++i) {
    FigureRow const& row = row_of(static_cast<Figure>(i));
    text += fmt::format("| `{}` | {} | {}. |\n", row.name, row.unit, row.help);
  }
  return text;
}

std::string spreads_table() {
  std::string text =
      "\n## Spread between seeds\n\n" +
      wrapped(fmt::format("The table gives the mean and the standard deviation of the figures over {} seeds, for runs "
                          "of the unchanged lands. The bound of an entry that is alike is {:g} standard errors of the "
                          "difference of two means. Each mean is taken over the number of seeds in the column *seeds*. "
                          "`Metamorphic.DISABLED_PrintsTheSpreads` measures the spreads again.",
                          kMeasuredRuns, kStandardErrors)) +
      "\n\n| subject | boundary | figure | mean | standard deviation | seeds | bound "
      "|\n|---|---|---|---|---|---|---|\n";
  const auto add = [&](Row const& row, std::string_view boundary, std::vector<Spread> const& spreads) {
    for (Spread const& spread : spreads) {
      text +=
          fmt::format("| `{}` | {} | `{}` | {} | {} | {} | {} |\n", row.subject, boundary, row_of(spread.figure).name,
                      number_text(spread.mean, spread.figure), number_text(spread.deviation, spread.figure), row.runs,
                      number_text(explained(spread, row.runs), spread.figure));
    }
  };
  for (Row const& row : table()) {
    add(row, "periodic", row.periodic);
    add(row, "open", row.open);
  }
  return text;
}

}  // namespace

std::string page() {
  return std::string(kPreamble) + laws_table() + subjects_table() + matrix() + causes() + figures_table() +
         spreads_table();
}

}  // namespace barchan::metamorphic
