#include "processes/process.hpp"

#include <algorithm>

#include "land/terrain.hpp"

namespace barchan {

void Process::read_field(std::size_t, Terrain const&, std::span<float> values) const {
  std::fill(values.begin(), values.end(), 0.0f);
}

std::vector<ParticleTrace> Process::trace_particles(Terrain const&, std::size_t) const { return {}; }

}  // namespace barchan
