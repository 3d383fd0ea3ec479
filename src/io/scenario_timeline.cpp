#include "io/scenario_timeline.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "barchan/io/scenario.hpp"
#include "barchan/wind/wind_field.hpp"
#include "io/read_obstacles.hpp"
#include "io/read_parameters.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr double kLatestTime = 1e9;  // s

/// What one entry of the time line sets: "wind.direction" = 90, or a group's own table, as wind.direction = 90 makes
/// it.
std::vector<SetParameter> read_timeline_settings(TableReader const& set) {
  std::vector<std::string> names;
  for (ParameterGroup const& group : parameter_catalog()) {
    names.emplace_back(group.id);
    for (ParameterRow const& row : group.rows) names.push_back(fmt::format("{}.{}", group.id, row.key));
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (auto const& [key, node] : set.raw()) {
    if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
    const std::string advice = did_you_mean(key.str(), known);
    throw set.error(key.str(),
                    fmt::format("unknown parameter '{}' in set of [[timeline]]{}", printable(key.str()),
                                advice.empty() ? "; expected group.parameter, as in wind.direction" : advice));
  }
  std::vector<SetParameter> parameters;
  for (ParameterGroup const& group : parameter_catalog()) {
    if (const auto table = set.table(group.id)) {
      const std::string title = fmt::format("{} of [[timeline]]", group.id);
      for (SetParameter& parameter : read_group(TableReader(table->raw(), set.file(), title), title, group)) {
        parameters.push_back(std::move(parameter));
      }
    }
    for (ParameterRow const& row : group.rows) {
      const std::string name = fmt::format("{}.{}", group.id, row.key);
      if (!set.has(name)) continue;
      parameters.push_back(
          {std::string(group.id), std::string(row.key), read_parameter(set, name, "set of [[timeline]]", row)});
    }
  }
  return parameters;
}

}  // namespace

std::vector<TimedCommand> read_timeline(TableReader const& root, std::filesystem::path const& folder) {
  static constexpr std::array<std::string_view, 4> kKeys{"at", "set", "remove", "place"};
  std::vector<TimedCommand> timeline;
  for (TableReader const& entry : root.tables("timeline", "[[timeline]]")) {
    entry.refuse_unknown(kKeys);
    const std::optional<double> at = entry.number("at", 0.0, kLatestTime, "s");
    if (!at) throw entry.error("at", "[[timeline]]: expected at = the time in seconds, found none");
    const auto set = entry.has("set") ? entry.table("set") : std::nullopt;
    if (set ? set->raw().empty() : !entry.has("remove") && !entry.has("place")) {
      throw entry.error("set",
                        "[[timeline]]: expected set = { \"wind.direction\" = 90.0 }, place = { shape = \"wall\" }, "
                        "remove = \"all\" or the like, found none");
    }
    if (set) {
      for (SetParameter& parameter : read_timeline_settings(*set)) timeline.push_back({*at, std::move(parameter)});
    }
    if (entry.has("remove")) timeline.push_back({*at, read_remove(entry)});
    if (entry.has("place")) timeline.push_back({*at, read_place(entry, folder)});
  }
  return timeline;
}

}  // namespace barchan
