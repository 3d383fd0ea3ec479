/// Overloaded: functions for std::visit, one per alternative of a variant. If one is missing, the code does not
/// compile.
#pragma once

namespace barchan {

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace barchan
