/// SendQueue: sends grids to the GPU, a few megabytes per frame, and only the parts that have changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "render/mip_chain.hpp"
#include "render/send_budget.hpp"
#include "render/texture.hpp"

namespace barchan::render {

/// A texture of floats that remembers its contents: bands of rows that have not changed are not sent again.
class SentGrid {
 public:
  enum class Outcome : std::uint8_t { same, changed, unfinished };
  /// `own_mips`: the processor computes the mips, if it can.
  explicit SentGrid(bool own_mips = false) : own_mips_(own_mips) {}
  /// Returns the values of rows `first` up to, but not including, `last`, row by row, valid until the next call.
  using Rows = std::function<std::span<float const>(int first, int last)>;

  /// Sends the changed bands of `rows` within the budget. If the budget is used up, the next call continues. If the
  /// kind of the texture has changed, a new texture replaces the old one when it is complete.
  Outcome send(Rows const& rows, TextureKind const& kind, SendBudget& budget);
  /// Restarts at the first row.
  void begin() { row_ = 0; }
  GLuint id() const { return shown_.id(); }

 private:
  GlTexture shown_, next_;  ///< `next_` is of another kind and not yet complete
  TextureKind kind_;        ///< of the texture that is being filled
  bool own_mips_;
  std::optional<MipChain> mips_;       ///< of the texture that is being filled
  std::vector<std::uint64_t> hashes_;  ///< hashes of the bands in the texture
  int row_ = 0;                        ///< next row to compare
  bool changed_ = false;               ///< a band has changed since the first row
};

/// Views texels as floats.
template <class Texel>
std::span<float const> as_floats(std::span<Texel const> texels) {
  static_assert(sizeof(Texel) % sizeof(float) == 0);
  return {reinterpret_cast<float const*>(texels.data()), texels.size() * (sizeof(Texel) / sizeof(float))};
}
template <class Texel>
std::span<float const> as_floats(std::vector<Texel> const& texels) {
  return as_floats(std::span<Texel const>(texels));
}

/// A grid to be sent.
struct SendTask {
  std::optional<TextureUnit> unit;  ///< nothing: its rows are only computed
  TextureKind kind;
  SentGrid::Rows rows;
  std::function<void(bool changed)> done{};
};

/// Sends grids, or computes them, one after the other.
class SendQueue {
 public:
  /// `own_mips`: see SentGrid.
  explicit SendQueue(bool own_mips = false) : own_mips_(own_mips) {}

  /// Discards the remaining tasks. The grids still remember what was sent.
  void begin();
  void add(SendTask task) { tasks_.push_back(std::move(task)); }
  /// Adds the `values` of a whole grid, which must exist until they are sent.
  void add(TextureUnit unit, TextureKind const& kind, std::span<float const> values,
           std::function<void(bool changed)> done = {});
  /// Continues with the tasks. Returns false if the budget was used up.
  bool send(SendBudget& budget);
  /// Deletes a grid.
  void forget(TextureUnit unit) { grids_.erase(unit); }
  void bind() const;

 private:
  SentGrid::Outcome compute(SendTask const& task, SendBudget& budget);

  bool own_mips_;
  std::map<TextureUnit, SentGrid> grids_;
  std::deque<SendTask> tasks_;
  int row_ = 0;  ///< next row to compute
};

}  // namespace barchan::render
