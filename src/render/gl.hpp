/// OpenGL functions, and owners of OpenGL names.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <glad/gl.h>

namespace barchan::render {

/// Owns one OpenGL name, created by `Create` and deleted by `Delete`. Empty until make().
template <auto& Create, auto& Delete>
class GlObject {
 public:
  GlObject() = default;
  ~GlObject() {
    if (name_ == 0) return;
    if constexpr (std::is_invocable_v<decltype(Delete), GLuint>) {
      Delete(name_);
    } else {
      Delete(1, &name_);
    }
  }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0u)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }

  /// `kind`: type of shader, for shaders only.
  template <class... Kind>
  static GlObject make(Kind... kind) {
    GlObject object;
    if constexpr (std::is_invocable_v<decltype(Create), Kind...>) {
      object.name_ = Create(kind...);
    } else {
      Create(1, &object.name_);
    }
    return object;
  }
  GLuint id() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  GLuint name_ = 0;
};

using GlTexture = GlObject<glad_glGenTextures, glad_glDeleteTextures>;
using GlBuffer = GlObject<glad_glGenBuffers, glad_glDeleteBuffers>;
using GlVertexArray = GlObject<glad_glGenVertexArrays, glad_glDeleteVertexArrays>;
using GlFramebuffer = GlObject<glad_glGenFramebuffers, glad_glDeleteFramebuffers>;
using GlRenderbuffer = GlObject<glad_glGenRenderbuffers, glad_glDeleteRenderbuffers>;
using GlShader = GlObject<glad_glCreateShader, glad_glDeleteShader>;
using GlProgram = GlObject<glad_glCreateProgram, glad_glDeleteProgram>;

/// A string from the driver, or "unknown".
inline std::string gl_text(GLenum name) {
  auto const* text = reinterpret_cast<char const*>(glGetString(name));
  return text == nullptr ? "unknown" : text;
}

/// Returns whether a driver of this name renders on the processor.
inline bool draws_on_cpu(std::string_view renderer) {
  constexpr std::string_view kNames[] = {"llvmpipe", "softpipe", "swrast", "SWR", "SwiftShader", "Software Rasterizer"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [renderer](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

/// Binds `buffer` and fills it.
template <class T>
void fill_buffer(GLenum target, GlBuffer const& buffer, std::vector<T> const& values, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), usage);
}

/// A vertex attribute of floats.
struct GlAttribute {
  GLuint location;
  GLint components;
  std::size_t offset = 0;  ///< bytes
};

/// Lets the bound vertex array read these attributes from the bound array buffer, per vertex or, with `divisor` 1, per
/// instance.
inline void set_attributes(GLsizei stride, std::initializer_list<GlAttribute> attributes, GLuint divisor = 0) {
  for (GlAttribute const& attribute : attributes) {
    glEnableVertexAttribArray(attribute.location);
    glVertexAttribPointer(attribute.location, attribute.components, GL_FLOAT, GL_FALSE, stride,
                          reinterpret_cast<void const*>(attribute.offset));
    glVertexAttribDivisor(attribute.location, divisor);
  }
}

}  // namespace barchan::render
