/// The options that describe a height map, for all commands that read one.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "io/raster_options.hpp"

namespace barchan {

class HintOptions {
 public:
  /// Adds an option for each row of raster_options(). `but`: key of an option that the command uses for something else.
  void add_to(CLI::App& command, std::string_view but = {});
  /// Call after parsing. Throws InputError, which names the option.
  RasterHints hints() const;

 private:
  std::vector<std::string> texts_;
};

}  // namespace barchan
