/// ByteWriter: little-endian bytes of files of known size.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace barchan {

/// Fills a buffer from the front. The buffer has its whole size from the beginning, so that writing is fast.
class ByteWriter {
 public:
  static_assert(std::endian::native == std::endian::little);

  explicit ByteWriter(std::size_t size) : bytes_(size) {}

  template <class Value>
  void put(Value const& value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    std::memcpy(bytes_.data() + at_, &value, sizeof value);
    at_ += sizeof value;
  }
  void put_text(std::string_view text) { put_bytes(std::as_bytes(std::span(text))); }
  void put_bytes(std::span<std::byte const> bytes) {
    if (!bytes.empty()) std::memcpy(bytes_.data() + at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }
  /// Repeats a byte until `size` bytes are written.
  void fill_to(std::size_t size, char byte) {
    std::memset(bytes_.data() + at_, byte, size - at_);
    at_ = size;
  }
  std::size_t written() const { return at_; }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace barchan
