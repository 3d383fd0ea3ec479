#include "barchan/io/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "barchan/land/terrain.hpp"
#include "barchan/processes/process.hpp"
#include "barchan/world/world.hpp"
#include "io/text.hpp"

namespace barchan {

using Json = nlohmann::ordered_json;

std::string make_report(World const& world, RunFacts const& facts) {
  Json report;
  report["scenario"] = facts.scenario;
  report["version"] = BARCHAN_VERSION;
  report["seed"] = world.seed();
  report["threads"] = world.threads();
  report["steps"] = facts.steps;
  report["interrupted"] = facts.interrupted;
  report["step_count"] = world.step_count();
  report["time"] = world.time();
  report["seconds"] = facts.seconds;
  report["hash"] = fmt::format("{:016x}", world.hash());
  report["grid"] = {{"width", world.grid().width},
                    {"height", world.grid().height},
                    {"cell_size", world.grid().cell_size},
                    {"datum", world.terrain().datum}};

  const MassBudget budget = world.budget();
  report["budget"]["error"] = budget.error();
  for (int i = 0; i < kAccountCount; ++i) {
    Account const& account = budget.accounts[static_cast<std::size_t>(i)];
    report["budget"]["soils"][std::string(account_id(i))] = {
        {"opening", account.opening}, {"lying", account.lying}, {"airborne", account.airborne},
        {"out", account.out},         {"in", account.in},       {"converted", account.converted}};
  }

  report["health"] = Json::array();
  for (std::string_view name : health_names(world.health())) report["health"].push_back(name);

  const auto seconds_of = [&](std::string const& part) {
    const auto found = facts.seconds_by_part.find(part);
    return found != facts.seconds_by_part.end() ? found->second : 0.0;
  };
  report["processes"] = Json::object();
  for (auto const& process : world.processes()) {
    const std::string id(process->info().id);
    report["processes"][id] = {{"enabled", process->enabled()},
                               {"seconds", seconds_of(id)},
                               {"particles", process->particle_count()},
                               {"particle_steps", process->particle_steps()},
                               {"laid_down", process->laid_down()}};
  }
  report["parts"] = Json::object();
  for (auto const& [part, seconds] : facts.seconds_by_part) {
    if (!report["processes"].contains(part)) report["parts"][part] = {{"seconds", seconds}};
  }
  return report.dump(2) + "\n";
}

Raster export_field(World const& world, std::string_view id) {
  for (FieldRow const& row : world.fields()) {
    if (row.id != id) continue;
    Raster raster;
    raster.width = world.grid().width;
    raster.height = world.grid().height;
    raster.cell_size = static_cast<double>(world.grid().cell_size);
    raster.values = *world.field(id);
    raster.field = row.id;
    raster.unit = row.unit;
    return raster;
  }
  std::vector<std::string_view> ids;
  for (FieldRow const& row : world.fields()) ids.push_back(row.id);
  const std::string advice = did_you_mean(id, ids);
  throw InputError("unknown field '{}'{}", id, advice.empty() ? fmt::format("; known are {}", join(ids)) : advice);
}

}  // namespace barchan
