#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
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
  if (error == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// Reads the rows of keys before the first value. They contain everything about a raster except its values.
DecodedRaster decode_header(std::string const& name, WordReader& words) {
  std::optional<double> columns, rows;
  DecodedRaster decoded;
  while (true) {
    const WordReader::Mark before = words.mark();
    const std::string key = lower_case(words.next());
    if (key.empty() || parse_number(key)) {
      words.rewind(before);
      break;
    }
    const int line = words.line();
    static constexpr std::array<std::string_view, 8> kKeys{"ncols",     "nrows",     "xllcorner", "yllcorner",
                                                           "xllcenter", "yllcenter", "cellsize",  "nodata_value"};
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end()) {
      const std::string way_out = did_you_mean(key, kKeys);
      throw InputError("{}:{}: expected the key of a header row ({}) or a number, found {}{}", name, line, join(kKeys),
                       shown_word(key), way_out.empty() ? "; correct the key" : way_out);
    }
    const std::string_view word = words.next();
    const std::optional<double> value = parse_number(word);
    if (!value) {
      throw InputError("{}:{}: expected a number after {}, found {}; correct it", name, words.line(), key,
                       shown_word(word));
    }
    if (key == "ncols") columns = value;
    if (key == "nrows") rows = value;
    if (key == "cellsize") decoded.metadata.cell_size = value;
    if (key == "nodata_value") decoded.no_data = value;
  }
  if (!columns || !rows) {
    throw InputError("{}:{}: expected both ncols and nrows in the header, found no {}; add it", name, words.line(),
                     columns ? "nrows" : "ncols");
  }
  if (*columns != std::floor(*columns) || *rows != std::floor(*rows)) {
    throw InputError("{}: expected whole numbers of columns and rows, found {} x {}; correct the header", name,
                     *columns, *rows);
  }
  check_raster_size(name, *columns, *rows, sizeof(float));
  decoded.width = static_cast<int>(*columns);
  decoded.height = static_cast<int>(*rows);
  return decoded;
}

}  // namespace

DecodedRaster decode_asc(std::string const& name, std::span<std::byte const> bytes) {
  const std::string_view text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  WordReader words(text);
  DecodedRaster decoded = decode_header(name, words);
  const auto cells = static_cast<std::size_t>(decoded.width) * static_cast<std::size_t>(decoded.height);
  const auto too_short = [&](std::string const& found) {
    return InputError(
        "{}:{}: expected {} ({} x {}), found {}; correct the header, or copy the file again if it is cut short", name,
        words.line(), counted(cells, "value"), decoded.width, decoded.height, found);
  };
  // A value takes at least a digit and a space, so a wrong header cannot cause a large allocation.
  if (text.size() / 2 + 1 < cells) throw too_short(fmt::format("at most {}", text.size() / 2 + 1));
  decoded.values.reserve(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    const std::string_view word = words.next();
    if (word.empty()) throw too_short(fmt::to_string(i));
    const std::optional<double> value = parse_number(word);
    if (!value) {
      throw InputError("{}:{}: expected a number, found {}; correct it", name, words.line(), shown_word(word));
    }
    decoded.values.push_back(static_cast<float>(*value));
  }
  if (const std::string_view word = words.next(); !word.empty()) {
    throw InputError(
        "{}:{}: expected the file to end after {} ({} x {}), found {}; correct the header or remove the extra "
        "values",
        name, words.line(), counted(cells, "value"), decoded.width, decoded.height, shown_word(word));
  }
  return decoded;
}

std::vector<std::byte> encode_asc(Raster const& raster) {
  fmt::memory_buffer out;
  auto to = std::back_inserter(out);
  fmt::format_to(to, "ncols {}\nnrows {}\nxllcorner 0\nyllcorner 0\ncellsize {}\n", raster.width, raster.height,
                 raster.cell_size);
  const std::vector<float> values = to_file_floats(raster);
  const auto width = static_cast<std::size_t>(raster.width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    fmt::format_to(to, "{}{}", values[i], (i + 1) % width == 0 ? '\n' : ' ');
  }
  const auto bytes = std::as_bytes(std::span(out.data(), out.size()));
  return {bytes.begin(), bytes.end()};
}

}  // namespace barchan
