/// Recovery: the dialog at the start that offers the work of programs that ended before the user saved it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "io/autosave.hpp"
#include "ui/canvas.hpp"

namespace barchan::ui {

class Recovery {
 public:
  /// Shows the dialog if there is any work.
  void offer(std::vector<LostWork> works);
  bool shown() const { return !works_.empty(); }
  std::size_t count() const { return works_.size(); }

  /// Draws the dialog while it is shown. Returns the work that the user opens. The rest is offered at the next start.
  /// `thumbnails`: makes textures of the pictures; null: pictures are not shown.
  std::optional<LostWork> draw(Canvas const& canvas, render::Thumbnails* thumbnails);

 private:
  enum class Choice : std::uint8_t { none, open, remove };
  Choice draw_row(Canvas const& canvas, render::Thumbnails* thumbnails, std::size_t number);

  std::vector<LostWork> works_;                           ///< the newest comes first
  std::vector<std::shared_ptr<Picture const>> pictures_;  ///< of the works
  std::optional<std::size_t> sure_;                       ///< index of the work that a second press deletes
};

}  // namespace barchan::ui
