/// SendQueue: grids on their way to the graphics side, a few megabytes a frame, and only what differs of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "render/send_budget.hpp"
#include "render/texture.hpp"

namespace barchan::render {

/// A texture of floats that knows what it was filled with: bands of rows that are as they were are not sent again.
class SentGrid {
 public:
  enum class Outcome : std::uint8_t { same, changed, unfinished };
  /// Gives the values of rows `first` to `last` - 1, row by row, good until the next call.
  using Rows = std::function<std::span<float const>(int first, int last)>;

  /// Sends bands of `rows` that are new, as far as the budget goes; where it does not reach, the next call goes on. A
  /// texture of another kind than before takes its place when it is whole.
  Outcome send(Rows const& rows, TextureKind const& kind, SendBudget& budget);
  /// Begins with the first row again.
  void begin() { row_ = 0; }
  GLuint id() const { return shown_.id(); }

 private:
  GlTexture shown_, next_;             ///< `next_` of another kind, until it is whole
  TextureKind kind_;                   ///< of what is being filled
  std::vector<std::uint64_t> hashes_;  ///< of the bands that it holds
  int row_ = 0;                        ///< next to be looked at
  bool changed_ = false;               ///< has any band since the first?
};

/// Texels of floats as these.
template <class Texel>
std::span<float const> as_floats(std::vector<Texel> const& texels) {
  static_assert(sizeof(Texel) % sizeof(float) == 0);
  return {reinterpret_cast<float const*>(texels.data()), texels.size() * (sizeof(Texel) / sizeof(float))};
}

/// A grid that is to be sent.
struct SendTask {
  TextureUnit unit;
  TextureKind kind;
  SentGrid::Rows rows;
  std::function<void(bool changed)> done{};
};

/// Grids that are sent one after the other.
class SendQueue {
 public:
  /// Forgets what is still to be sent; what has been sent stays known.
  void begin();
  void add(SendTask task) { tasks_.push_back(std::move(task)); }
  /// `values` of the whole grid, which must live until they are sent.
  void add(TextureUnit unit, TextureKind const& kind, std::span<float const> values,
           std::function<void(bool changed)> done = {});
  /// Goes on with the tasks; false when the budget did not reach.
  bool send(SendBudget& budget);
  /// Forgets a grid.
  void forget(TextureUnit unit) { grids_.erase(unit); }
  void bind() const;

 private:
  std::map<TextureUnit, SentGrid> grids_;
  std::deque<SendTask> tasks_;
};

}  // namespace barchan::render
