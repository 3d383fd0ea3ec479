/// Archive: one description of a state, from which saving, loading and hashing all follow.
///
/// A part of the state says once, in a function `keep(Archive&)`, what belongs to it. The same calls write the bytes of
/// a snapshot, feed a hash, or read the bytes back.
///
/// A state is made of sections, each with a name and a version of its own. A reader finds them by name, in any order.
/// What is absent keeps its default; an unknown name is refused; a section of an older version is converted by the code
/// that reads it, which asks `version()`. A hash leaves out sections that hold nothing but zeros, so that a new section
/// which is empty by default changes no hash.
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

/// Bytes that do not describe a world (truncated, wrong size, out of range).
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Archive {
 public:
  using Sink = std::function<void(std::span<std::byte const>)>;

  /// Counts the bytes that a writer would take down.
  static Archive counter() { return Archive(Purpose::count, {}); }
  /// Takes everything down; `bytes`: how many are expected.
  static Archive writer(std::size_t bytes = 0) {
    Archive archive(Purpose::write, {});
    archive.written_.reserve(bytes);
    return archive;
  }
  /// What the next step depends on: all but what stands in `aside`. Hands it on piece by piece, or, without a sink,
  /// takes it down.
  static Archive hasher(Sink sink = {}) {
    Archive archive(Purpose::hash, {});
    archive.sink_ = std::move(sink);
    return archive;
  }
  /// Fills what is kept from `bytes`, which must outlive the archive. Every call may throw ArchiveError.
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
    require(byte <= 1, "a switch is neither on nor off");
    value = byte != 0;
  }
  /// At most `most` entries.
  template <class T, class Allocator>
  void list(std::vector<T, Allocator>& values, std::size_t most = std::numeric_limits<std::size_t>::max()) {
    static_assert(std::is_trivially_copyable_v<T>);
    values.resize(size_of_list(values.size(), most, sizeof(T)));
    move(values.data(), values.size() * sizeof(T));
  }
  /// Exactly `count` entries.
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
  /// Reading: the bytes of a list, where they stand.
  std::span<std::byte const> block() {
    const std::size_t size = size_of_list(0, std::numeric_limits<std::size_t>::max(), 1);
    position_ += size;
    return bytes_.subspan(position_ - size, size);
  }
  /// A count of things that the caller then keeps one by one; each takes at least a byte.
  std::size_t count(std::size_t count) { return size_of_list(count, std::numeric_limits<std::size_t>::max(), 1); }
  /// Entries of a table of which most are 0: number and value of each other one. A table that has grown since it was
  /// saved is read all the same, and hashes alike.
  template <class T, std::size_t N>
  void sparse(std::array<T, N>& values) {
    static_assert(std::is_integral_v<T> && N <= 65536);
    std::size_t count = this->count(static_cast<std::size_t>(N - std::count(values.begin(), values.end(), T{})));
    if (reading()) values.fill(T{});
    for (std::size_t i = 0; count > 0; ++i, --count) {
      while (!reading() && values[i] == T{}) ++i;
      auto entry = static_cast<std::uint16_t>(i);
      value(entry);
      require(entry < N && values[std::min<std::size_t>(entry, N - 1)] == T{}, "an entry of a table does not fit");
      value(values[entry]);
    }
  }

  /// Sections of a state: `body()` calls `section` for each that there may be. Throws ArchiveError when the bytes hold
  /// a section that it did not ask for.
  template <class Body>
  void sections(Body&& body) {
    Group group;
    begin_group(group);
    body();
    end_group(group);
  }
  /// Within `sections`: `body()` keeps what belongs to the section, in the layout of `version`. It is not called for a
  /// section that is absent. Throws ArchiveError on a section of a later version.
  template <class Body>
  void section(std::string_view name, std::uint32_t version, Body&& body) {
    Section section = begin_section(name, version);
    if (!section.present) return;
    body();
    end_section(section);
  }
  /// The same for a section that a state cannot do without. Throws ArchiveError when it is absent.
  template <class Body>
  void needed_section(std::string_view name, std::uint32_t version, Body&& body) {
    require(holds(name), "the section '" + std::string(name) + "' is missing");
    section(name, version, body);
  }
  /// Version of the innermost section: when reading, that of the bytes.
  std::uint32_t version() const { return version_; }

  /// What goes with a world but decides nothing that follows (records, averages that are only looked at): a snapshot
  /// has it, a hash does not. Within `sections` it is a section; elsewhere `body()` keeps it in place.
  template <class Body>
  void aside(Body&& body) {
    if (purpose_ != Purpose::hash) body();
  }

  /// When reading: throws ArchiveError unless all bytes have been read. When hashing: hands on the last piece.
  void finish() {
    require(position_ == bytes_.size(), "there is more in it than one world");
    if (sink_) hand_on();
  }
  /// Bytes that were counted, taken down or handed on.
  std::size_t passed() const { return passed_; }
  /// What was taken down.
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
    if (size > end_ - position_) throw ArchiveError("it ends too early");
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
  /// The sections of a group that is being read, and what holds again after it.
  struct Group {
    std::vector<Entry> entries;
    std::size_t end = 0, outer_end = 0;
    Group* outer = nullptr;
    std::size_t length_at = 0;  ///< writing: where the length is filled in
  };
  /// A section that is open.
  struct Section {
    std::string_view name;
    bool present = true;
    std::uint32_t outer_version = 0;
    std::size_t outer_end = 0;
    std::size_t length_at = 0;  ///< writing: where the length is filled in
  };
  /// Hashing: a section of which only zeros have come as yet.
  struct Silent {
    std::string_view name;
    std::size_t zeros = 0;
  };

  void pass(std::byte const* from, std::size_t size);
  /// Writes the bytes, or passes them on to the sink.
  void take_down(std::byte const* from, std::size_t size);
  /// Hashing: what was held back of the open sections, now that something follows.
  void break_silence();
  /// Empties `written_` into the sink.
  void hand_on();
  std::size_t size_of_list(std::size_t size, std::size_t most, std::size_t entry);
  void begin_group(Group& group);
  void end_group(Group& group);
  Section begin_section(std::string_view name, std::uint32_t version);
  void end_section(Section const& section);
  /// Is there a section of this name in the group? Only when reading.
  bool holds(std::string_view name) const;
  /// Writing: fills in the length of what came after the place `at`.
  void fill_in_length(std::size_t at);

  Purpose purpose_;
  std::span<std::byte const> bytes_;
  std::size_t position_ = 0, end_ = 0;  ///< reading: the next byte, and the end of the section
  Group* group_ = nullptr;              ///< reading: the innermost
  std::uint32_t version_ = 0;
  std::vector<Silent> silent_;       ///< hashing: open sections that have said nothing, outermost first
  std::vector<std::size_t> spoken_;  ///< hashing: of open sections that have, where what they say begins
  std::vector<std::byte> written_;   ///< hashing: what has not been handed on
  std::size_t passed_ = 0;
  Sink sink_;
};

}  // namespace barchan
