/// Fixture of the tests that draw lands off-screen.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "render/framebuffer.hpp"
#include "render/gl.hpp"
#include "render/offscreen_context.hpp"
#include "render/renderer.hpp"
#include "render/synthetic_land.hpp"

namespace barchan::test {

inline constexpr int kWidth = 320, kHeight = 180;

inline float linear(std::uint8_t value) {
  const float v = static_cast<float>(value) / 255.0f;
  return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f);
}
inline float luminance(std::uint8_t const* pixel) {
  return 0.2126f * linear(pixel[0]) + 0.7152f * linear(pixel[1]) + 0.0722f * linear(pixel[2]);
}

/// Name of the current context's error flag; empty if nothing has failed since the last call.
inline std::string opengl_error() {
  const GLenum error = glGetError();
  while (error != GL_NO_ERROR && glGetError() != GL_NO_ERROR) {
  }
  char text[16];
  std::snprintf(text, sizeof text, "%#06x", error);
  return error == GL_NO_ERROR ? "" : std::string("OpenGL error ") + text;
}

/// Draws lands off-screen and checks that no OpenGL error remains.
class LandPicture : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { context_ = new render::OffscreenContext; }
  static void TearDownTestSuite() {
    delete context_;
    context_ = nullptr;
  }
  void SetUp() override { context_->make_current(); }
  void TearDown() override { EXPECT_EQ(opengl_error(), ""); }

  static render::Image draw(render::Renderer& renderer, TerrainView const& view, render::Camera const& camera,
                            render::RenderSettings const& settings, int width = kWidth, int height = kHeight) {
    render::Framebuffer framebuffer(width, height);
    renderer.upload(view, settings);
    renderer.draw(camera, settings, {width, height, framebuffer.id(), 1.0});
    EXPECT_EQ(renderer.shader_error(), "");
    return render::read_pixels(framebuffer.id(), width, height);
  }
  static render::Image draw(TerrainView const& view, render::Camera const& camera,
                            render::RenderSettings const& settings = {}) {
    render::Renderer renderer;
    return draw(renderer, view, camera, settings);
  }
  static render::Camera home(TerrainView const& view) {
    return home_view(render::LandShape(view, true), view.wind_direction);
  }

 private:
  static inline render::OffscreenContext* context_ = nullptr;
};

}  // namespace barchan::test
