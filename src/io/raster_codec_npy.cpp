// Arrays of NumPy (NumPy, "NPY format").
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// The header of an array: a dictionary of Python with three keys.
struct NpyHead {
  std::string type;  ///< such as "<f4"
  bool by_columns = false;
  std::vector<std::uint64_t> shape;
  std::size_t data = 0;  ///< position of the first number, bytes
};

/// The types of number that are read: kind and bytes.
struct NpyType {
  std::string_view code;
  std::size_t bytes;
  double code_maximum;  ///< as of an image; 0: the numbers are metres
};
constexpr NpyType kNpyTypes[]{{"f4", 4, 0.0}, {"f8", 8, 0.0},   {"i2", 2, 0.0},
                              {"i4", 4, 0.0}, {"u1", 1, 255.0}, {"u2", 2, kLargestCode}};

/// Parses the dictionary. Throws InputError.
class NpyParser {
 public:
  NpyParser(std::string const& name, std::string_view text) : name_(name), text_(text) {}

  NpyHead head() {
    NpyHead head;
    unsigned found = 0;
    expect('{');
    while (!accept('}')) {
      const std::string key = word();
      expect(':');
      if (key == "descr") {
        head.type = type();
        found |= 1u;
      } else if (key == "fortran_order") {
        head.by_columns = truth();
        found |= 2u;
      } else if (key == "shape") {
        head.shape = numbers();
        found |= 4u;
      } else {
        fail();
      }
      if (!accept(',') && peek() != '}') fail();
    }
    constexpr unsigned kAll = 7;
    if (found != kAll) fail();
    return head;
  }

 private:
  [[noreturn]] void fail() const {
    throw InputError("{}: expected the header of a NumPy array, found '{}'; save the array again with numpy.save()",
                     name_, printable(text_));
  }
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool accept(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) fail();
  }
  std::string word() {
    const char quote = peek();
    if (quote != '\'' && quote != '"') fail();
    const std::size_t end = text_.find(quote, ++at_);
    if (end == std::string_view::npos) fail();
    const std::string found(text_.substr(at_, end - at_));
    at_ = end + 1;
    return found;
  }
  std::string type() {
    if (peek() != '[') return word();
    throw InputError(
        "{}: expected an array of numbers, found an array of records; save one member of the records with numpy.save()",
        name_);
  }
  bool truth() {
    peek();
    for (std::string_view answer : {"True", "False"}) {
      if (!text_.substr(at_).starts_with(answer)) continue;
      at_ += answer.size();
      return answer == "True";
    }
    fail();
  }
  std::vector<std::uint64_t> numbers() {
    std::vector<std::uint64_t> list;
    expect('(');
    while (!accept(')')) {
      peek();
      std::uint64_t number = 0;
      char const* const end = text_.data() + text_.size();
      const auto parsed = std::from_chars(text_.data() + at_, end, number);
      if (parsed.ec != std::errc{}) fail();
      at_ = static_cast<std::size_t>(parsed.ptr - text_.data());
      list.push_back(number);
      if (!accept(',') && peek() != ')') fail();
    }
    return list;
  }

  std::string const& name_;
  std::string_view text_;
  std::size_t at_ = 0;
};

NpyHead npy_head(RasterBytes const& file) {
  const std::string_view text(reinterpret_cast<char const*>(file.bytes.data()), file.bytes.size());
  constexpr std::size_t kVersionAt = 6, kLengthAt = 8;
  if (!text.starts_with(kNpyMagic)) {
    throw InputError("{}: expected a NumPy array, found something else; convert it or correct its name", file.name);
  }
  const int version = text.size() > kLengthAt ? text[kVersionAt] : 0;
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  if (version < 1 || version > 3 || text.size() < kLengthAt + length_bytes) {
    throw InputError("{}: expected a NumPy array of version 1, 2 or 3, found {}; save it again with numpy.save()",
                     file.name,
                     text.size() > kLengthAt + 4 ? fmt::format("version {}", version) : "a file that is cut short");
  }
  std::uint32_t length = 0;
  std::memcpy(&length, text.data() + kLengthAt, length_bytes);
  const std::size_t start = kLengthAt + length_bytes;
  if (length > text.size() - start) {
    throw InputError("{}: expected a header of {} bytes, found a file that is cut short; copy it again", file.name,
                     length);
  }
  NpyHead head = NpyParser(file.name, text.substr(start, length)).head();
  head.data = start + length;
  return head;
}

NpyType const& npy_type(std::string const& name, NpyHead const& head) {
  for (NpyType const& type : kNpyTypes) {
    const bool ordered = head.type.size() == 3 && std::string_view("<>|=").find(head.type[0]) != std::string_view::npos;
    if (ordered && head.type.substr(1) == type.code) return type;
  }
  throw InputError(
      "{}: expected numbers of the type f4, f8, i2, i4, u1 or u2, found '{}'; save the array as "
      "numpy.save(file, array.astype('float32'))",
      name, printable(head.type));
}

template <class T>
float npy_number(std::byte const* from, bool swapped) {
  std::array<std::byte, sizeof(T)> bytes;
  std::copy_n(from, sizeof(T), bytes.begin());
  if (swapped) std::reverse(bytes.begin(), bytes.end());
  return static_cast<float>(std::bit_cast<T>(bytes));
}

using NpyNumber = float (*)(std::byte const*, bool);

NpyNumber npy_reader(std::string_view code) {
  if (code == "f4") return npy_number<float>;
  if (code == "f8") return npy_number<double>;
  if (code == "i2") return npy_number<std::int16_t>;
  if (code == "i4") return npy_number<std::int32_t>;
  return code == "u1" ? npy_number<std::uint8_t> : npy_number<std::uint16_t>;
}

}  // namespace

DecodedRaster decode_npy(RasterBytes const& file, RasterHints const& hints) {
  const NpyHead head = npy_head(file);
  if (head.shape.size() != 2) {
    throw InputError(
        "{}: expected an array with 2 dimensions, rows and columns, found {}; save a part of it, such as array[0], "
        "with numpy.save()",
        file.name, head.shape.size());
  }
  NpyType const& type = npy_type(file.name, head);
  const auto rows = static_cast<double>(head.shape[0]), columns = static_cast<double>(head.shape[1]);
  check_raster_size(file.name, columns, rows, sizeof(float));
  DecodedRaster decoded;
  decoded.width = static_cast<int>(head.shape[1]);
  decoded.height = static_cast<int>(head.shape[0]);
  decoded.code_maximum = type.code_maximum;
  const std::size_t width = head.shape[1], height = head.shape[0], bytes = width * height * type.bytes;
  if (file.bytes.size() - head.data != bytes) {
    throw InputError("{}: expected {} bytes of numbers ({} x {} cells of {}), found {}; copy or save it again",
                     file.name, bytes, width, height, head.type, file.bytes.size() - head.data);
  }
  const NpyNumber number = npy_reader(type.code);
  const std::size_t along_row = head.by_columns ? height : 1, along_column = head.by_columns ? 1 : width;
  decoded.values.resize(width * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t at = head.data + (x * along_row + y * along_column) * type.bytes;
      decoded.values[y * width + x] = number(file.bytes.data() + at, head.type[0] == '>');
    }
  }
  decoded.values = with_gaps(std::move(decoded.values), hints);
  return decoded;
}

std::vector<std::byte> encode_npy(Raster const& raster, RasterWriting const& writing) {
  constexpr std::size_t kAlignment = 64, kBefore = 10;  // magic, version and length
  std::string text =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", raster.height, raster.width);
  while ((kBefore + text.size() + 1) % kAlignment != 0) text += ' ';
  text += '\n';
  std::string head(kNpyMagic);
  head += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  head += text;
  const std::vector<float> values = to_file_floats(raster, writing);
  const auto numbers = std::as_bytes(std::span(values));
  std::vector<std::byte> bytes(head.size() + numbers.size());
  std::memcpy(bytes.data(), head.data(), head.size());
  std::memcpy(bytes.data() + head.size(), numbers.data(), numbers.size());
  return bytes;
}

}  // namespace barchan
