#include "barchan/land/raster.hpp"

#include <algorithm>

namespace barchan {

std::pair<float, float> Raster::extent() const {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return {*low, *high};
}

}  // namespace barchan
