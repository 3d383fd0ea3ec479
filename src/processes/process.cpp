#include "processes/process.hpp"

#include <algorithm>

#include "land/terrain.hpp"

namespace barchan {

void Process::read_field(std::size_t, Terrain const&, std::span<float> values) const {
  std::fill(values.begin(), values.end(), 0.0f);
}

bool reads_now(Process& process, LandState state) {
  LandAccess const* const access = find_access(process.info(), state);
  if (access == nullptr || !access->reads()) return false;
  if (access->only.key.empty()) return true;
  const ParameterGroup parameters = process.parameters();
  ParameterRow const* const row = parameters.find(access->only.key);
  return row != nullptr && parameters.get(*row) == access->only.value;
}

}  // namespace barchan
