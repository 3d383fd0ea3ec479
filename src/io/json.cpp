#include "io/json.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "base/overloaded.hpp"

namespace barchan {

namespace {

/// Length of the UTF-8 character at the beginning of `text`; 0 if the bytes are none.
std::size_t character_length(std::string_view text) {
  struct Form {
    unsigned char mask, mark;
    std::size_t length;
    std::uint32_t lowest;  ///< code of a shorter form below it
  };
  static constexpr Form kForms[]{
      {0x80, 0x00, 1, 0}, {0xe0, 0xc0, 2, 0x80}, {0xf0, 0xe0, 3, 0x800}, {0xf8, 0xf0, 4, 0x10000}};
  constexpr std::uint32_t kLast = 0x10ffff, kFirstSurrogate = 0xd800, kLastSurrogate = 0xdfff;
  const auto first = static_cast<unsigned char>(text.front());
  for (Form const& form : kForms) {
    if ((first & form.mask) != form.mark) continue;
    if (text.size() < form.length) return 0;
    auto code = static_cast<std::uint32_t>(first & static_cast<unsigned char>(~form.mask));
    for (std::size_t i = 1; i < form.length; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if ((byte & 0xc0u) != 0x80u) return 0;
      code = code << 6 | (byte & 0x3fu);
    }
    const bool sound = code >= form.lowest && code <= kLast && (code < kFirstSurrogate || code > kLastSurrogate);
    return sound ? form.length : 0;
  }
  return 0;
}

}  // namespace

/// The text of a value, written from its beginning to its end.
class JsonText {
 public:
  explicit JsonText(int indent) : indent_(indent) {}

  void add(Json const& json);
  std::string take() { return std::move(text_); }

 private:
  void add_string(std::string_view string);
  void add_number(double value);
  /// Adds everything in a list, each by `add_one`, between an opening and a closing bracket.
  template <class List, class AddOne>
  void add_all(List const& list, std::string_view brackets, AddOne const& add_one);
  void begin_line();

  std::string text_;
  int indent_;
  int level_ = 0;
};

void JsonText::add(Json const& json) {
  std::visit(
      Overloaded{[&](std::nullptr_t) { text_ += "null"; }, [&](bool value) { text_ += value ? "true" : "false"; },
                 [&](std::int64_t value) { text_ += std::to_string(value); },
                 [&](std::uint64_t value) { text_ += std::to_string(value); }, [&](double value) { add_number(value); },
                 [&](std::string const& value) { add_string(value); },
                 [&](Json::Items const& items) { add_all(items, "[]", [&](Json const& item) { add(item); }); },
                 [&](Json::Object const& object) {
                   add_all(object.members, "{}", [&](Json::Member const& member) {
                     add_string(member.first);
                     text_ += indent_ >= 0 ? ": " : ":";
                     add(member.second);
                   });
                 }},
      json.value_);
}

void JsonText::add_string(std::string_view string) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd", kEscaped = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt";
  text_ += '"';
  while (!string.empty()) {
    const std::size_t length = character_length(string);
    const char first = string.front();
    if (const std::size_t escaped = kEscaped.find(first); escaped != std::string_view::npos) {
      text_ += '\\';
      text_ += kLetters[escaped];
    } else if (length == 0) {
      text_ += kReplacement;
    } else if (length == 1 && static_cast<unsigned char>(first) < ' ') {
      fmt::format_to(std::back_inserter(text_), "\\u{:04x}", static_cast<unsigned>(first));
    } else {
      text_ += string.substr(0, length);
    }
    string.remove_prefix(std::max<std::size_t>(length, 1));
  }
  text_ += '"';
}

/// Adds the shortest number that is read back as the same one, with a sign that it need not be whole.
void JsonText::add_number(double value) {
  if (!std::isfinite(value)) {
    text_ += "null";
    return;
  }
  const std::string digits = fmt::format("{}", value);
  text_ += digits;
  if (digits.find_first_of(".e") == std::string::npos) text_ += ".0";
}

template <class List, class AddOne>
void JsonText::add_all(List const& list, std::string_view brackets, AddOne const& add_one) {
  text_ += brackets.front();
  ++level_;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text_ += ',';
    begin_line();
    add_one(list[i]);
  }
  --level_;
  if (!list.empty()) begin_line();
  text_ += brackets.back();
}

void JsonText::begin_line() {
  if (indent_ >= 0) text_.append(1, '\n').append(static_cast<std::size_t>(indent_ * level_), ' ');
}

Json Json::list(std::vector<Json> items) {
  Json made;
  made.value_ = std::move(items);
  return made;
}

Json& Json::operator[](std::string_view key) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  std::vector<Member>& members = std::get<Object>(value_).members;
  const auto found = std::ranges::find(members, key, &Member::first);
  return found != members.end() ? found->second : members.emplace_back(key, Json()).second;
}

bool Json::contains(std::string_view key) const {
  auto const* object = std::get_if<Object>(&value_);
  return object != nullptr && std::ranges::count(object->members, key, &Member::first) > 0;
}

std::string Json::text(int indent) const {
  JsonText text(indent);
  text.add(*this);
  return text.take();
}

}  // namespace barchan
