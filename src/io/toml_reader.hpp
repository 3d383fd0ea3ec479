/// Reads a TOML table key by key; every mistake becomes one line with file and line number. Only its source knows the
/// library.
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

#include "barchan/io/input_error.hpp"

namespace barchan {

/// One table of a file. Getters return nothing when the key is absent and throw InputError when its value is wrong.
class TableReader {
 public:
  /// The root of a file with the content `text`; `name` stands for the file in messages. Throws InputError.
  static TableReader parse(std::string_view text, std::string const& name);
  /// The same table; `title` names it in messages: as people write it, "[grid]".
  TableReader titled(std::string title) const { return {table_, file_, std::move(title)}; }
  std::string const& title() const { return title_; }

  /// Refuses every key that is not among `known`. `elsewhere` may name the table where a key would belong ("").
  void refuse_unknown(std::span<std::string_view const> known,
                      std::string_view (*elsewhere)(std::string_view key) = nullptr) const;

  std::optional<double> number(std::string_view key, double minimum, double maximum, std::string_view unit = {}) const;
  std::optional<std::int64_t> integer(std::string_view key, std::int64_t minimum, std::int64_t maximum) const;
  std::optional<std::string> text(std::string_view key) const;
  /// Position of the text in `choices`.
  std::optional<std::size_t> choice(std::string_view key, std::span<std::string_view const> choices) const;
  std::optional<TableReader> table(std::string_view key) const;
  /// Tables of an array of tables, in order; none when the key is absent. `title` names each.
  std::vector<TableReader> tables(std::string_view key, std::string const& title) const;

  /// The value when it is one of this kind, else nothing. Value: double (of any number), int64_t, bool, string.
  template <class Value>
  std::optional<Value> value(std::string_view key) const;
  /// The entries of a list of numbers, else nothing.
  std::vector<double> numbers(std::string_view key) const;
  /// What a person wrote: "the text 'hello'", "a table", ...
  std::string found(std::string_view key) const;

  bool has(std::string_view key) const;
  /// In the order of the file.
  std::vector<std::string_view> keys() const;
  /// An error at the line of `key`, or of the table itself when it is absent; `text` and `values` as for fmt::format.
  template <class... Values>
  InputError error(std::string_view key, fmt::format_string<Values...> text, Values&&... values) const {
    return InputError("{}:{}: {}", file_, line_of(key), fmt::format(text, std::forward<Values>(values)...));
  }

 private:
  TableReader(std::shared_ptr<toml::table const> table, std::string file, std::string title)
      : table_(std::move(table)), file_(std::move(file)), title_(std::move(title)) {}
  std::uint32_t line_of(std::string_view key) const;

  std::shared_ptr<toml::table const> table_;  ///< keeps the whole file
  std::string file_;
  std::string title_;
};

}  // namespace barchan
