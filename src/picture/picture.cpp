#include "picture/picture.hpp"

#include <cstddef>

#include "base/archive.hpp"

namespace barchan {

void keep(Archive& archive, Picture& picture) {
  constexpr int kLongest = 4096;  // pixels
  archive.value(picture.width);
  archive.value(picture.height);
  const bool sound =
      picture.width >= 0 && picture.width <= kLongest && picture.height >= 0 && picture.height <= kLongest;
  archive.require(sound, "the size of a picture is out of range");
  archive.table(picture.rgb,
                std::size_t{3} * static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height));
}

}  // namespace barchan
