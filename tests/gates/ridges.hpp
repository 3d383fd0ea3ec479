/// Lone ridges across the wind, as gate B1 measures them.
#pragma once

#include <cstdint>
#include <vector>

#include "gates/slab_worlds.hpp"

namespace barchan::gates {

/// Sand that passes the crest of a lone ridge of about `height` m, relative to the flux over flat sand. A ridge that
/// keeps its shape and whose lee catches all sand moves at the flux over its crest divided by its height, so the flux
/// is the measured speed times the measured height.
double flux_over_crest(Setting const& setting, double height, std::uint64_t seed,
                       std::vector<SetParameter> const& parameters = {});

}  // namespace barchan::gates
