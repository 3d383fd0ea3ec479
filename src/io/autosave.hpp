/// Automatic saves: worlds that windows save by themselves, so that a crash or a power cut costs little. Each window
/// uses a file of its own in a common folder. A lock tells which of the files belong to a program that still runs; it
/// ends with the program, however that ends.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/saved_world.hpp"

namespace barchan {

/// A file of the folder that only this program uses, as long as the object lives.
class AutosavePlace {
 public:
  /// Takes a new place in the folder, which is created if it is missing. The file does not exist yet. Throws InputError
  /// if the folder cannot be used.
  explicit AutosavePlace(std::filesystem::path const& folder);
  /// Takes over a file that another program has left behind. Nothing if a program still uses it.
  static std::optional<AutosavePlace> take(std::filesystem::path const& file);
  /// Gives the place up. The file stays.
  ~AutosavePlace();
  AutosavePlace(AutosavePlace&& other) noexcept
      : file_(std::move(other.file_)), lock_(std::exchange(other.lock_, -1)) {}
  AutosavePlace& operator=(AutosavePlace&& other) noexcept;

  std::filesystem::path const& file() const { return file_; }
  /// Removes the file, because the work in it is saved or not wanted.
  void clear();
  /// Removes the file when the object is destroyed, however often it is written until then.
  void abandon() { abandoned_ = true; }

 private:
  AutosavePlace(std::filesystem::path file, int lock) : file_(std::move(file)), lock_(lock) {}
  void release();

  std::filesystem::path file_;
  int lock_ = -1;  ///< descriptor of the locked file
  std::atomic<bool> abandoned_{false};
};

/// Work that a program has left behind.
struct LostWork {
  AutosavePlace place;
  SavedWorldInfo info;  ///< without the history
};

struct LostWorks {
  std::vector<LostWork> works;         ///< the newest comes first
  std::vector<std::string> notices{};  ///< about files that cannot be offered; they stay
};

/// Number of works that are kept. Older ones are removed when others are looked for.
inline constexpr std::size_t kMostLostWorks = 5;

/// The work in the folder that belongs to no running program. Other programs do not see it as long as it is held.
LostWorks find_lost_works(std::filesystem::path const& folder);

}  // namespace barchan
