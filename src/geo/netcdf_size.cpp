#include "geo/netcdf_size.hpp"

#include <algorithm>
#include <vector>

namespace barchan::geo {

namespace {

/// The bytes are not a header, or the header is incomplete.
struct NoHeader {};

/// Reads the numbers of a header, which are big-endian.
class HeaderReader {
 public:
  explicit HeaderReader(std::span<std::byte const> bytes) : bytes_(bytes) {}

  std::uint64_t number(std::size_t size) {
    if (size > bytes_.size() - at_) throw NoHeader{};
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = (value << 8) | static_cast<std::uint64_t>(bytes_[at_ + i]);
    at_ += size;
    return value;
  }
  void skip(std::uint64_t size) {
    if (size > bytes_.size() - at_) throw NoHeader{};
    at_ += static_cast<std::size_t>(size);
  }

 private:
  std::span<std::byte const> bytes_;
  std::size_t at_ = 0;
};

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

/// Bytes of a number of each type, from NC_BYTE (1) to NC_UINT64 (11).
std::uint64_t size_of_type(std::uint64_t type) {
  constexpr std::uint64_t kSizes[]{0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
  if (type == 0 || type >= std::size(kSizes)) throw NoHeader{};
  return kSizes[type];
}

/// A header, and the sizes of its counts and offsets.
class Header {
 public:
  explicit Header(std::span<std::byte const> bytes) : reader_(bytes) {
    constexpr std::uint64_t kMagic = 0x434446;  // "CDF"
    if (reader_.number(3) != kMagic) throw NoHeader{};
    const std::uint64_t version = reader_.number(1);
    if (version != 1 && version != 2 && version != 5) throw NoHeader{};
    count_ = version == 5 ? 8 : 4;
    offset_ = version == 1 ? 4 : 8;
  }

  std::uint64_t size_of_file() {
    const std::uint64_t all = count_ == 4 ? 0xFFFFFFFFu : ~std::uint64_t{0};
    std::uint64_t records = reader_.number(count_);
    if (records == all) records = 0;  // the file was being written
    const std::vector<std::uint64_t> lengths = dimensions();
    skip_attributes();
    reader_.number(4);  // the tag of the variables
    std::uint64_t end = 0, record_size = 0, first_record = ~std::uint64_t{0};
    for (std::uint64_t variables = reader_.number(count_); variables > 0; --variables) {
      const Variable one = variable(lengths);
      if (one.record) {
        record_size += one.size;
        first_record = std::min(first_record, one.begin);
      } else {
        end = std::max(end, one.begin + one.size);
      }
    }
    if (record_size > 0 && records > 0) end = std::max(end, first_record + (records - 1) * record_size + 1);
    return end;
  }

 private:
  struct Variable {
    std::uint64_t begin = 0, size = 0;
    bool record = false;
  };

  void skip_name() { reader_.skip(padded(reader_.number(count_))); }

  std::vector<std::uint64_t> dimensions() {
    constexpr std::uint64_t kMost = 1024;
    reader_.number(4);  // the tag
    const std::uint64_t count = reader_.number(count_);
    if (count > kMost) throw NoHeader{};
    std::vector<std::uint64_t> lengths;
    for (std::uint64_t i = 0; i < count; ++i) {
      skip_name();
      lengths.push_back(reader_.number(count_));
    }
    return lengths;
  }

  void skip_attributes() {
    reader_.number(4);  // the tag
    for (std::uint64_t count = reader_.number(count_); count > 0; --count) {
      skip_name();
      const std::uint64_t size = size_of_type(reader_.number(4));
      reader_.skip(padded(reader_.number(count_) * size));
    }
  }

  Variable variable(std::vector<std::uint64_t> const& lengths) {
    Variable one;
    skip_name();
    std::uint64_t cells = 1;
    const std::uint64_t ranks = reader_.number(count_);
    for (std::uint64_t i = 0; i < ranks; ++i) {
      const std::uint64_t dimension = reader_.number(count_);
      if (dimension >= lengths.size()) throw NoHeader{};
      // A length of 0 is that of the records.
      if (lengths[dimension] == 0) one.record = true;
      cells *= std::max<std::uint64_t>(1, lengths[dimension]);
    }
    skip_attributes();
    one.size = cells * size_of_type(reader_.number(4));
    reader_.number(count_);  // the size, which is not reliable for large variables
    one.begin = reader_.number(offset_);
    return one;
  }

  HeaderReader reader_;
  std::size_t count_ = 4, offset_ = 4;
};

}  // namespace

std::optional<std::uint64_t> classic_netcdf_size(std::span<std::byte const> header) {
  try {
    return Header(header).size_of_file();
  } catch (NoHeader const&) {
    return std::nullopt;
  }
}

}  // namespace barchan::geo
