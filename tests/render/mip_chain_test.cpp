// Levels of a texture that the processor computes are those that OpenGL would compute.
#include <cmath>
#include <random>

#include <glm/packing.hpp>

#include "render/mip_chain.hpp"
#include "render/picture_fixture.hpp"

namespace barchan::render::mip_chain_test {
namespace {

class Mips : public test::LandPicture {};

/// All values of a level, in floats.
std::vector<float> level_of(GlTexture const& texture, TextureKind const& kind, int level) {
  const glm::ivec2 size = glm::max(kind.size >> level, glm::ivec2(1));
  const bool single = kind.format == GL_R32F;
  std::vector<float> values(static_cast<std::size_t>(size.x * size.y) * (single ? 1 : 4));
  bind_texture(TextureUnit::scratch, texture.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTexImage(GL_TEXTURE_2D, level, single ? GL_RED : GL_RGBA, GL_FLOAT, values.data());
  return values;
}

/// Random floats, or texels of four halves, for which two halves take the place of a float.
std::vector<float> random_texels(TextureKind const& kind, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<float> values(static_cast<std::size_t>(kind.size.x * kind.size.y) * (kind.format == GL_R32F ? 1 : 2));
  for (float& value : values) {
    const auto next = [&] { return static_cast<float>(random() % 2000) / 100.0f - 10.0f; };
    value = kind.format == GL_R32F ? next() : glm::uintBitsToFloat(glm::packHalf2x16({next(), next()}));
  }
  return values;
}

TEST_F(Mips, AreThoseOfOpenGl) {
  for (const GLenum format : {GL_R32F, GL_RGBA16F}) {
    for (const glm::ivec2 size : {glm::ivec2(64, 64), {256, 2}, {2, 128}, {16, 4}}) {
      const TextureKind kind{.size = size, .format = format, .filter = GL_LINEAR_MIPMAP_NEAREST};
      ASSERT_TRUE(MipChain::supports(kind));
      std::vector<float> texels = random_texels(kind, 1);
      const GlTexture expected = make_texture(kind, texels.data()), own = make_texture(kind);
      fill_rows(own, kind, {0, size.y}, texels.data());
      MipChain chain(kind);
      // In two pieces, if there are enough rows.
      const std::size_t first = size.y > 2 ? texels.size() / 2 : texels.size();
      chain.add(0, std::span(texels).first(first));
      if (first < texels.size()) chain.add(size.y / 2, std::span(texels).subspan(first));
      chain.send(own);
      for (int level = 1; glm::max(size.x, size.y) >> level > 0; ++level) {
        const std::vector<float> a = level_of(own, kind, level), b = level_of(expected, kind, level);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
          ASSERT_NEAR(a[i], b[i], 0.02f) << size.x << "x" << size.y << ", level " << level << ", value " << i;
        }
      }
    }
  }
}

TEST_F(Mips, FollowChangesOfAFewRows) {
  for (const GLenum format : {GL_R32F, GL_RGBA16F}) {
    for (const glm::ivec2 size : {glm::ivec2(64, 64), {20, 36}, {6, 14}}) {
      const TextureKind kind{.size = size, .format = format, .filter = GL_LINEAR_MIPMAP_NEAREST};
      std::vector<float> texels = random_texels(kind, 2);
      const std::vector<float> others = random_texels(kind, 3);
      const std::size_t in_row = texels.size() / static_cast<std::size_t>(size.y);
      MipChain changed(kind), fresh(kind);
      const GlTexture own = make_texture(kind), expected = make_texture(kind);
      changed.add(0, texels);
      changed.send(own);
      constexpr int kFirst = 8, kRows = 4;
      std::copy_n(others.begin() + kFirst * static_cast<std::ptrdiff_t>(in_row), kRows * in_row,
                  texels.begin() + kFirst * static_cast<std::ptrdiff_t>(in_row));
      changed.add(kFirst, std::span(texels).subspan(kFirst * in_row, kRows * in_row));
      changed.send(own);
      fresh.add(0, texels);
      fresh.send(expected);
      for (int level = 1; glm::max(size.x, size.y) >> level > 0; ++level) {
        EXPECT_EQ(level_of(own, kind, level), level_of(expected, kind, level))
            << size.x << "x" << size.y << ", " << level;
      }
    }
  }
}

TEST_F(Mips, OfOddSizesAndOtherFormatsAreLeftToOpenGl) {
  const auto supports = [](glm::ivec2 size, GLenum format, GLint filter) {
    return MipChain::supports({.size = size, .format = format, .filter = filter});
  };
  EXPECT_TRUE(supports({64, 64}, GL_R32F, GL_LINEAR_MIPMAP_NEAREST));
  EXPECT_FALSE(supports({63, 64}, GL_R32F, GL_LINEAR_MIPMAP_NEAREST));
  EXPECT_FALSE(supports({64, 1}, GL_R32F, GL_LINEAR_MIPMAP_NEAREST));
  EXPECT_FALSE(supports({64, 64}, GL_RGBA32F, GL_LINEAR_MIPMAP_NEAREST));
  EXPECT_FALSE(supports({64, 64}, GL_R32F, GL_LINEAR)) << "there are no mips";
}

}  // namespace
}  // namespace barchan::render::mip_chain_test
