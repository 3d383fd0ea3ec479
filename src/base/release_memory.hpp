/// Release of memory. A vector that is only cleared keeps its capacity.
#pragma once

namespace barchan {

/// Empties containers and releases their memory.
template <class... Containers>
void release_memory(Containers&... containers) {
  ((containers = Containers()), ...);
}

}  // namespace barchan
