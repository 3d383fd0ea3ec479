/// Reads a TOML table key by key and collects the mistakes of the whole file, each with line and column. Only the .cpp
/// file depends on the TOML library.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/impl/forward_declarations.h>

#include "base/bearing.hpp"
#include "io/input_error.hpp"

namespace barchan {

/// Key of a file that names the convention of its directions.
inline constexpr std::string_view kDirectionsKey = "directions";

/// One table of a file. Getters return an empty optional if the key is absent. If its value is wrong, they record a
/// mistake and also return an empty optional, so that reading continues. The reader of the root calls refuse_mistakes()
/// at the end. All tables of a file share one list of mistakes; the hundredth mistake throws at once.
class TableReader {
 public:
  /// The root of a file with the contents `text`. `name` stands for the file in messages. Throws InputErrors if the
  /// text is not TOML.
  static TableReader parse(std::string_view text, std::string const& name);
  /// Throws InputErrors if any mistake in the file has been recorded.
  void refuse_mistakes() const;
  /// Reads the key `directions`, the convention of all directions in the file. Without it, they are mathematical.
  void read_directions() const;
  Directions directions() const;
  /// The same table with another title in messages, as written in files: "[grid]".
  TableReader titled(std::string title) const { return {file_, table_, std::move(title)}; }
  std::string const& title() const { return title_; }

  /// Records a mistake for every key that is not in `known`. `elsewhere` may return the table to which a key belongs;
  /// "" if there is none.
  void refuse_unknown(std::span<std::string_view const> known,
                      std::string_view (*elsewhere)(std::string_view key) = nullptr) const;

  std::optional<double> number(std::string_view key, double minimum, double maximum, std::string_view unit = {}) const;
  /// A direction in the convention of the file, or a point of the compass, in degrees as the program has them.
  std::optional<double> direction(std::string_view key, double minimum, double maximum, Bearing bearing) const;
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t minimum, std::int64_t maximum) const;
  std::optional<std::string> text(std::string_view key) const;
  /// Index of the text in `choices`.
  std::optional<std::size_t> choice(std::string_view key, std::span<std::string_view const> choices) const;
  std::optional<TableReader> table(std::string_view key) const;
  /// The tables of an array of tables, in order; empty if the key is absent. `title` names each table in messages.
  std::vector<TableReader> tables(std::string_view key, std::string const& title) const;

  /// The value if it has this type, otherwise empty. Value: double (any number), int64_t, bool, string.
  template <class Value>
  std::optional<Value> value(std::string_view key) const;
  /// The entries of a list of numbers; empty for any other value.
  std::vector<double> numbers(std::string_view key) const;
  /// The entries of a list of texts; empty if the key is absent. Any other value is a mistake.
  std::vector<std::string> texts(std::string_view key) const;
  /// Description of the value of `key` in the file: "the text 'hello'", "a table", ...; "none" if it is absent.
  std::string found(std::string_view key) const;

  bool has(std::string_view key) const;
  /// All keys in the order of the file.
  std::vector<std::string_view> keys() const;
  /// Line in the file, from 1, where the table begins.
  std::size_t line() const;
  /// Records a mistake at the value of `key`, or at the table if the key is absent. Arguments as for fmt::format.
  template <class... Values>
  void mistake(std::string_view key, fmt::format_string<Values...> text, Values&&... values) const {
    note(key, fmt::format(text, std::forward<Values>(values)...));
  }
  /// Records a mistake if `key` is absent.
  template <class... Values>
  void require(std::string_view key, fmt::format_string<Values...> text, Values&&... values) const {
    if (!has(key)) note(key, fmt::format(text, std::forward<Values>(values)...));
  }

 private:
  struct File;
  TableReader(std::shared_ptr<File> file, toml::table const* table, std::string title)
      : file_(std::move(file)), table_(table), title_(std::move(title)) {}
  void note(std::string_view key, std::string text) const;

  std::shared_ptr<File> file_;
  toml::table const* table_;
  std::string title_;
};

}  // namespace barchan
