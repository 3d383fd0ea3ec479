/// Shaders: sources embedded in the program, or read from a folder during development, and compiled to programs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <glm/vec4.hpp>

#include "render/gl.hpp"

namespace barchan::render {

/// A shader source in the program.
struct EmbeddedShader {
  std::string_view name;  ///< file name in shaders/
  std::string_view source;
};
/// All files of shaders/, generated at build time.
std::span<EmbeddedShader const> embedded_shaders();

/// Source of the shaders: the program itself, or a folder.
class ShaderSources {
 public:
  explicit ShaderSources(std::string directory = {}) : directory_(std::move(directory)) {}
  /// Returns the text of a file. If there is no such file, throws std::runtime_error that names it.
  std::string read(std::string_view name) const;
  std::string const& directory() const { return directory_; }
  /// Time of the newest file in the folder; a constant if embedded.
  std::filesystem::file_time_type newest() const;

 private:
  std::string directory_;
};

/// A linked program. Texture samplers are bound to their units once, by name.
class ShaderProgram {
 public:
  ShaderProgram() = default;
  /// Compiles the files `vertex` and `fragment`, each preceded by the lines of `defines`, common.glsl and air.glsl.
  /// Throws std::runtime_error with the driver's message.
  ShaderProgram(ShaderSources const& sources, std::string_view vertex, std::string_view fragment,
                std::string_view defines);

  explicit operator bool() const { return static_cast<bool>(program_); }
  void use() const { glUseProgram(program_.id()); }
  void set(char const* uniform, float value) const;
  void set(char const* uniform, glm::vec4 const& value) const;

 private:
  GlProgram program_;
};

}  // namespace barchan::render
