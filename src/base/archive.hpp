/// Archive: one description of a state that serves for saving, loading and hashing.
///
/// Each part of the state lists its contents once, in a function `keep(Archive&)`. The same calls write the bytes of a
/// snapshot, feed a hash, or read the bytes back.
///
/// A state consists of sections, each with a name and its own version. A reader finds them by name, in any order. An
/// absent section keeps its default, and an unknown name is refused. The code that reads a section of an older version
/// converts it; version() gives the version. A hash leaves out sections that contain only zeros, so a new section that
/// is empty by default does not change any hash.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace barchan {

/// Error: the bytes do not describe a world (truncated, wrong size, out of range).
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Archive {
 public:
  using Sink = std::function<void(std::span<std::byte const>)>;

  /// Counts the bytes that a writer would write.
  static Archive counter() { return Archive(Purpose::count, {}); }
  /// Writes everything to memory. `bytes`: expected number of bytes.
  static Archive writer(std::size_t bytes = 0) {
    Archive archive(Purpose::write, {});
    archive.written_.reserve(bytes);
    return archive;
  }
  /// Collects everything on which the next step depends, which is all but the contents of aside(). Passes it on to the
  /// sink in pieces, or writes it to memory if there is no sink.
  static Archive hasher(Sink sink = {}) {
    Archive archive(Purpose::hash, {});
    archive.sink_ = std::move(sink);
    return archive;
  }
  /// Reads everything from `bytes`, which must outlive the archive. Every call may throw ArchiveError.
  static Archive reader(std::span<std::byte const> bytes) { return Archive(Purpose::read, bytes); }

  bool reading() const { return purpose_ == Purpose::read; }
  bool hashing() const { return purpose_ == Purpose::hash; }
  /// When reading: throws ArchiveError with `message` unless `sound`.
  void require(bool sound, std::string_view message) const {
    if (reading() && !sound) throw ArchiveError(std::string(message));
  }

  template <class T>
  void value(T& value) {
    static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
    move(&value, sizeof(T));
  }
  void value(bool& value) {
    auto byte = static_cast<std::uint8_t>(value);
    move(&byte, 1);
    require(byte <= 1, "a value that must be true or false is neither");
    value = byte != 0;
  }
  /// Reads or writes a list of at most `most` entries.
  template <class T, class Allocator>
  void list(std::vector<T, Allocator>& values, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    static_assert(std::is_trivially_copyable_v<T>);
    values.resize(size_of_list(values.size(), most, sizeof(T)));
    move(values.data(), values.size() * sizeof(T));
  }
  /// Reads or writes a list of exactly `count` entries.
  template <class T, class Allocator>
  void table(std::vector<T, Allocator>& values, std::size_t count) {
    list(values, count);
    if (values.size() != count) {
      throw ArchiveError("expected a table of " + std::to_string(count) + " entries, found " +
                         std::to_string(values.size()));
    }
  }
  void text(std::string& text, std::size_t most = 4096) {
    text.resize(size_of_list(text.size(), most, 1));
    move(text.data(), text.size());
  }
  /// Reading: the bytes of a list, as a view of the bytes of the archive.
  std::span<std::byte const> block() {
    const std::size_t size = size_of_list(0, std::numeric_limits<std::size_t>::max(), 1);
    position_ += size;
    return bytes_.subspan(position_ - size, size);
  }
  /// Writing: the same bytes as a list would give.
  void block(std::span<std::byte const> bytes) {
    size_of_list(bytes.size(), std::numeric_limits<std::size_t>::max(), 1);
    pass(bytes.data(), bytes.size());
  }
  /// Reads or writes the number of entries that the caller then reads or writes singly. Each takes at least one byte.
  std::size_t count(std::size_t count, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    return size_of_list(count, most, 1);
  }
  /// Reads or writes a table whose entries are mostly 0, as index and value of each other entry. A table that has grown
  /// since it was saved can still be read and has the same hash.
  template <class T, std::size_t N>
  void sparse(std::array<T, N>& values) {
    static_assert(std::is_integral_v<T> && N <= 65536);
    std::size_t count = this->count(static_cast<std::size_t>(N - std::count(values.begin(), values.end(), T{})));
    if (reading()) values.fill(T{});
    for (std::size_t i = 0; count > 0; ++i, --count) {
      while (!reading() && values[i] == T{}) ++i;
      auto entry = static_cast<std::uint16_t>(i);
      value(entry);
      require(entry < N && values[std::min<std::size_t>(entry, N - 1)] == T{},
              "an entry of a table is out of range or occurs twice");
      value(values[entry]);
    }
  }

  /// Reads or writes the sections of a state. `body()` calls section() for each section that may exist. Throws
  /// ArchiveError if the bytes contain a section that `body()` did not read.
  template <class Body>
  void sections(Body&& body) {
    Group group;
    begin_group(group);
    body();
    end_group(group);
  }
  /// Within sections(): `body()` reads or writes the contents of the section in the layout of version(). It is not
  /// called if the section is absent. Throws ArchiveError on a section of a later version.
  template <class Body>
  void section(std::string_view name, std::uint32_t version, Body&& body) {
    Section section = begin_section(name, version);
    if (!section.present) return;
    body();
    end_section(section);
  }
  /// The same for a section that every state must have. Throws ArchiveError if it is absent.
  template <class Body>
  void needed_section(std::string_view name, std::uint32_t version, Body&& body) {
    require(holds(name), "the section '" + std::string(name) + "' is missing");
    section(name, version, body);
  }
  /// Version of the innermost section. When reading, it is that of the bytes.
  std::uint32_t version() const { return version_; }

  /// Data that belongs to a world but does not affect any later step, such as records and averages for display. A
  /// snapshot contains it, a hash does not. Within sections(), `body()` calls section(); elsewhere it reads or writes
  /// the data itself.
  template <class Body>
  void aside(Body&& body) {
    if (purpose_ != Purpose::hash) body();
  }

  /// When reading: throws ArchiveError unless all bytes have been read. When hashing: passes the last piece on.
  void finish() {
    require(position_ == bytes_.size(), "there are data after the end of the world");
    if (sink_) hand_on();
  }
  /// Number of bytes that were counted, written or passed on.
  std::size_t passed() const { return passed_; }
  /// The bytes that were written.
  std::vector<std::byte> take() { return std::move(written_); }

 private:
  enum class Purpose : std::uint8_t { count, write, hash, read };

  Archive(Purpose purpose, std::span<std::byte const> bytes) : purpose_(purpose), bytes_(bytes), end_(bytes.size()) {}

  void move(void* data, std::size_t size) {
    if (size == 0) return;
    if (!reading()) {
      pass(static_cast<std::byte const*>(data), size);
      return;
    }
    if (size > end_ - position_) throw ArchiveError("the data end too early");
    std::memcpy(data, bytes_.data() + position_, size);
    position_ += size;
  }
  /// A section in the bytes.
  struct Entry {
    std::string name;
    std::uint32_t version = 0;
    std::size_t begin = 0, end = 0;
    bool read = false;
  };
  /// The sections of a group that is being read, and the values to restore after it.
  struct Group {
    std::vector<Entry> entries;
    std::size_t end = 0, outer_end = 0;
    Group* outer = nullptr;
    std::size_t length_at = 0;  ///< writing: position at which the length is filled in
  };
  /// An open section.
  struct Section {
    std::string_view name;
    bool present = true;
    std::uint32_t outer_version = 0;
    std::size_t outer_end = 0;
    std::size_t length_at = 0;  ///< writing: position at which the length is filled in
  };
  /// Hashing: an open section that has contained only zeros so far.
  struct Silent {
    std::string_view name;
    std::size_t zeros = 0;
  };

  void pass(std::byte const* from, std::size_t size);
  /// Writes the bytes, or passes them on to the sink.
  void take_down(std::byte const* from, std::size_t size);
  /// Hashing: passes on the names and zeros of the silent sections, because other data follows.
  void break_silence();
  /// Passes `written_` on to the sink and empties it.
  void hand_on();
  std::size_t size_of_list(std::size_t size, std::size_t most, std::size_t entry);
  void begin_group(Group& group);
  void end_group(Group& group);
  Section begin_section(std::string_view name, std::uint32_t version);
  void end_section(Section const& section);
  /// When reading: returns whether the group has a section with this name. Otherwise true.
  bool holds(std::string_view name) const;
  /// Writing: fills in, at the position `at`, the length of the data after it.
  void fill_in_length(std::size_t at);

  Purpose purpose_;
  std::span<std::byte const> bytes_;
  std::size_t position_ = 0, end_ = 0;  ///< reading: the next byte, and the end of the section
  Group* group_ = nullptr;              ///< reading: the innermost group
  std::uint32_t version_ = 0;
  std::vector<Silent> silent_;       ///< hashing: open sections with only zeros so far, outermost first
  std::vector<std::size_t> spoken_;  ///< hashing: positions at which the contents of the other open sections begin
  std::vector<std::byte> written_;   ///< hashing: bytes that have not been passed on
  std::size_t passed_ = 0;
  Sink sink_;
};

}  // namespace barchan
