/// Gauges of a command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "world/gauge.hpp"

namespace barchan {

/// Reads "x=0.4 y=0.5 name=mouth", one a gauge; without a name they are called gauge1, gauge2 and so on. Throws
/// InputError on a place outside the land, on what is no key, and on two of one name.
std::vector<Gauge> parse_gauges(std::span<std::string const> texts);

}  // namespace barchan
