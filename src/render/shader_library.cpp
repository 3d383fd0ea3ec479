#include "render/shader_library.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "render/texture.hpp"

namespace barchan {
namespace {

std::string info_log(GLuint object, bool program) {
  std::array<char, 2048> text{};
  GLsizei length = 0;
  if (program) {
    glGetProgramInfoLog(object, static_cast<GLsizei>(text.size()), &length, text.data());
  } else {
    glGetShaderInfoLog(object, static_cast<GLsizei>(text.size()), &length, text.data());
  }
  return {text.data(), static_cast<std::size_t>(length)};
}

/// Compiles one stage; the caller attaches and deletes it.
GLuint compile(GLenum stage, std::string_view name, std::string const& source) {
  const GLuint shader = glCreateShader(stage);
  char const* text = source.c_str();
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good != GL_TRUE) {
    const std::string message = fmt::format("{}: {}", name, info_log(shader, false));
    glDeleteShader(shader);
    throw std::runtime_error(message);
  }
  return shader;
}

}  // namespace

std::string ShaderSources::read(std::string_view name) const {
  if (!directory_.empty()) {
    std::ifstream file(std::filesystem::path(directory_) / name);
    std::ostringstream text;
    if (file && text << file.rdbuf()) return text.str();
    throw std::runtime_error(fmt::format("{}/{}: cannot read the shader", directory_, name));
  }
  for (EmbeddedShader const& shader : embedded_shaders()) {
    if (shader.name == name) return std::string(shader.source);
  }
  throw std::runtime_error(fmt::format("{}: no such shader in the program", name));
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
  // Line numbers in messages count from the stage's own file.
  const std::string common = sources.read("common.glsl");
  const auto complete = [&](std::string_view stage, std::string_view name) {
    return fmt::format("#version 410 core\n#define {}\n{}\n{}\n#line 1\n{}", stage, defines, common,
                       sources.read(name));
  };
  const GLuint first = compile(GL_VERTEX_SHADER, vertex, complete("VERTEX_STAGE", vertex));
  GLuint second = 0;
  try {
    second = compile(GL_FRAGMENT_SHADER, fragment, complete("FRAGMENT_STAGE", fragment));
  } catch (...) {
    glDeleteShader(first);
    throw;
  }
  program_ = glCreateProgram();
  for (const GLuint shader : {first, second}) glAttachShader(program_, shader);
  glLinkProgram(program_);
  for (const GLuint shader : {first, second}) {
    glDetachShader(program_, shader);
    glDeleteShader(shader);
  }
  GLint good = GL_FALSE;
  glGetProgramiv(program_, GL_LINK_STATUS, &good);
  if (good != GL_TRUE) {
    const std::string message = fmt::format("{} with {}: {}", vertex, fragment, info_log(program_, true));
    reset();
    throw std::runtime_error(message);
  }
  use();
  const GLuint block = glGetUniformBlockIndex(program_, "Scene");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(program_, block, kSceneBinding);
  for (std::size_t unit = 0; unit < kSamplerNames.size(); ++unit) set(kSamplerNames[unit], static_cast<int>(unit));
}

ShaderProgram& ShaderProgram::operator=(ShaderProgram&& other) noexcept {
  if (this != &other) {
    reset();
    program_ = std::exchange(other.program_, 0u);
  }
  return *this;
}

void ShaderProgram::reset() {
  if (program_ != 0) glDeleteProgram(program_);
  program_ = 0;
}

void ShaderProgram::set(char const* uniform, int value) const {
  glUniform1i(glGetUniformLocation(program_, uniform), value);
}
void ShaderProgram::set(char const* uniform, float value) const {
  glUniform1f(glGetUniformLocation(program_, uniform), value);
}
void ShaderProgram::set(char const* uniform, glm::vec4 const& value) const {
  glUniform4f(glGetUniformLocation(program_, uniform), value.x, value.y, value.z, value.w);
}

}  // namespace barchan
