#include "io/autosave.hpp"

#include <algorithm>
#include <system_error>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/date.hpp"
#include "io/file.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr char const *kLockEnding = ".lock", *kPartEnding = ".part";
constexpr int kMostTries = 1000;  // names to try until one is free

fs::path lock_of(fs::path file) { return file.replace_extension(kLockEnding); }

/// Opens and locks the file. -1: it cannot be opened, or another program has locked it; `errno` says why.
int open_locked(fs::path const& path, int flags) {
  const int lock = ::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
  if (lock < 0) return -1;
  int reason = 0;
  struct stat status {};
  if (::flock(lock, LOCK_EX | LOCK_NB) != 0 || ::fstat(lock, &status) != 0) {
    reason = errno;
  } else if (status.st_nlink == 0) {
    reason = EEXIST;  // another program has just removed it
  } else {
    return lock;
  }
  ::close(lock);
  errno = reason;
  return -1;
}

/// Files of the folder with this extension.
std::vector<fs::path> files_in(fs::path const& folder, std::string const& ending) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (at->path().extension() == ending) files.push_back(at->path());
  }
  std::ranges::sort(files);
  return files;
}

/// Removes the locks of programs that were killed, and the files that they had begun to write.
void remove_remains(fs::path const& folder) {
  std::error_code ignored;
  for (fs::path const& path : files_in(folder, kPartEnding)) {
    // ".NAME.barchan.PID-NUMBER.part"
    const std::string name = path.filename().string();
    const std::size_t end = name.find(kSavedWorldEnding);
    if (end == std::string::npos || end < 2) continue;
    const fs::path lock_path = folder / (name.substr(1, end - 1) + kLockEnding);
    const int lock = open_locked(lock_path, 0);
    if (lock < 0 && errno != ENOENT) continue;
    fs::remove(path, ignored);
    if (lock >= 0) ::close(lock);
  }
  for (fs::path const& path : files_in(folder, kLockEnding)) {
    fs::path file = path;
    if (fs::exists(file.replace_extension(kSavedWorldEnding), ignored)) continue;
    if (const int lock = open_locked(path, 0); lock >= 0) {
      fs::remove(path, ignored);
      ::close(lock);
    }
  }
}

}  // namespace

AutosavePlace::AutosavePlace(fs::path const& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) {
    throw InputError("{}: this folder cannot be created: {}", folder.string(), system_reason(failed.value()));
  }
  const std::string stem = fmt::format("{}-{}", stamp_of(seconds_since_1970()), ::getpid());
  for (int number = 1; number <= kMostTries && lock_ < 0; ++number) {
    file_ = folder / (number == 1 ? stem : fmt::format("{}-{}", stem, number));
    file_ += kSavedWorldEnding;
    std::error_code ignored;
    if (fs::exists(file_, ignored)) continue;  // left by another program with this number
    lock_ = open_locked(lock_of(file_), O_CREAT | O_EXCL);
    if (lock_ < 0 && errno != EEXIST && errno != EWOULDBLOCK) break;
  }
  if (lock_ < 0) throw InputError("{}: this folder cannot be used: {}", folder.string(), system_reason(errno));
}

std::optional<AutosavePlace> AutosavePlace::take(fs::path const& file) {
  const int lock = open_locked(lock_of(file), O_CREAT);
  std::error_code ignored;
  if (lock < 0) return std::nullopt;
  AutosavePlace place(file, lock);
  // Another program may have removed it in the meantime.
  if (!fs::exists(file, ignored)) return std::nullopt;
  return place;
}

AutosavePlace& AutosavePlace::operator=(AutosavePlace&& other) noexcept {
  release();
  file_ = std::move(other.file_);
  lock_ = std::exchange(other.lock_, -1);
  return *this;
}

AutosavePlace::~AutosavePlace() { release(); }

void AutosavePlace::release() {
  if (lock_ < 0) return;
  std::error_code ignored;
  if (abandoned_) clear();
  fs::remove(lock_of(file_), ignored);
  ::close(std::exchange(lock_, -1));
}

void AutosavePlace::clear() {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

LostWorks find_lost_works(fs::path const& folder) {
  remove_remains(folder);
  LostWorks found;
  for (fs::path const& file : files_in(folder, kSavedWorldEnding)) {
    std::optional<AutosavePlace> place = AutosavePlace::take(file);
    if (!place) continue;
    try {
      SavedWorldInfo info = load_info(file);
      info.history.clear();
      found.works.push_back({std::move(*place), std::move(info)});
    } catch (InputError const& error) {
      found.notices.emplace_back(error.what());
    }
  }
  std::ranges::stable_sort(found.works, std::greater(), [](LostWork const& one) { return one.info.autosave.time; });
  while (found.works.size() > kMostLostWorks) {
    found.works.back().place.clear();
    found.works.pop_back();
  }
  return found;
}

}  // namespace barchan
