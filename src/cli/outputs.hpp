/// Output files of a command: checked before the simulation, and written after it.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/cli_arguments.hpp"

namespace barchan {

class World;

/// The files that these exports write, including those beside the rasters.
std::vector<std::filesystem::path> files_of(std::span<FieldExport const> exports);

/// Throws InputError if a field does not exist, if two outputs go to the same file, or if a file could not be written.
void check_outputs(World const& world, std::span<FieldExport const> exports, std::span<std::string const> others);

/// Throws InputError unless `file` is empty or a name with this extension, in whatever case.
void check_ending(std::string_view option, std::string const& file, std::string_view ending);

/// Writes outputs one after the other. One that fails does not cost the others.
class OutputWriter {
 public:
  /// Does the work if it is wanted. What it throws is kept for finish().
  void write(bool wanted, std::function<void()> const& work);
  /// `like`: georeferenced file on whose grid the fields are written; empty: on the grid of the land.
  void write(World const& world, std::span<FieldExport const> exports, std::string const& like = {});
  /// Throws InputErrors if an output has failed.
  void finish() const;

 private:
  std::vector<std::string> failures_;
};

/// Prints what is wrong with the world. Returns the exit code.
int exit_code_of(World const& world);

}  // namespace barchan
