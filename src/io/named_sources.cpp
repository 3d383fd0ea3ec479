#include "io/named_sources.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "io/scenario.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::size_t kMostNamed = 4;  // sources that a message names

/// Text such as "x = 0.25, discharge = 2".
std::string text_of(WaterSource const& source, std::span<ParameterRow const* const> rows) {
  std::string text;
  for (ParameterRow const* row : rows) {
    text +=
        fmt::format("{}{} = {}", text.empty() ? "" : ", ", row->key, format_parameter_value(*row, row->get(&source)));
  }
  return text;
}

/// Text with the position of each source and its members that differ from the default.
std::string text_of(std::span<WaterSource const> sources) {
  if (sources.empty()) return "there are no sources";
  std::string text;
  for (WaterSource const& source : sources.first(std::min(sources.size(), kMostNamed))) {
    std::vector<ParameterRow const*> rows;
    for (ParameterRow const& row : source_rows()) {
      if (row.key == "x" || row.key == "y" || row.get(&source) != row.default_value) rows.push_back(&row);
    }
    text += fmt::format("{}{}", text.empty() ? "" : "; ", text_of(source, rows));
  }
  if (sources.size() > kMostNamed) text += fmt::format("; and {} more", sources.size() - kMostNamed);
  return (sources.size() == 1 ? "the only source has " : "the sources have ") + text;
}

/// The first matching source. Throws InputError if there is none.
WaterSource const& source_of(SourceChoice const& choice, std::span<WaterSource const> sources) {
  const auto meant = std::ranges::find_if(sources, [&](WaterSource const& source) {
    return std::ranges::all_of(choice.said,
                               [&](ParameterRow const* row) { return row->get(&source) == row->get(&choice.like); });
  });
  if (meant != sources.end()) return *meant;
  throw InputError("expected a source with {}, found none; {}", text_of(choice.like, choice.said), text_of(sources));
}

/// The command that changes the first matching source.
ChangeSource change_of(NamedSource const& named, std::span<WaterSource const> sources) {
  WaterSource const& source = source_of(named.choice, sources);
  ChangeSource command{source, source};
  for (ParameterRow const* row : named.changes) row->set(&command.now, row->get(&named.now));
  return command;
}

}  // namespace

Command end_of(SourceChoice const& choice, std::span<WaterSource const> sources) {
  if (choice.said.empty()) return RemoveSources{};
  return RemoveSource{source_of(choice, sources)};
}

void find_named_sources(std::span<TimedCommand> timeline, std::span<NamedSource const> named,
                        Scenario const& scenario) {
  std::vector<std::size_t> order(timeline.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t place) { return timeline[place].at; });
  CommandPreview then{scenario.soils, scenario.sources};
  for (const std::size_t place : order) {
    Command& command = timeline[place].command;
    const auto source = std::ranges::lower_bound(named, place, {}, &NamedSource::place);
    try {
      if (source != named.end() && source->place == place && !source->choice.said.empty()) {
        if (source->changes.empty()) {
          command = end_of(source->choice, then.sources);
        } else {
          command = change_of(*source, then.sources);
        }
      }
      preview_command(command, then);
    } catch (InputError const& error) {
      source->table.mistake({}, "{}: at {} s, {}", source->table.title(), number_text(timeline[place].at),
                            error.what());
    } catch (std::invalid_argument const&) {
      // The world itself reports changes of soils that are not allowed.
    }
  }
}

}  // namespace barchan
