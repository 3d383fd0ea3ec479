/// Memory given back: a vector that is only cleared keeps its own.
#pragma once

namespace barchan {

/// Empties containers and frees what they held.
template <class... Containers>
void release_memory(Containers&... containers) {
  ((containers = Containers()), ...);
}

}  // namespace barchan
