/// SoilFileWatcher: notices that the file with which a world began has changed on disk, and what that asks of the
/// world.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "world/command.hpp"

namespace barchan::ui {

/// What a changed file asks for.
struct FileNews {
  std::vector<SoilCommand> changes;  ///< of the table of soils, for the running world
  std::string text;                  ///< to be told; a line a mistake when there are mistakes
  bool error = false;                ///< the file is wrong and changes nothing
};

class SoilFileWatcher {
 public:
  /// Watches `file` from now on; a world has just been made of it. Only scenarios (.toml) and soil files are watched.
  void watch(std::filesystem::path const& file);
  /// Call once per frame, `seconds` after the last one. Looks at the file twice per second, and reads it once it has
  /// changed and then stayed the same for one look. A file that is gone may come back; both are news.
  std::optional<FileNews> poll(double seconds);
  /// The file has got another seed since the world was made of it.
  bool reseeded() const { return reseeded_; }

 private:
  /// What tells one version of a file from another; nothing while there is no file.
  using Stamp = std::optional<std::array<std::int64_t, 6>>;
  static Stamp stamp_of(std::filesystem::path const& file);
  std::optional<FileNews> read();

  std::filesystem::path file_;  ///< empty: none
  Stamp read_, seen_;           ///< of what was read last, and at the last look
  std::string text_;            ///< last version without mistakes
  bool reseeded_ = false;
  double waited_ = 0.0;  ///< s since the last look
};

}  // namespace barchan::ui
