/// OpenGL functions, and owners of OpenGL names.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <glad/gl.h>

namespace barchan {

/// Owns one OpenGL name; `Kind` says how to make and delete it. Empty until `make`.
template <class Kind>
class GlObject {
 public:
  GlObject() = default;
  ~GlObject() { reset(); }
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0u)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0u);
    }
    return *this;
  }

  static GlObject make() {
    GlObject object;
    Kind::make(&object.name_);
    return object;
  }
  void reset() {
    if (name_ != 0) Kind::remove(&name_);
    name_ = 0;
  }
  GLuint id() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  GLuint name_ = 0;
};

struct GlTextureKind {
  static void make(GLuint* name) { glGenTextures(1, name); }
  static void remove(GLuint* name) { glDeleteTextures(1, name); }
};
struct GlBufferKind {
  static void make(GLuint* name) { glGenBuffers(1, name); }
  static void remove(GLuint* name) { glDeleteBuffers(1, name); }
};
struct GlVertexArrayKind {
  static void make(GLuint* name) { glGenVertexArrays(1, name); }
  static void remove(GLuint* name) { glDeleteVertexArrays(1, name); }
};
struct GlFramebufferKind {
  static void make(GLuint* name) { glGenFramebuffers(1, name); }
  static void remove(GLuint* name) { glDeleteFramebuffers(1, name); }
};
struct GlRenderbufferKind {
  static void make(GLuint* name) { glGenRenderbuffers(1, name); }
  static void remove(GLuint* name) { glDeleteRenderbuffers(1, name); }
};

using GlTexture = GlObject<GlTextureKind>;
using GlBuffer = GlObject<GlBufferKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlFramebuffer = GlObject<GlFramebufferKind>;
using GlRenderbuffer = GlObject<GlRenderbufferKind>;

/// What the driver says of itself, or "unknown".
inline std::string gl_text(GLenum name) {
  auto const* text = reinterpret_cast<char const*>(glGetString(name));
  return text == nullptr ? "unknown" : text;
}

/// Binds `buffer` and gives it new data.
template <class T>
void fill_buffer(GLenum target, GlBuffer const& buffer, std::vector<T> const& values, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(values.size() * sizeof(T)), values.data(), usage);
}

}  // namespace barchan
