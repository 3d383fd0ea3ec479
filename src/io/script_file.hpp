/// Script files: lines of words, the first of which is a command. src/ui/script.hpp carries them out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

/// A command of the language and the number of words that may follow it.
struct ScriptForm {
  std::string_view form;    ///< name and what follows, for messages: "click NAME [left|right|middle]"
  std::size_t least, most;  ///< words after the name

  std::string_view name() const { return form.substr(0, form.find(' ')); }
};

struct ScriptLine {
  int number = 0;                  ///< line in the file, from 1
  std::size_t form = 0;            ///< index of its form
  std::vector<std::string> words;  ///< words after the name
};

/// Parses the lines of a script. Empty lines and comments are left out. `name` stands for the file in messages. Throws
/// InputError on the first line that has none of the `forms`: "tour.txt:3: ...".
std::vector<ScriptLine> parse_script(std::string_view text, std::string const& name, std::span<ScriptForm const> forms);
/// Text of a script file. Throws InputError.
std::string read_script(std::filesystem::path const& file);

/// A finite number. Throws std::invalid_argument for any other text.
double script_number(std::string_view word);
/// A whole number from 0 to 10^9. Throws std::invalid_argument.
int script_count(std::string_view word);

}  // namespace barchan
