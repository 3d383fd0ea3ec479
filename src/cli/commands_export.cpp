// The command export: files for other programs.
#include <algorithm>
#include <string>

#include "cli/commands.hpp"
#include "cli/outputs.hpp"
#include "cli/progress_bar.hpp"
#include "cli/run_world.hpp"
#include "cli/write_export.hpp"
#include "export/export_map.hpp"
#include "export/export_preset.hpp"
#include "export/sequence.hpp"
#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/interrupt.hpp"
#include "io/text.hpp"
#include "world/world.hpp"

namespace barchan {

namespace {

bool go_on() { return !InterruptGuard::interrupted(); }

/// Writes the frames of a sequence. Returns the exit code.
int write_sequence(World& world, ExportArguments const& arguments, std::string const& id) {
  ExportSequence sequence(world, arguments.wish.order, arguments.wish.folder, id);
  if (!arguments.quiet && sequence.needs_ranges()) {
    print_error(
        "note: the steps are simulated twice, the first time to find ranges that fit all frames; to avoid this, use "
        "--height-range and formats of floats\n");
  }
  const SequenceSteps steps{arguments.every, arguments.world.steps};
  SequenceReport report;
  {
    ProgressBar bar(steps.steps, arguments.quiet);
    report = sequence.run(world, steps, [&](double done, std::string_view) {
      bar.update(static_cast<std::uint64_t>(done * static_cast<double>(steps.steps)));
      return go_on();
    });
  }
  if (sequence.frames() == 0) return kExitInterrupted;
  for (std::string const& notice : report.notices) {
    if (!arguments.quiet) print_error("note: {}\n", notice);
  }
  // After an interruption of the steps, the film of the frames so far is made. Another interruption stops it.
  const bool ended_early = !go_on();
  const std::filesystem::path film = sequence.finish([&] { return ended_early || go_on(); });
  if (!arguments.quiet) {
    print_out("{}: {}\n", go_on() ? "exported" : "interrupted", counted(sequence.frames(), "frame"));
    if (!film.empty()) print_out("film: {}\n", film.string());
  }
  const int code = exit_code_of(world);
  return code == kExitDone && !go_on() ? kExitInterrupted : code;
}

/// Simulates all steps and writes one export. Returns the exit code.
int write_once(World& world, ExportArguments const& arguments, std::string const& id) {
  {
    const Activity activity("simulating", id);
    ProgressBar bar(arguments.world.steps, arguments.quiet);
    for (std::uint64_t done = 0; done < arguments.world.steps && go_on();) {
      world.step();
      bar.update(++done);
    }
  }
  if (!go_on()) return kExitInterrupted;
  const ExportReport report = write_export(world, arguments.wish, id, arguments.quiet);
  const int code = exit_code_of(world);
  return code == kExitDone && !report.finished ? kExitInterrupted : code;
}

void print_formats(char const* title, std::span<ExportFormatRow const> rows) {
  print_out("\n## {}\n\n| format | extension | contents |\n|---|---|---|\n", title);
  for (ExportFormatRow const& row : rows) print_out("| `{}` | `{}` | {} |\n", row.id, row.ending, row.name);
}

void print_exports_markdown() {
  print_out(
      "# Exports: presets, options, maps and formats\n\n<!-- Written by `barchan-cli exports --markdown`; do not edit. "
      "-->\n\n[Export](export.md) explains how to use these tables.\n\n## Presets\n\n"
      "| preset | program | what it writes | options |\n|---|---|---|---|\n");
  for (ExportPresetRow const& row : export_presets()) {
    print_out("| `{}` | {} | {} | `{}` |\n", row.id, row.title, row.help, row.values);
  }
  print_out("\n## Options\n\n| option | default | meaning |\n|---|---|---|\n");
  for (ExportOptionRow const& row : export_options()) {
    print_out("| `{} {}` | `{}` | {}. |\n", command_option(row), row.meaning, row.text({}), row.help);
  }
  print_out("\n## Maps\n\n| map | contents |\n|---|---|\n");
  for (MapRow const& row : made_maps()) print_out("| `{}` | {} |\n", row.id, row.help);
  print_out("| `cover:SOIL` | Fraction of the surface that belongs to this soil. |\n");
  print_out("| field | Any field that `barchan-cli fields` lists. |\n");
  print_formats("Formats of heights", height_formats());
  print_formats("Formats of maps", map_formats());
  print_formats("Formats of data files", data_formats());
  print_formats("Formats of meshes", mesh_formats());
}

}  // namespace

int list_exports(bool as_markdown) {
  if (as_markdown) {
    print_exports_markdown();
    return kExitDone;
  }
  print_out("Presets (--preset)\n");
  for (ExportPresetRow const& row : export_presets()) print_out("  {:<10} {}: {}\n", row.id, row.title, row.help);
  print_out("\nMaps (--maps)\n");
  for (MapRow const& row : made_maps()) print_out("  {:<12} {}\n", row.id, row.help);
  print_out("  {:<12} Fraction of the surface that belongs to this soil.\n", "cover:SOIL");
  print_out("  {:<12} Any field that 'barchan-cli fields' lists.\n", "FIELD");
  print_out("\nOptions: see 'barchan-cli export --help'\n");
  return kExitDone;
}

int export_files(ExportArguments const& arguments) {
  StartedWorld started = start(arguments.world);
  std::string const& id = started.info.scenario.id;
  if (!arguments.quiet) {
    for (std::string const& notice : started.notices) print_error("note: {}\n", notice);
  }
  // Refuses wrong options before the simulation.
  ExportOrder order = arguments.wish.order;
  if (arguments.every > 0) order.frame = 0;
  const ExportPlan plan = plan_export(started.world, order, id);
  if (arguments.list) {
    list_export(plan);
    if (arguments.every > 0) {
      print_out("{}, each with the files above\n", counted(1 + arguments.world.steps / arguments.every, "frame"));
    }
    return kExitDone;
  }
  const InterruptGuard guard;
  return arguments.every > 0 ? write_sequence(started.world, arguments, id) : write_once(started.world, arguments, id);
}

}  // namespace barchan
