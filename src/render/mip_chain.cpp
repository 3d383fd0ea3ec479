#include "render/mip_chain.hpp"

#include <algorithm>

#include "render/mip_kernel.hpp"

namespace barchan::render {

bool MipChain::supports(TextureKind const& kind) {
  const bool known = kind.format == GL_R32F || kind.format == GL_RGBA16F;
  return known && kind.has_mips() && kind.size.x % 2 == 0 && kind.size.y % 2 == 0;
}

MipChain::MipChain(TextureKind const& kind) : kind_(kind) {
  for (glm::ivec2 size = kind.size; size != glm::ivec2(1);) {
    size = glm::max(size / 2, glm::ivec2(1));
    levels_.push_back({size, std::vector<float>(floats_a_row(size.x) * static_cast<std::size_t>(size.y))});
  }
  room_.resize(8 * static_cast<std::size_t>(kind.size.x));
  row_.resize(2 * floats_a_row(kind.size.x));
}

std::size_t MipChain::floats_a_row(int width) const {
  return static_cast<std::size_t>(width) * (kind_.format == GL_RGBA16F ? 2 : 1);
}

/// Computes a row of a level from two rows with twice as many texels.
void MipChain::halve(float const* south, float const* north, Level& to, int row) {
  const auto count = static_cast<std::size_t>(to.size.x);
  float* const means = to.values.data() + floats_a_row(to.size.x) * static_cast<std::size_t>(row);
  if (kind_.format == GL_R32F) return kernel::halve_floats({south, north}, count, means);
  const auto halves = [](auto* floats) { return reinterpret_cast<std::uint16_t const*>(floats); };
  kernel::halve_texels({halves(south), halves(north)}, count, reinterpret_cast<std::uint16_t*>(means), room_.data());
}

void MipChain::add(int first, std::span<float const> values) {
  Level& level = levels_.front();
  const std::size_t in_row = floats_a_row(kind_.size.x);
  const int count = static_cast<int>(values.size() / in_row) / 2, begin = first / 2;
  for (int row = 0; row < count; ++row) {
    float const* const south = values.data() + 2 * in_row * static_cast<std::size_t>(row);
    halve(south, south + in_row, level, begin + row);
  }
  const bool none = level.begin == level.end;
  level.begin = none ? begin : std::min(level.begin, begin);
  level.end = none ? begin + count : std::max(level.end, begin + count);
}

/// Computes the rows of a level that depend on changed rows of the finer level. Where the finer level has an odd number
/// of rows or columns, its last one does not count; where it has only one, this one counts twice.
void MipChain::follow(Level const& from, Level& to) {
  to.begin = std::min(from.begin / 2, to.size.y - 1);
  to.end = std::min((from.end + 1) / 2, to.size.y);
  to.end = std::max(to.end, to.begin + 1);
  const std::size_t in_row = floats_a_row(from.size.x);
  for (int row = to.begin; row < to.end; ++row) {
    const auto at = [&](int y) {
      return from.values.data() + in_row * static_cast<std::size_t>(std::min(y, from.size.y - 1));
    };
    float const *south = at(2 * row), *north = at(2 * row + 1);
    if (from.size.x == 1) {
      // One texel becomes two.
      const auto twice = [&](float const* texel, float* pair) {
        std::copy_n(texel, in_row, std::copy_n(texel, in_row, pair));
        return pair;
      };
      north = twice(north, row_.data() + 2 * in_row);
      south = twice(south, row_.data());
    }
    halve(south, north, to, row);
  }
}

void MipChain::send(GlTexture const& texture) {
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    Level& level = levels_[i];
    if (i > 0) follow(levels_[i - 1], level);
    TextureKind kind = kind_;
    kind.size = level.size;
    float const* const rows = level.values.data() + floats_a_row(level.size.x) * static_cast<std::size_t>(level.begin);
    fill_rows(texture, kind, {level.begin, level.end - level.begin, static_cast<int>(i) + 1}, rows);
  }
  for (Level& level : levels_) level.begin = level.end = 0;
}

}  // namespace barchan::render
