#include "cli/outputs.hpp"

#include <system_error>

#include "io/align_raster.hpp"
#include "io/console.hpp"
#include "io/file.hpp"
#include "io/layer_field.hpp"
#include "io/raster_file.hpp"
#include "io/text.hpp"
#include "land/terrain.hpp"
#include "world/health.hpp"
#include "world/world.hpp"

namespace barchan {

namespace fs = std::filesystem;

std::vector<fs::path> files_of(std::span<FieldExport const> exports) {
  std::vector<fs::path> files;
  for (FieldExport const& item : exports) {
    files.push_back(item.path);
    if (const auto beside = file_beside(item.path)) files.push_back(*beside);
  }
  return files;
}

void check_outputs(World const& world, std::span<FieldExport const> exports, std::span<std::string const> others) {
  for (FieldExport const& item : exports) {
    check_export(world, item.field);
    check_files_beside(item.path, world.terrain().place);
  }
  std::vector<fs::path> outputs = files_of(exports);
  for (std::string const& file : others) {
    if (!file.empty()) outputs.emplace_back(file);
  }
  std::error_code ignored;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_special_file(outputs[i]) &&
          fs::weakly_canonical(outputs[i], ignored) == fs::weakly_canonical(outputs[j], ignored)) {
        throw InputError("{}: expected one output in this file, found two; choose different names",
                         outputs[i].string());
      }
    }
    check_writable(outputs[i]);
  }
}

void check_ending(std::string_view option, std::string const& file, std::string_view ending) {
  if (file.empty() || lower_case(fs::path(file).extension().string()) == ending) return;
  throw InputError("{} {}: expected a name that ends in {}; rename it", option, file, ending);
}

void OutputWriter::write(bool wanted, std::function<void()> const& work) {
  if (!wanted) return;
  try {
    work();
  } catch (std::exception const& error) {
    failures_.push_back(told_whole(error));
  }
}

void OutputWriter::write(World const& world, std::span<FieldExport const> exports, std::string const& like) {
  for (FieldExport const& item : exports) {
    write(true, [&] {
      Raster field = export_field(world, item.field);
      write_raster(item.path, like.empty() ? field : on_grid_of(std::move(field), like));
    });
  }
}

void OutputWriter::finish() const {
  if (!failures_.empty()) throw InputErrors(failures_);
}

int exit_code_of(World const& world) {
  if (world.flags() == 0) return kExitDone;
  for (HealthRow const& row : health_rows(world.flags())) {
    const bool fault = row.id != kClockLimited;
    print_error("barchan-cli: {} ({}): {}\n", fault ? "the world is not healthy" : "note", row.id, row.text);
  }
  return world.health() != 0 ? kExitIllHealth : kExitDone;
}

}  // namespace barchan
