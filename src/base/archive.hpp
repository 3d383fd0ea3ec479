/// Archive: one description of a state, from which saving, loading and hashing all follow.
///
/// A part of the state says once, in a function `keep(Archive&)`, what belongs to it. The same calls write the bytes of
/// a snapshot, feed a hash, or read the bytes back. Sections carry a tag and a length, so that what does not fit is
/// refused by name.
#pragma once

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
  /// A word that must be the one that was written.
  void mark(std::string_view word, std::string_view what);

  /// `body()` keeps what belongs to the section.
  template <class Body>
  void section(std::string_view tag, Body&& body) {
    const std::size_t outer = begin_section(tag);
    body();
    end_section(tag, outer);
  }
  /// The same for what goes with a world but decides nothing that follows (records, averages that are only looked at):
  /// a snapshot has it, a hash does not.
  template <class Body>
  void aside(std::string_view tag, Body&& body) {
    if (purpose_ != Purpose::hash) section(tag, body);
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
  void pass(std::byte const* from, std::size_t size);
  /// Empties `written_` into the sink.
  void hand_on();
  std::size_t size_of_list(std::size_t size, std::size_t most, std::size_t entry);
  /// Returns what `end_section` wants: where the length stands, or where the section around this one ends.
  std::size_t begin_section(std::string_view tag);
  void end_section(std::string_view tag, std::size_t outer);

  Purpose purpose_;
  std::span<std::byte const> bytes_;
  std::size_t position_ = 0, end_ = 0;  ///< reading: the next byte, and the end of the section
  std::vector<std::byte> written_;      ///< hashing: what has not been handed on
  std::size_t passed_ = 0;
  Sink sink_;
};

}  // namespace barchan
