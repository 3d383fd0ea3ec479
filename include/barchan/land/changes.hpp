/// Changes: when each stretch of a land last changed, so that what follows from the land is worked out anew only there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "barchan/base/grid.hpp"

namespace barchan {

/// A moment; later ones are larger. 0 lies before every change.
using Moment = std::uint32_t;

/// Who looks at a land remembers `now()`. At its next look all that has changed since is what `since` names, and may
/// be some that it has seen already. A copy has changed everywhere. It is no state of a world: nothing that a world
/// does may depend on it.
class Changes {
 public:
  Changes() = default;
  /// All stretches of the land change now.
  explicit Changes(Grid const& grid);
  Changes(Changes const& other) : Changes() { *this = other; }
  Changes& operator=(Changes const& other);
  ~Changes() = default;

  /// What is marked from here on happens at a later moment.
  void advance();
  Moment now() const { return now_; }
  /// Cell `column` of a row changes.
  void mark(std::size_t row, std::size_t column) { stamps_[row * stretches_ + column / kStretch] = now_; }
  /// All cells change.
  void mark_all();
  /// Stamps of the stretches of row `y`: those not below a moment have changed since.
  std::span<Moment const> row(int y) const {
    return std::span(stamps_).subspan(static_cast<std::size_t>(y) * stretches_, stretches_);
  }
  /// Has anything in row `y` changed since then?
  bool since(Moment moment, int y) const;

 private:
  Moment now_ = 1;
  std::size_t stretches_ = 0;
  std::vector<Moment> stamps_;
};

}  // namespace barchan
