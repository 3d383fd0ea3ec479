/// Gauges that are given on the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "world/gauge.hpp"

namespace barchan {

/// Parses texts such as "x=0.4 y=0.5 name=mouth", one per gauge. Gauges without a name are named gauge1, gauge2 and so
/// on. Throws InputError for too many gauges, a place outside the land, an unknown key, or a name that is used twice.
std::vector<Gauge> parse_gauges(std::span<std::string const> texts);

}  // namespace barchan
