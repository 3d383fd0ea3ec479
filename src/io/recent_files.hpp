/// RecentFiles: the files that the user has opened and saved lately. All windows share the list.
#pragma once

#include <cstddef>
#include <filesystem>
#include <thread>
#include <vector>

namespace barchan {

class RecentFiles {
 public:
  static constexpr std::size_t kMost = 10;

  /// Keeps the list in this text file, one absolute path per line. It need not exist.
  explicit RecentFiles(std::filesystem::path list) : list_(std::move(list)) {}

  /// Those that still exist; the newest comes first. Empty if the list cannot be read.
  std::vector<std::filesystem::path> files() const;
  /// Makes this file the newest, on a thread of its own. A list that cannot be written stays as it is.
  void add(std::filesystem::path const& file);
  /// Waits until the list is written.
  void wait() { writer_ = std::jthread(); }

 private:
  std::filesystem::path list_;
  std::jthread writer_;
};

}  // namespace barchan
