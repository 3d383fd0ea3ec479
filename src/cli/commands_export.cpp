// The command export: files for other programs.
#include <filesystem>

#include "cli/commands.hpp"
#include "cli/outputs.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_world.hpp"
#include "cli/write_export.hpp"
#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/interrupt.hpp"
#include "world/world.hpp"

namespace barchan {

int export_files(ExportArguments const& arguments) {
  StartedWorld started = start(arguments.world);
  World& world = started.world;
  std::string const& id = started.info.scenario.id;
  if (!arguments.quiet) {
    for (std::string const& notice : started.notices) print_error("note: {}\n", notice);
  }
  const ExportPlan plan = plan_export(world, arguments.wish.order, id);  // refuses wrong options before the simulation
  if (arguments.list) {
    list_export(plan);
    return kExitDone;
  }
  const InterruptGuard guard;
  {
    const Activity activity("simulating", id);
    ProgressBar bar(arguments.world.steps, arguments.quiet);
    for (std::uint64_t done = 0; done < arguments.world.steps && !InterruptGuard::interrupted();) {
      world.step();
      bar.update(++done);
    }
  }
  if (InterruptGuard::interrupted()) return kExitInterrupted;
  const ExportReport report = write_export(world, arguments.wish, id, arguments.quiet);
  const int code = exit_code_of(world);
  return code == kExitDone && !report.finished ? kExitInterrupted : code;
}

}  // namespace barchan
