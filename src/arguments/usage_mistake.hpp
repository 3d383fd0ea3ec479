/// Parses the words of a command line, and says in one line what is wrong with them.
#pragma once

#include <optional>

#include "arguments/farewell.hpp"

namespace CLI {
class App;
class Validator;
}  // namespace CLI

namespace barchan {

/// Parses the words with `app`. Returns what to print if the program must end: the text of --help or --version, or the
/// mistake in the words.
std::optional<Farewell> parse_words(CLI::App& app, int argc, char const* const* argv);

/// A check of an option that takes a number.
CLI::Validator takes_number();
/// A check of an option that takes a whole number from `least` to `most`.
CLI::Validator takes_whole_number(int least, int most);

}  // namespace barchan
