// The text of an ESRI grid, checked before GDAL reads it: GDAL reads a word that is not a number as 0.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "io/raster_codec.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// Words of a text with their line numbers.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  /// The next word; "" at the end.
  std::string_view next() {
    while (position_ < text_.size() && is_space(text_[position_])) {
      if (text_[position_] == '\n') ++line_;
      ++position_;
    }
    const std::size_t begin = position_;
    while (position_ < text_.size() && !is_space(text_[position_])) ++position_;
    return text_.substr(begin, position_ - begin);
  }
  int line() const { return line_; }

  struct Mark {
    std::size_t position;
    int line;
  };
  Mark mark() const { return {position_, line_}; }
  void rewind(Mark mark) {
    position_ = mark.position;
    line_ = mark.line;
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  std::string_view text_;
  std::size_t position_ = 0;
  int line_ = 1;
};

std::string shown_word(std::string_view word) { return fmt::format("'{}'", printable(word)); }

std::optional<double> parse_number(std::string_view word) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size() || word.empty()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return std::strtod(std::string(word).c_str(), nullptr);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

/// Text without a byte order mark, without the end mark of DOS, and as UTF-8.
std::string plain_text(std::string const& name, std::span<std::byte const> bytes) {
  std::string text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  constexpr std::string_view kUtf8 = "\xEF\xBB\xBF", kLittle = "\xFF\xFE", kBig = "\xFE\xFF";
  if (text.starts_with(kUtf8)) text.erase(0, kUtf8.size());
  if (text.starts_with(kLittle) || text.starts_with(kBig)) {
    const std::size_t high = text.starts_with(kLittle) ? 1 : 0;
    std::string narrow;
    for (std::size_t i = 2; i + 1 < text.size(); i += 2) {
      if (text[i + high] != 0) {
        throw InputError(
            "{}: expected plain text of letters and digits, found another character; save the file as plain text",
            name);
      }
      narrow += text[i + 1 - high];
    }
    text = std::move(narrow);
  }
  constexpr char kEndOfDos = 0x1A;
  const std::size_t last = text.find_last_not_of(std::string{'\0', kEndOfDos, ' ', '\t', '\r', '\n'});
  text.erase(last == std::string::npos ? 0 : last + 1);
  text += "\n";
  constexpr std::size_t kShortest = 64;  // GDAL does not recognise a shorter file
  text.resize(std::max(text.size(), kShortest), ' ');
  return text;
}

/// What the header of a grid says.
struct AscHeader {
  std::optional<double> columns, rows;
  bool names_no_data = false;
  bool sized = false;  ///< it gives the size of the cells
};

/// Reads the rows of keys before the first value.
AscHeader read_header(std::string const& name, WordReader& words) {
  static constexpr std::array<std::string_view, 10> kKeys{
      "ncols", "nrows", "xllcorner", "yllcorner", "xllcenter", "yllcenter", "cellsize", "dx", "dy", "nodata_value"};
  AscHeader header;
  while (true) {
    const WordReader::Mark before = words.mark();
    const std::string key = lower_case(words.next());
    if (key.empty() || parse_number(key)) {
      words.rewind(before);
      break;
    }
    const int line = words.line();
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      const std::string way_out = did_you_mean(key, kKeys);
      throw InputError("{}:{}: expected the key of a header row ({}) or a number, found {}{}", name, line, join(kKeys),
                       shown_word(key), way_out.empty() ? "; correct the key" : way_out);
    }
    const std::string_view word = words.next();
    const std::optional<double> value = parse_number(word);
    const bool no_data = key == "nodata_value";
    if (!value && !(no_data && lower_case(word) == "null")) {
      throw InputError("{}:{}: expected a number after {}, found {}; correct it", name, words.line(), key,
                       shown_word(word));
    }
    if (key == "ncols") header.columns = value;
    if (key == "nrows") header.rows = value;
    if (no_data) header.names_no_data = value.has_value();
    const bool length = key == "cellsize" || key == "dx" || key == "dy";
    header.sized = header.sized || length;
    if (length && !(*value > 0.0)) {
      throw InputError("{}:{}: expected a cell size above 0, found {}; correct it", name, words.line(),
                       shown_word(word));
    }
  }
  if (!header.columns || !header.rows) {
    throw InputError("{}:{}: expected both ncols and nrows in the header, found no {}; add it", name, words.line(),
                     header.columns ? "nrows" : "ncols");
  }
  if (*header.columns != std::floor(*header.columns) || *header.rows != std::floor(*header.rows)) {
    throw InputError("{}: expected whole numbers of columns and rows, found {} x {}; correct the header", name,
                     *header.columns, *header.rows);
  }
  if (!header.sized) {
    throw InputError("{}:{}: expected cellsize in the header, found none; add it", name, words.line());
  }
  check_raster_size(name, *header.columns, *header.rows, sizeof(float));
  return header;
}

}  // namespace

AscText checked_asc(std::string const& name, std::span<std::byte const> bytes) {
  AscText checked{plain_text(name, bytes)};
  WordReader words(checked.text);
  const AscHeader header = read_header(name, words);
  checked.names_no_data = header.names_no_data;
  const auto cells = static_cast<std::size_t>(*header.columns) * static_cast<std::size_t>(*header.rows);
  const auto too_short = [&](std::string const& found) {
    return InputError(
        "{}:{}: expected {} ({} x {}), found {}; correct the header, or copy the file again if it is cut short", name,
        words.line(), counted(cells, "value"), *header.columns, *header.rows, found);
  };
  for (std::size_t i = 0; i < cells; ++i) {
    const std::string_view word = words.next();
    if (word.empty()) throw too_short(fmt::to_string(i));
    if (!parse_number(word)) {
      throw InputError("{}:{}: expected a number, found {}; correct it", name, words.line(), shown_word(word));
    }
  }
  if (const std::string_view word = words.next(); !word.empty()) {
    throw InputError(
        "{}:{}: expected the file to end after {} ({} x {}), found {}; correct the header or remove the extra "
        "values",
        name, words.line(), counted(cells, "value"), *header.columns, *header.rows, shown_word(word));
  }
  return checked;
}

}  // namespace barchan
