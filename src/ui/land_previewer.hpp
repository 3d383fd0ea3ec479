/// LandPreviewer: makes previews of lands on a thread of its own, so that no frame waits for them.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "io/land_preview.hpp"

namespace barchan::ui {

/// Facts of a height map, or why it cannot be read.
struct MapNews {
  std::filesystem::path file;
  std::variant<MapFacts, std::string> facts{};
};

class LandPreviewer {
 public:
  LandPreviewer();
  ~LandPreviewer();
  LandPreviewer(LandPreviewer const&) = delete;
  LandPreviewer& operator=(LandPreviewer const&) = delete;

  /// With `wait`, everything is made before the functions below return, so that scripts do not depend on time.
  void set_wait(bool wait) { wait_ = wait; }

  /// Asks for the preview of this land, unless it is there or asked for. A later request replaces an earlier one.
  void ask(NewLand const& land);
  /// The last preview that has been made; null: none yet.
  std::shared_ptr<LandPreview const> preview() const;
  /// True if preview() is that of the land that was asked for last.
  bool ready() const;

  /// Asks for the facts of a height map.
  void ask_for_map(std::filesystem::path const& file);
  /// The facts, once.
  std::optional<MapNews> take_map();

  /// The picture of a shipped scenario. Asks for it if it has not been made. Null: not yet, or there is none.
  std::shared_ptr<Picture const> scenario(std::string const& id);
  /// Forgets the scenarios that are asked for but not begun, because others are shown now.
  void drop_scenarios();

 private:
  class Maker;

  bool wait_ = false;
  std::unique_ptr<Maker> maker_;
};

}  // namespace barchan::ui
