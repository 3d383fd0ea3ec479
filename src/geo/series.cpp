#include "geo/series.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "geo/gdal.hpp"
#include "geo/grid_file.hpp"

namespace barchan::geo {

namespace {

/// Throws GeoError with the reason that the system gives.
[[noreturn]] void fail(std::string_view what) {
  const int code = errno;
  throw GeoError(fmt::format("{}: {}; check the disk and the permissions of the folder", what,
                             std::generic_category().message(code)));
}

/// An open file of the system.
class SystemFile {
 public:
  SystemFile(std::string const& path, int flags) : handle_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (handle_ < 0) fail("the file cannot be opened");
  }
  ~SystemFile() { close(handle_); }
  SystemFile(SystemFile const&) = delete;
  SystemFile& operator=(SystemFile const&) = delete;

  void write(std::uint64_t at, std::span<std::byte const> bytes) const {
    while (!bytes.empty()) {
      const ssize_t done = pwrite(handle_, bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail("the file cannot be written");
      bytes = bytes.subspan(static_cast<std::size_t>(done));
      at += static_cast<std::uint64_t>(done);
    }
  }
  /// Up to `size` bytes; fewer at the end of the file.
  std::vector<std::byte> read(std::uint64_t at, std::size_t size) const {
    std::vector<std::byte> bytes(size);
    std::size_t got = 0;
    while (got < size) {
      const ssize_t done = pread(handle_, bytes.data() + got, size - got, static_cast<off_t>(at + got));
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail("the file cannot be read");
      if (done == 0) break;
      got += static_cast<std::size_t>(done);
    }
    bytes.resize(got);
    return bytes;
  }
  std::uint64_t size() const {
    struct stat status {};
    if (fstat(handle_, &status) != 0) fail("the file cannot be read");
    return static_cast<std::uint64_t>(status.st_size);
  }
  void cut(std::uint64_t size) const {
    if (ftruncate(handle_, static_cast<off_t>(size)) != 0) fail("the file cannot be written");
  }
  void flush() const {
    if (fdatasync(handle_) != 0) fail("the file cannot be written");
  }

 private:
  int handle_;
};

/// Makes the file whole under another name, so that it replaces an older file at once.
void make_file(std::string const& path, std::span<std::byte const> head) {
  const std::string temporary = path + ".tmp";
  try {
    const SystemFile file(temporary, O_WRONLY | O_CREAT | O_TRUNC);
    file.write(0, head);
    file.flush();
    if (rename(temporary.c_str(), path.c_str()) != 0) fail("the file cannot be written");
  } catch (GeoError const&) {
    unlink(temporary.c_str());
    throw;
  }
}

class GrowingFile final : public Series {
 public:
  explicit GrowingFile(SeriesOrder const& order)
      : layout_(order, true),
        variables_(order.variables.size()),
        cells_(static_cast<std::size_t>(order.width) * static_cast<std::size_t>(order.height)),
        file_(made(order, layout_), O_RDWR) {
    if (order.continue_after) go_on_after(*order.continue_after);
  }

  std::uint64_t times() const override { return times_; }
  void append(double seconds, std::span<std::span<float const> const> values) override;

 private:
  /// Path of the file, after a new one has been made.
  static std::string const& made(SeriesOrder const& order, GridFile const& layout) {
    if (!order.continue_after) make_file(order.path, layout.head());
    return order.path;
  }
  void go_on_after(std::uint64_t times);
  std::uint64_t end_after(std::uint64_t times) const { return layout_.head().size() + times * layout_.record_size(); }

  GridFile layout_;
  std::size_t variables_, cells_;
  SystemFile file_;
  std::uint64_t times_ = 0;
  double last_ = -std::numeric_limits<double>::infinity();  ///< time of the last record, s
};

void GrowingFile::go_on_after(std::uint64_t times) {
  std::vector<std::byte> head = file_.read(0, layout_.head().size());
  std::uint64_t found = 0;
  if (head.size() == layout_.head().size()) {
    const auto count = std::span(head).subspan(GridFile::kCountAt, 4);
    found = count_stored(count);
    std::ranges::fill(count, std::byte{0});
  }
  if (head != layout_.head()) {
    throw GeoError(
        "expected a NetCDF file with the grid, place, title and variables of this sequence, found other contents; "
        "choose another name");
  }
  if (found < times || file_.size() < end_after(times)) {
    throw GeoError(fmt::format("expected at least {} time{} in the file, found {}; begin a new file", times,
                               times == 1 ? "" : "s", found));
  }
  file_.write(GridFile::kCountAt, stored_count(static_cast<std::uint32_t>(times)));
  file_.flush();
  file_.cut(end_after(times));
  file_.flush();
  times_ = times;
  if (times > 0) last_ = time_stored(file_.read(end_after(times - 1), 8));
}

void GrowingFile::append(double seconds, std::span<std::span<float const> const> values) {
  if (values.size() != variables_ ||
      !std::ranges::all_of(values, [&](std::span<float const> one) { return one.size() == cells_; })) {
    throw GeoError(fmt::format(
        "expected {} values for each of {} variables, found another number; please report this fault of Barchan",
        cells_, variables_));
  }
  if (!std::isfinite(seconds) || !(seconds > last_)) {
    throw GeoError(fmt::format("expected a time after {} s, found {} s; begin a new file", last_, seconds));
  }
  constexpr std::uint64_t kMostTimes = 0xFFFFFFFEu;
  if (times_ >= kMostTimes) {
    throw GeoError(fmt::format("expected at most {} times in a file, found more; begin a new file", kMostTimes));
  }
  try {
    // The number of records counts the new one only when it is on the disk as a whole.
    file_.write(end_after(times_), layout_.record(seconds, values));
    file_.flush();
    file_.write(GridFile::kCountAt, stored_count(static_cast<std::uint32_t>(times_ + 1)));
    file_.flush();
  } catch (GeoError const& error) {
    const std::string reason = error.what();
    file_.write(GridFile::kCountAt, stored_count(static_cast<std::uint32_t>(times_)));
    file_.cut(end_after(times_));
    throw GeoError(reason);
  }
  ++times_;
  last_ = seconds;
}

}  // namespace

std::unique_ptr<Series> series_of(SeriesOrder const& order) {
  set_up_gdal();
  return std::make_unique<GrowingFile>(order);
}

}  // namespace barchan::geo
