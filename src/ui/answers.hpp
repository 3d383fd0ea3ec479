/// Answers: values that a script can ask for by name.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace barchan::ui {

/// A number or a text.
using Answer = std::variant<double, std::string>;
using Answers = std::vector<std::pair<std::string, Answer>>;

template <class Value>
Answer number_answer(Value value) {
  return static_cast<double>(value);
}
inline Answer flag_answer(bool value) { return std::string(value ? "true" : "false"); }
/// The text, or "none" where it is empty.
inline Answer text_answer(std::string_view text) { return std::string(text.empty() ? "none" : text); }

}  // namespace barchan::ui
