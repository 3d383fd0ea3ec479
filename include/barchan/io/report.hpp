/// Report: what a headless run did, as JSON.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "barchan/io/raster_file.hpp"

namespace barchan {

class World;

/// What the runner knows besides the world.
struct RunFacts {
  std::string scenario;                           ///< id
  std::uint64_t steps = 0;                        ///< done in this run
  double seconds = 0.0;                           ///< simulation only
  bool interrupted = false;                       ///< stopped before the steps that were asked for
  std::map<std::string, double> seconds_by_part;  ///< process id, wind_field, cascade, checks
};

/// The report as JSON text: scenario, seed, threads, steps, seconds, hash (16 hex digits of the whole state), budget
/// (error and an account a soil, in quanta; the ground is summed from the columns here), health, processes.
std::string make_report(World const& world, RunFacts const& facts);

/// Exports field `id` of `world` as a raster; elevations are above sea level. Throws InputError when there is none.
Raster export_field(World const& world, std::string_view id);

}  // namespace barchan
