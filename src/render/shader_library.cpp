#include "render/shader_library.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "render/texture.hpp"

namespace barchan::render {
namespace {

/// The driver's error message for a shader or program.
template <class GetLog>
std::string info_log(GetLog const& get_log, GLuint object) {
  std::array<char, 2048> text{};
  GLsizei length = 0;
  get_log(object, static_cast<GLsizei>(text.size()), &length, text.data());
  return {text.data(), static_cast<std::size_t>(length)};
}

GlShader compile(GLenum stage, std::string_view name, std::string const& source) {
  GlShader shader = GlShader::make(stage);
  char const* text = source.c_str();
  glShaderSource(shader.id(), 1, &text, nullptr);
  glCompileShader(shader.id());
  GLint good = GL_FALSE;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &good);
  if (good == GL_TRUE) return shader;
  throw std::runtime_error(fmt::format("{}: {}", name, info_log(glGetShaderInfoLog, shader.id())));
}

}  // namespace

std::string ShaderSources::read(std::string_view name) const {
  if (!directory_.empty()) {
    std::ifstream file(std::filesystem::path(directory_) / name);
    std::ostringstream text;
    if (file && text << file.rdbuf()) return text.str();
    throw std::runtime_error(fmt::format("{}/{}: the shader cannot be read; check the path", directory_, name));
  }
  for (EmbeddedShader const& shader : embedded_shaders()) {
    if (shader.name == name) return std::string(shader.source);
  }
  throw std::runtime_error(fmt::format("{}: the program contains no shader of this name; correct the name", name));
}

std::filesystem::file_time_type ShaderSources::newest() const {
  std::filesystem::file_time_type time{};
  std::error_code ignored;
  if (directory_.empty()) return time;
  for (auto const& entry : std::filesystem::directory_iterator(directory_, ignored)) {
    time = std::max(time, entry.last_write_time(ignored));
  }
  return time;
}

ShaderProgram::ShaderProgram(ShaderSources const& sources, std::string_view vertex, std::string_view fragment,
                             std::string_view defines) {
  // Line numbers in messages are those of the stage's own file.
  const std::string common = sources.read("common.glsl") + sources.read("air.glsl");
  const auto complete = [&](std::string_view stage, std::string_view name) {
    return fmt::format("#version 410 core\n#define {}\n{}\n{}\n#line 1\n{}", stage, defines, common,
                       sources.read(name));
  };
  const GlShader shaders[] = {compile(GL_VERTEX_SHADER, vertex, complete("VERTEX_STAGE", vertex)),
                              compile(GL_FRAGMENT_SHADER, fragment, complete("FRAGMENT_STAGE", fragment))};
  program_ = GlProgram::make();
  for (GlShader const& shader : shaders) glAttachShader(program_.id(), shader.id());
  glLinkProgram(program_.id());
  for (GlShader const& shader : shaders) glDetachShader(program_.id(), shader.id());
  GLint good = GL_FALSE;
  glGetProgramiv(program_.id(), GL_LINK_STATUS, &good);
  if (good != GL_TRUE) {
    throw std::runtime_error(
        fmt::format("{} with {}: {}", vertex, fragment, info_log(glGetProgramInfoLog, program_.id())));
  }
  use();
  const GLuint block = glGetUniformBlockIndex(program_.id(), "Scene");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program_.id(), block, kSceneBinding);
  for (std::size_t unit = 0; unit < kSamplerNames.size(); ++unit) {
    glUniform1i(glGetUniformLocation(program_.id(), kSamplerNames[unit]), static_cast<GLint>(unit));
  }
}

void ShaderProgram::set(char const* uniform, float value) const {
  glUniform1f(glGetUniformLocation(program_.id(), uniform), value);
}
void ShaderProgram::set(char const* uniform, glm::vec4 const& value) const {
  glUniform4f(glGetUniformLocation(program_.id(), uniform), value.x, value.y, value.z, value.w);
}

}  // namespace barchan::render
