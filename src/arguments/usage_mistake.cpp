#include "arguments/usage_mistake.hpp"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "arguments/cli_arguments.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

using Texts = std::vector<std::string>;

/// The subcommand that was given, or else the program itself.
CLI::App const& command_of(CLI::App const& app) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  return given.empty() ? app : *given.back();
}

bool is_option(std::string_view word) { return word.starts_with('-'); }

/// The words, in the order typed, that `command` could not use.
Texts unused_words(CLI::App const& command) {
  Texts words = command.remaining();
  std::erase(words, "--");
  return words;
}

/// The words as "'a', 'b'". A long list ends in "and 12 more".
std::string quoted(Texts const& words) {
  constexpr std::size_t kMost = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(words.size(), kMost); ++i) {
    list += fmt::format("{}'{}'", i > 0 ? ", " : "", printable(words[i]));
  }
  return words.size() > kMost ? fmt::format("{} and {} more", list, words.size() - kMost) : list;
}

/// `word` stands where a subcommand should; it is empty if there is no word.
std::string subcommand_mistake(CLI::App const& app, std::string const& word) {
  Texts names;
  for (CLI::App const* command : app.get_subcommands([](CLI::App const*) { return true; })) {
    names.push_back(command->get_name());
  }
  const std::vector<std::string_view> choices(names.begin(), names.end());
  if (word.empty()) return fmt::format("expected a subcommand, found none; choose one of {}", join(choices));
  if (is_option(word)) {
    return fmt::format("expected a subcommand before all options, found '{}'; choose one of {}", printable(word),
                       join(choices));
  }
  return fmt::format("unknown subcommand '{}'{}", printable(word), advice(word, choices));
}

/// `help` is the command that prints the help.
std::string unused_mistake(CLI::App const& command, Texts const& words, std::string const& help) {
  Texts options;
  for (std::string const& word : words) {
    if (is_option(word)) options.push_back(word.substr(0, word.find('=')));
  }
  if (options.empty()) {
    const bool one = words.size() == 1;
    return fmt::format("unexpected argument{} {}; remove {}, or see '{}'", one ? "" : "s", quoted(words),
                       one ? "it" : "them", help);
  }
  if (options.size() > 1) return fmt::format("unknown options {}; see '{}'", quoted(options), help);
  Texts names;
  for (CLI::Option const* option : command.get_options()) names.push_back(option->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string near = did_you_mean(options[0], known);
  return fmt::format("unknown option {}{}", quoted(options), near.empty() ? fmt::format("; see '{}'", help) : near);
}

std::string missing_mistake(CLI::Option const& option) {
  if (!option.get_positional()) {
    return fmt::format("expected the option {} {}, found none; add it", option.get_name(), option.get_type_name());
  }
  std::string values = option.get_description();
  if (!values.empty()) values.front() = lower_case(values.substr(0, 1)).front();
  return fmt::format("expected the argument '{}', found none; give {}", option.get_name(), values);
}

bool is_flag(CLI::Option const& option) { return option.get_expected_max() == 0; }

/// What is wrong with the values of an option; empty if nothing is.
std::string value_mistake(CLI::Option const& option) {
  const auto given = static_cast<int>(option.count());
  const std::string name = option.get_name();
  if (option.get_required() && given == 0) return missing_mistake(option);
  const int most = std::max(1, option.get_items_expected_max());
  if (option.get_multi_option_policy() == CLI::MultiOptionPolicy::Throw && given > most) {
    if (most > 1)
      return fmt::format("expected at most {} values of {}, found {}; leave the others out", most, name, given);
    return fmt::format("expected {} once, found it {} times; keep one", name, given);
  }
  for (std::string const& value : option.results()) {
    if (is_flag(option) && value != "true" && value != "false") {
      return fmt::format("{}: expected no value, found '{}'; remove the value", name, printable(value));
    }
  }
  return {};
}

/// The option whose value is missing because the command line ends with it; null if there is none.
CLI::Option const* option_without_value(CLI::App const& command, CLI::ParseError const& error, std::string last) {
  if (dynamic_cast<CLI::ArgumentMismatch const*>(&error) == nullptr || !is_option(last)) return nullptr;
  if (last.ends_with('=')) last.pop_back();
  CLI::Option const* const option = command.get_option_no_throw(last);
  return option != nullptr && !is_flag(*option) ? option : nullptr;
}

/// Says what is wrong with the words. `last` is the last of them.
std::string mistake_in(CLI::App const& app, CLI::ParseError const& error, std::string const& last) {
  if (dynamic_cast<CLI::ValidationError const*>(&error) != nullptr) return error.what();  // a text from this file
  CLI::App const& command = command_of(app);
  const bool is_app = &command == &app;
  const Texts before = unused_words(app), after = unused_words(command);
  if (app.get_require_subcommand_min() > 0 && (is_app || !before.empty())) {
    return subcommand_mistake(app, before.empty() ? std::string() : before.front());
  }
  const std::string where = is_app ? "" : command.get_name() + ": ";
  const std::string help = app.get_name() + (is_app ? "" : " " + command.get_name()) + " --help";
  if (CLI::Option const* const option = option_without_value(command, error, last)) {
    return fmt::format("{}expected a value after {}, found none; see '{}'", where, option->get_name(), help);
  }
  if (!after.empty()) return where + unused_mistake(command, after, help);
  for (CLI::Option const* option : command.get_options()) {
    const std::string mistake = value_mistake(*option);
    if (!mistake.empty()) return where + mistake;
  }
  return fmt::format("{}{}; see '{}'", where, printable(error.what(), 200), help);
}

}  // namespace

std::optional<Farewell> parse_words(CLI::App& app, int argc, char const* const* argv) {
  try {
    app.parse(argc, argv);
  } catch (CLI::ParseError const& error) {
    if (error.get_exit_code() != 0) {
      const std::string last = argc > 1 ? argv[argc - 1] : "";
      return Farewell{kExitBadInput, {}, fmt::format("{}: {}\n", app.get_name(), mistake_in(app, error, last))};
    }
    std::ostringstream out, none;
    app.exit(error, out, none);
    return Farewell{kExitDone, out.str(), {}};
  }
  return std::nullopt;
}

CLI::Validator takes_number() {
  const auto check = [](std::string& text) {
    return parsed_number<double>(text) ? std::string() : fmt::format("expected a number, found '{}'", printable(text));
  };
  return {check, ""};
}

CLI::Validator takes_whole_number(int least, int most) {
  const auto check = [least, most](std::string& text) {
    const std::optional<int> number = parsed_number<int>(text);
    if (number && *number >= least && *number <= most) return std::string();
    return fmt::format("expected a whole number from {} to {}, found '{}'", least, most, printable(text));
  };
  return {check, fmt::format("INT in [{} - {}]", least, most)};
}

}  // namespace barchan
