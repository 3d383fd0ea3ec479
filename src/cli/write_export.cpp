#include "cli/write_export.hpp"

#include <cstdint>

#include <unistd.h>

#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/interrupt.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr char const* kEraseLine = "\r\x1b[2K";

}  // namespace

ExportReport write_export(World const& world, ExportWish const& wish, std::string_view scenario, bool quiet) {
  const Activity activity("exporting to", wish.folder);
  const bool shown = !quiet && ::isatty(STDERR_FILENO) == 1;
  // A run that is interrupted during its steps still writes its files. Another interruption stops the export.
  const bool ended_early = InterruptGuard::interrupted();
  const ExportPlan plan = plan_export(world, wish.order, scenario);
  const ExportReport report =
      export_world(world, wish.order, plan, {wish.folder}, [&](double done, std::string_view file) {
        if (shown) print_error("{}{:3.0f} %  {}", kEraseLine, 100.0 * done, printable(file));
        return ended_early || !InterruptGuard::interrupted();
      });
  if (shown) write_error(kEraseLine);
  if (!quiet) say_export(plan, report);
  return report;
}

void say_export(ExportPlan const& plan, ExportReport const& report) {
  for (std::string const& notice : report.notices) print_error("note: {}\n", notice);
  if (report.range_kept) {
    print_error("note: the range of heights is that of the earlier export to this folder: {:.6g} to {:.6g} m\n",
                report.height_range.first, report.height_range.second);
  }
  print_out("{}: {}, {}, {} x {} samples\n", report.finished ? "exported" : "interrupted",
            counted(report.files.size(), "file"), memory_text(report.bytes), plan.width, plan.height);
  if (report.finished && !report.settings.empty()) print_out("settings: {}\n", settings_line(report.settings));
}

void list_export(ExportPlan const& plan) {
  const auto print = [](std::string const& name, double bytes) {
    print_out("{:<40} {:>10}\n", name, memory_text(bytes));
  };
  for (PlannedFile const& file : plan.files) {
    print(file.name, file.bytes);
    for (std::string const& name : file.beside) print(name, kSmallFileBytes);
  }
  print_out("{}.json\n", plan.name);
  for (std::string const& id : plan.left_out)
    print_out("note: the map '{}' is left out, because this land has no values for it\n", id);
  print_out("{}, at most {}; memory besides the world: {}\n", counted(plan.file_count(), "file"),
            memory_text(plan.bytes()), memory_text(plan.memory));
}

}  // namespace barchan
