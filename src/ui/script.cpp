#include "ui/script.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <span>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "barchan/io/scenario.hpp"
#include "ui/script_hand.hpp"

namespace barchan::ui {

namespace {

using Words = std::span<std::string const>;

double number(std::string const& word) {
  double value = 0.0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  if (result.ec != std::errc{} || result.ptr != word.data() + word.size()) {
    throw std::invalid_argument(fmt::format("expected a number, found '{}'", word));
  }
  return value;
}

int count(std::string const& word) {
  const double value = number(word);
  constexpr double kMost = 1e9;
  if (!(value >= 0.0 && value <= kMost) || value != static_cast<double>(static_cast<int>(value))) {
    throw std::invalid_argument(fmt::format("expected a whole number from 0 to {:.0f}, found '{}'", kMost, word));
  }
  return static_cast<int>(value);
}

ImVec2 point(Words words) { return {static_cast<float>(number(words[0])), static_cast<float>(number(words[1]))}; }

int button(Words words, std::size_t index) {
  if (words.size() <= index) return 0;
  if (words[index] == "left") return 0;
  if (words[index] == "right") return 1;
  if (words[index] == "middle") return 2;
  throw std::invalid_argument(fmt::format("expected left, right or middle, found '{}'", words[index]));
}

Chord chord(std::string const& word) {
  if (const auto found = parse_chord(word)) return *found;
  throw std::invalid_argument(fmt::format("no key '{}' (letters, space, comma, f1, shift+r, ...)", word));
}

std::string answer_text(Answer const& answer) {
  if (auto const* text = std::get_if<std::string>(&answer)) return *text;
  return fmt::format("{:.10g}", std::get<double>(answer));
}

/// expect NAME == VALUE [+- TOLERANCE]; also != < <= > >=, and "contains" for texts.
void expect(Desk const& desk, Words words) {
  const auto answer = desk.ask(words[0]);
  if (!answer) throw std::invalid_argument(fmt::format("nothing is called '{}'", words[0]));
  std::string const& relation = words[1];
  std::string wanted = words[2];
  if (relation == "contains") {
    for (std::size_t i = 3; i < words.size(); ++i) wanted += " " + words[i];
    if (answer_text(*answer).find(wanted) != std::string::npos) return;
    throw ExpectationFailed(
        fmt::format("expected {} to contain '{}', found '{}'", words[0], wanted, answer_text(*answer)));
  }
  bool holds = false;
  auto const* found = std::get_if<double>(&*answer);
  if (found == nullptr || wanted == "none") {
    if (relation != "==" && relation != "!=") {
      throw std::invalid_argument(fmt::format("'{}' is a text: only ==, != and contains compare it", words[0]));
    }
    holds = (answer_text(*answer) == wanted) == (relation == "==");
  } else {
    ParameterRow const* row = desk.row(words[0]);
    const bool named = row != nullptr && (row->kind == ParameterKind::boolean || row->kind == ParameterKind::choice);
    const double value = named ? parse_parameter_value(*row, wanted) : number(wanted);
    double tolerance = 1e-6 * std::max(1.0, std::fabs(value));  // parameters are stored as floats
    if (words.size() == 5 && words[3] == "+-") {
      tolerance = number(words[4]);
    } else if (words.size() != 3) {
      throw std::invalid_argument("expected 'expect NAME == VALUE' or 'expect NAME == VALUE +- TOLERANCE'");
    }
    const bool equal = std::fabs(*found - value) <= tolerance;
    if (relation == "==")
      holds = equal;
    else if (relation == "!=")
      holds = !equal;
    else if (relation == "<")
      holds = *found < value;
    else if (relation == "<=")
      holds = *found <= value;
    else if (relation == ">")
      holds = *found > value;
    else if (relation == ">=")
      holds = *found >= value;
    else
      throw std::invalid_argument(fmt::format("no comparison '{}' (==, !=, <, <=, >, >=, contains)", relation));
  }
  if (!holds) {
    throw ExpectationFailed(fmt::format("expected {}, found {}", fmt::join(words, " "), answer_text(*answer)));
  }
}

struct Verb {
  std::string_view name;
  std::size_t least, most;  ///< words after the name
  std::string_view form;    ///< for messages
  void (*run)(ScriptHand&, Words);
};

constexpr std::size_t kAny = 64;

constexpr Verb kVerbs[] = {
    {"frames", 1, 1, "frames N", [](ScriptHand& hand, Words w) { hand.frames(count(w[0])); }},
    {"hold", 1, 1, "hold N", [](ScriptHand& hand, Words w) { hand.frames(count(w[0]), true); }},
    {"steps", 1, 1, "steps N",
     [](ScriptHand& hand, Words w) { hand.host().steps(static_cast<std::uint64_t>(count(w[0]))); }},
    {"key", 1, 1, "key NAME", [](ScriptHand& hand, Words w) { hand.press(chord(w[0])); }},
    {"key_down", 1, 1, "key_down NAME", [](ScriptHand& hand, Words w) { hand.hold_key(chord(w[0]), true); }},
    {"key_up", 1, 1, "key_up NAME", [](ScriptHand& hand, Words w) { hand.hold_key(chord(w[0]), false); }},
    {"type", 1, 1, "type TEXT", [](ScriptHand& hand, Words w) { hand.type(w[0]); }},
    {"set", 2, 2, "set GROUP.KEY VALUE", [](ScriptHand& hand, Words w) { hand.set(w[0], w[1]); }},
    {"reset", 1, 1, "reset NAME", [](ScriptHand& hand, Words w) { hand.click(w[0], 1); }},
    {"click", 1, 2, "click NAME [left|right|middle]",
     [](ScriptHand& hand, Words w) { hand.click(w[0], button(w, 1)); }},
    {"double_click", 1, 1, "double_click NAME", [](ScriptHand& hand, Words w) { hand.double_click(w[0]); }},
    {"hover", 1, 1, "hover NAME", [](ScriptHand& hand, Words w) { hand.hover(w[0]); }},
    {"drag", 3, 3, "drag NAME DX DY", [](ScriptHand& hand, Words w) { hand.drag(w[0], point(w.subspan(1))); }},
    {"mouse_move", 2, 2, "mouse_move X Y", [](ScriptHand& hand, Words w) { hand.move(point(w)); }},
    {"mouse_drag", 4, 5, "mouse_drag X0 Y0 X1 Y1 [left|right|middle]",
     [](ScriptHand& hand, Words w) { hand.mouse_drag(point(w), point(w.subspan(2)), button(w, 4)); }},
    {"mouse_down", 0, 1, "mouse_down [left|right|middle]",
     [](ScriptHand& hand, Words w) { hand.push(button(w, 0), true); }},
    {"mouse_up", 0, 1, "mouse_up [left|right|middle]",
     [](ScriptHand& hand, Words w) { hand.push(button(w, 0), false); }},
    {"wheel", 1, 1, "wheel NOTCHES", [](ScriptHand& hand, Words w) { hand.wheel(static_cast<float>(number(w[0]))); }},
    {"open", 1, 1, "open SCENARIO_OR_FILE",
     [](ScriptHand& hand, Words w) {
       hand.host().desk().open({w[0], {}, {}, {}});
       hand.frames(2, true);
     }},
    {"place", 1, kAny, "place SHAPE KEY=VALUE ...",
     [](ScriptHand& hand, Words w) {
       hand.host().desk().give(parse_place(fmt::format("{}", fmt::join(w, " ")), "place"));
       hand.frames(1, true);
     }},
    {"remove", 1, kAny, "remove all, or remove SHAPE KEY=VALUE ...",
     [](ScriptHand& hand, Words w) {
       hand.host().desk().give(parse_remove(fmt::format("{}", fmt::join(w, " ")), "remove"));
       hand.frames(1, true);
     }},
    {"expect", 3, kAny, "expect NAME == VALUE", [](ScriptHand& hand, Words w) { expect(hand.host().desk(), w); }},
    {"picture", 1, 1, "picture FILE.png", [](ScriptHand& hand, Words w) { hand.host().picture(w[0]); }},
};

Verb const* find_verb(std::string_view name) {
  for (Verb const& verb : kVerbs) {
    if (verb.name == name) return &verb;
  }
  return nullptr;
}

}  // namespace

Script Script::parse(std::string_view text, std::string name) {
  Script script;
  script.name_ = std::move(name);
  int number_of_line = 0;
  while (!text.empty()) {
    ++number_of_line;
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    Line parsed{number_of_line, {}};
    while (true) {
      const auto begin = line.find_first_not_of(" \t\r");
      if (begin == std::string_view::npos || line[begin] == '#') break;
      line.remove_prefix(begin);
      // Quotes hold a file name with spaces together.
      const bool quoted = line.front() == '"';
      if (quoted) line.remove_prefix(1);
      const auto stop = line.find_first_of(quoted ? "\"" : " \t\r");
      parsed.words.emplace_back(line.substr(0, stop));
      line.remove_prefix(std::min(stop, line.size()));
      if (quoted && !line.empty()) line.remove_prefix(1);
    }
    if (parsed.words.empty()) continue;
    const auto fail = [&](std::string const& what) {
      throw ScriptError(fmt::format("{}:{}: {}", script.name_, parsed.number, what));
    };
    Verb const* verb = find_verb(parsed.words[0]);
    if (verb == nullptr) {
      std::vector<std::string_view> names;
      for (Verb const& known : kVerbs) names.push_back(known.name);
      fail(fmt::format("unknown command '{}'; there are: {}", parsed.words[0], fmt::join(names, ", ")));
    }
    const std::size_t arguments = parsed.words.size() - 1;
    if (arguments < verb->least || arguments > verb->most) {
      fail(fmt::format("expected '{}', found '{}'", verb->form, fmt::join(parsed.words, " ")));
    }
    script.lines_.push_back(std::move(parsed));
  }
  return script;
}

Script Script::read(std::filesystem::path const& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw ScriptError(fmt::format("{}: expected a script, found a directory", file.string()));
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw ScriptError(fmt::format("{}: cannot read this script (does it exist?)", file.string()));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return parse(text, file.string());
}

void Script::run(ScriptHost& host) const {
  ScriptHand hand(host);
  for (Line const& line : lines_) {
    const auto where = [&](std::string_view what) { return fmt::format("{}:{}: {}", name_, line.number, what); };
    try {
      find_verb(line.words[0])->run(hand, Words(line.words).subspan(1));
    } catch (ExpectationFailed const& failure) {
      throw ExpectationFailed(where(failure.what()));
    } catch (std::exception const& error) {
      throw ScriptError(where(error.what()));
    }
  }
}

}  // namespace barchan::ui
