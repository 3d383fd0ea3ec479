/// WorldOrder: description of a world to be opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/raster_file.hpp"
#include "world/command.hpp"

namespace barchan {

/// Description of a world to be opened. The same order gives the same world.
struct WorldOrder {
  std::string source;                    ///< scenario name or file
  std::optional<std::uint64_t> seed;     ///< in place of the scenario's
  RasterHints hints;                     ///< of a height map
  std::vector<SetParameter> parameters;  ///< in place of the scenario's
  std::string text{};                    ///< the scenario itself, and `source` is only its name; empty: none
};

}  // namespace barchan
