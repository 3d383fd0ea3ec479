#include "io/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <list>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/work_watch.hpp"
#include "io/activity.hpp"
#include "io/text.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int handle) : handle_(handle) {}
  ~Descriptor() {
    if (handle_ >= 0) ::close(handle_);
  }
  Descriptor(Descriptor const&) = delete;
  Descriptor& operator=(Descriptor const&) = delete;

  int get() const { return handle_; }
  bool valid() const { return handle_ >= 0; }
  void reset(int handle) {
    if (handle_ >= 0) ::close(handle_);
    handle_ = handle;
  }
  /// Closes now and returns whether the system accepted all data.
  bool close() {
    const int handle = handle_;
    handle_ = -1;
    return ::close(handle) == 0;
  }

 private:
  int handle_;
};

[[noreturn]] void fail_reading(fs::path const& path, int code) {
  throw InputError("{}: cannot be read: {}", path.string(), system_reason(code));
}
/// `target` is the file to which `path` leads.
[[noreturn]] void fail_writing(fs::path const& path, fs::path const& target, int code) {
  std::error_code ignored;
  const fs::path folder = target.parent_path();
  if (code == ENOENT && !folder.empty() && !fs::exists(folder, ignored)) {
    throw InputError("{}: cannot be written: there is no folder '{}'; create it or check the path", path.string(),
                     folder.string());
  }
  throw InputError("{}: cannot be written: {}", path.string(), system_reason(code));
}

/// Returns 0 or the error code of the system.
int write_all(int handle, std::span<std::byte const> bytes) {
  // Linux writes at most 2 GiB per call. Smaller pieces also allow an interrupt between them.
  constexpr std::size_t kPiece = std::size_t{16} << 20;
  const auto all = static_cast<double>(bytes.size());
  while (!bytes.empty()) {
    WorkWatch::at(1.0 - static_cast<double>(bytes.size()) / all);
    const ssize_t written = ::write(handle, bytes.data(), std::min(bytes.size(), kPiece));
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Final target of `path`. Links are followed, so that writing does not replace them.
fs::path resolve_target(fs::path const& path) {
  std::error_code ignored;
  if (fs::is_symlink(path, ignored)) {
    fs::path target = fs::weakly_canonical(path, ignored);
    if (!ignored && !target.empty()) return target;
  }
  return path;
}

/// An empty file in the folder of `target`, under a name that no other file has: another may belong to a program that
/// was killed, or to one in another container that saves at this moment and has the same number. Deleted at the end
/// unless it has been renamed.
class NewFile {
 public:
  explicit NewFile(fs::path const& target) {
    constexpr mode_t kEveryoneMinusUmask = 0666;
    constexpr int kMostNames = 1000;
    error_ = EEXIST;
    for (int i = 0; i < kMostNames && error_ == EEXIST; ++i) {
      path_ = target.parent_path() / fmt::format(".{}.{}-{}.part", target.filename().string(), ::getpid(), i);
      file_.reset(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kEveryoneMinusUmask));
      error_ = file_.valid() ? 0 : errno;
    }
  }
  ~NewFile() {
    if (error_ == 0) ::unlink(path_.c_str());
  }
  NewFile(NewFile const&) = delete;
  NewFile& operator=(NewFile const&) = delete;

  int error() const { return error_; }
  /// Writes the contents that will replace those of `target`. Returns 0 or the error code of the system.
  int fill(fs::path const& target, std::span<std::byte const> bytes) {
    int code = write_all(file_.get(), bytes);
    struct stat old {};
    if (code == 0 && ::stat(target.c_str(), &old) == 0 && ::fchmod(file_.get(), old.st_mode & 07777) != 0) code = errno;
    if (code == 0 && ::fsync(file_.get()) != 0) code = errno;
    if (!file_.close() && code == 0) code = errno;
    return code;
  }
  /// Replaces `target` by this file. Returns 0 or the error code of the system.
  int become(fs::path const& target) {
    if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
    error_ = ENOENT;  // it has another name now
    return 0;
  }

 private:
  fs::path path_;
  Descriptor file_{-1};
  int error_;
};

/// Writes to a device or a pipe. Returns 0 or the error code of the system.
int write_special(fs::path const& target, std::span<std::byte const> bytes) {
  Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
  if (!file.valid()) return errno;
  const int code = write_all(file.get(), bytes);
  return file.close() || code != 0 ? code : errno;
}

/// Differs between two versions of a file that is written in place: its size, and the time of its last change. Another
/// name or other permissions do not matter.
std::array<std::int64_t, 3> version_of(struct stat const& status) {
  return {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

[[noreturn]] void refuse_changed(fs::path const& path) {
  throw InputError("{}: the file changed while it was being read; open it again when it is complete", path.string());
}

void refuse_unusable_target(fs::path const& path, fs::path const& target) {
  if (path.empty()) throw InputError("expected the name of a file to write, found none; give one");
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) fail_writing(path, target, EISDIR);
    // Without this check, renaming would replace a file that its owner has made read-only.
    if (::access(target.c_str(), W_OK) != 0) fail_writing(path, target, errno);
  }
}

}  // namespace

std::string system_reason(int code) {
  static constexpr std::pair<int, char const*> kReasons[]{
      {ENOENT, "there is no such file or folder; check the path"},
      {EACCES, "permission denied; check the permissions of the file and its folder"},
      {EPERM, "permission denied; check the permissions of the file and its folder"},
      {EISDIR, "expected a file, found a folder; give the name of a file"},
      {ENOSPC, "the disk is full; free some space and try again"},
      {EDQUOT, "the disk quota is used up; free some space and try again"},
      {EFBIG, "the file would be larger than the system allows; raise the limit or write elsewhere"},
      {EROFS, "the file system is read-only; write elsewhere"},
      {ENOTDIR, "a part of the path is a file, not a folder; check the path"},
      {ENAMETOOLONG, "the name is too long; choose a shorter one"},
  };
  for (auto const& [known, text] : kReasons) {
    if (known == code) return text;
  }
  return std::generic_category().message(code);
}

bool is_special_file(fs::path const& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

namespace {

/// A regular file that is open for reading. Throws InputError if it cannot be read, or if it is empty.
class RegularFile {
 public:
  // Opening a pipe would otherwise wait for a program that writes into it.
  explicit RegularFile(fs::path const& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (!file_.valid()) fail_reading(path, errno);
    if (::fstat(file_.get(), &status_) != 0) fail_reading(path, errno);
    if (S_ISDIR(status_.st_mode)) fail_reading(path, EISDIR);
    if (!S_ISREG(status_.st_mode)) {
      throw InputError("{}: expected a regular file, found a device or a pipe; copy it to a file first", path.string());
    }
    if (status_.st_size == 0) {
      throw InputError("{}: expected some content, found an empty file; create or copy it again", path.string());
    }
  }
  int get() const { return file_.get(); }
  /// Its state when it was opened.
  struct stat const& status() const {
    return status_;
  }

 private:
  Descriptor file_;
  struct stat status_ {};
};

}  // namespace

std::function<void()> watch_file(fs::path const& path) {
  const auto before = version_of(RegularFile(path).status());
  return [path, before] {
    struct stat now {};
    if (::stat(path.c_str(), &now) != 0 || version_of(now) != before) refuse_changed(path);
  };
}

std::vector<std::byte> read_file(fs::path const& path, std::uint64_t maximum) {
  const std::string name = path.string();
  const Activity activity("reading", name);
  const RegularFile file(path);
  struct stat status = file.status();
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > maximum) {
    throw InputError("{}: expected a file of at most {}, found one of {}; make it smaller", path.string(),
                     memory_text(static_cast<double>(maximum)), memory_text(static_cast<double>(size)));
  }
  check_memory(path.string(), static_cast<double>(size));
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  const auto before = version_of(status);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::read(file.get(), bytes.data() + done, bytes.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_reading(path, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  if (::fstat(file.get(), &status) != 0) fail_reading(path, errno);
  if (done < bytes.size() || version_of(status) != before) refuse_changed(path);
  return bytes;
}

std::string read_text_file(fs::path const& path, std::uint64_t maximum) {
  const std::vector<std::byte> bytes = read_file(path, maximum);
  return {reinterpret_cast<char const*>(bytes.data()), bytes.size()};
}

fs::path sidecar_path(fs::path const& path) {
  fs::path sidecar = path;
  sidecar += ".json";
  return sidecar;
}

std::string read_sidecar(fs::path const& path) {
  constexpr std::uint64_t kMaximumSidecar = 1 << 20;
  std::error_code ignored;
  const fs::path sidecar = sidecar_path(path);
  if (!fs::exists(sidecar, ignored)) return {};
  return read_text_file(sidecar, kMaximumSidecar);
}

void write_files(std::span<FileContents const> files) {
  struct Output {
    fs::path target;
    std::optional<NewFile> file;  ///< none for a device or a pipe
  };
  std::list<Output> outputs;
  for (FileContents const& one : files) {
    Output& output = outputs.emplace_front();
    output.target = resolve_target(one.path);
    refuse_unusable_target(one.path, output.target);
    int code = 0;
    if (is_special_file(output.target)) {
      code = write_special(output.target, one.bytes);
    } else {
      output.file.emplace(output.target);
      code = output.file->error() != 0 ? output.file->error() : output.file->fill(output.target, one.bytes);
    }
    if (code != 0) fail_writing(one.path, output.target, code);
  }
  // The first file appears last.
  for (Output& output : outputs) {
    if (!output.file) continue;
    if (const int code = output.file->become(output.target); code != 0)
      fail_writing(output.target, output.target, code);
  }
}

void write_file(fs::path const& path, std::span<std::byte const> bytes) {
  const FileContents file{path, bytes};
  write_files({&file, 1});
}

void write_file(fs::path const& path, std::string_view text) {
  write_file(path, std::as_bytes(std::span<char const>(text.data(), text.size())));
}

void check_writable(fs::path const& path) {
  const fs::path target = resolve_target(path);
  refuse_unusable_target(path, target);
  if (is_special_file(target)) return;
  if (const int code = NewFile(target).error(); code != 0) fail_writing(path, target, code);
}

std::uint64_t memory_limit() {
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_size = ::sysconf(_SC_PAGE_SIZE);
  if (pages > 0 && page_size > 0) limit = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
  struct rlimit resource {};
  if (::getrlimit(RLIMIT_AS, &resource) == 0 && resource.rlim_cur != RLIM_INFINITY) {
    limit = std::min<std::uint64_t>(limit, resource.rlim_cur);
  }
  // Containers set their limit in these files (control groups, versions 2 and 1).
  for (char const* name : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(name);
    std::uint64_t bytes = 0;
    if (file >> bytes && bytes > 0) limit = std::min(limit, bytes);
  }
  return limit;
}

void check_memory(std::string const& subject, double bytes) {
  const auto limit = static_cast<double>(memory_limit());
  if (bytes > limit) {
    throw InputError("{}: needs {} of memory, but this machine has {}; choose a smaller land", subject,
                     memory_text(bytes), memory_text(limit));
  }
}

}  // namespace barchan
