/// SoilFileWatcher: notices when the file from which a world was made changes on disk, and works out what the world
/// must change.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "world/command.hpp"

namespace barchan::ui {

/// Changes in a file.
struct FileNews {
  std::vector<SoilCommand> changes;  ///< of the table of soils, for the running world
  std::string text;                  ///< message for the user; if there are mistakes, a line for each
  bool error = false;                ///< the file is wrong and changes nothing
};

class SoilFileWatcher {
 public:
  /// Watches `file` from now on. A world has just been made from it. Only scenarios (.toml) and soil files are watched.
  void watch(std::filesystem::path const& file);
  /// Call it once per frame, `seconds` after the last call. It checks the file twice per second, and reads it when it
  /// has changed and then stayed the same for one check. It also reports a file that disappears or comes back.
  std::optional<FileNews> poll(double seconds);
  /// True if the seed in the file has changed since the world was made from it.
  bool reseeded() const { return reseeded_; }

 private:
  /// Identifies a version of a file; nothing while there is no file.
  using Stamp = std::optional<std::array<std::int64_t, 6>>;
  static Stamp stamp_of(std::filesystem::path const& file);
  std::optional<FileNews> read();

  std::filesystem::path file_;  ///< empty: none
  Stamp read_, seen_;           ///< of the version read last, and at the last check
  std::string text_;            ///< last version without mistakes
  bool reseeded_ = false;
  double waited_ = 0.0;  ///< s since the last check
};

}  // namespace barchan::ui
