/// Gauges given on the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "world/gauge.hpp"

namespace barchan {

/// Parses "x=0.4 y=0.5 name=mouth", one text per gauge. Gauges without a name are called gauge1, gauge2 and so on.
/// Throws InputError for a place outside the land, an unknown key, and a name that is used twice.
std::vector<Gauge> parse_gauges(std::span<std::string const> texts);

}  // namespace barchan
