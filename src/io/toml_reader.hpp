/// Reads a TOML table key by key; every mistake becomes one line with file and line number.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "barchan/io/input_error.hpp"

namespace barchan {

/// Parses `text`; `name` stands for the file in messages. Throws InputError.
toml::table parse_toml(std::string_view text, std::string const& name);

/// One table of a file. Getters return nothing when the key is absent and throw InputError when its value is wrong.
class TableReader {
 public:
  /// `title`: as people write it, "[grid]"; "the file" for the root.
  TableReader(toml::table const& table, std::string file, std::string title)
      : table_(table), file_(std::move(file)), title_(std::move(title)) {}

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

  toml::table const& raw() const { return table_; }
  std::string const& file() const { return file_; }
  bool has(std::string_view key) const { return table_.contains(key); }
  /// An error at the line of `key`, or of the table itself when it is absent.
  InputError error(std::string_view key, std::string const& message) const;

 private:
  toml::table const& table_;
  std::string file_;
  std::string title_;
};

/// "a text ('hello')", "the number 5", ...: what a person wrote.
std::string describe(toml::node const& node);

}  // namespace barchan
