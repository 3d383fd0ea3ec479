/// Archive: the bytes of a world's state. Little endian, written and read in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace barchan {

/// Bytes that do not describe a world (truncated, wrong size, out of range).
class ArchiveError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class ArchiveWriter {
 public:
  template <class T>
  void put(T const& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  template <class T>
  void put_span(std::span<T const> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put<std::uint64_t>(values.size());
    append(values.data(), values.size_bytes());
  }
  template <class T>
  void put_vector(std::vector<T> const& values) {
    put_span(std::span<T const>(values));
  }
  void put_string(std::string_view text) { put_span(std::span<char const>(text.data(), text.size())); }

  std::vector<std::byte> const& bytes() const { return bytes_; }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  void append(void const* data, std::size_t size) {
    const std::size_t old = bytes_.size();
    bytes_.resize(old + size);
    if (size > 0) std::memcpy(bytes_.data() + old, data, size);
  }
  std::vector<std::byte> bytes_;
};

class ArchiveReader {
 public:
  explicit ArchiveReader(std::span<std::byte const> bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    take(&value, sizeof(T));
    return value;
  }
  /// Reads a span written with put_span; `expected` entries when given.
  template <class T>
  std::vector<T> get_vector(std::size_t maximum) {
    const auto size = get<std::uint64_t>();
    if (size > maximum || size > (bytes_.size() - position_) / sizeof(T)) {
      throw ArchiveError("the saved world is damaged: a table of " + std::to_string(size) + " entries does not fit");
    }
    std::vector<T> values(static_cast<std::size_t>(size));
    take(values.data(), values.size() * sizeof(T));
    return values;
  }
  template <class T>
  std::vector<T> get_exactly(std::size_t count) {
    auto values = get_vector<T>(count);
    if (values.size() != count) {
      throw ArchiveError("the saved world is damaged: expected a table of " + std::to_string(count) +
                         " entries, found " + std::to_string(values.size()));
    }
    return values;
  }
  std::string get_string(std::size_t maximum = 4096) {
    const auto text = get_vector<char>(maximum);
    return {text.begin(), text.end()};
  }
  bool at_end() const { return position_ == bytes_.size(); }

 private:
  void take(void* data, std::size_t size) {
    if (size > bytes_.size() - position_) throw ArchiveError("the saved world ends too early");
    if (size > 0) std::memcpy(data, bytes_.data() + position_, size);
    position_ += size;
  }
  std::span<std::byte const> bytes_;
  std::size_t position_ = 0;
};

}  // namespace barchan
