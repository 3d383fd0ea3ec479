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

void append_string(std::string& to, std::string_view text) {
  constexpr std::string_view kReplacement = "\xef\xbf\xbd", kEscaped = "\"\\\b\f\n\r\t", kLetters = "\"\\bfnrt";
  to += '"';
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const char first = text.front();
    if (const std::size_t escaped = kEscaped.find(first); escaped != std::string_view::npos) {
      to += '\\';
      to += kLetters[escaped];
    } else if (length == 0) {
      to += kReplacement;
    } else if (length == 1 && static_cast<unsigned char>(first) < ' ') {
      fmt::format_to(std::back_inserter(to), "\\u{:04x}", static_cast<unsigned>(first));
    } else {
      to += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  to += '"';
}

/// The shortest number that is read back as the same one, with a sign that it need not be whole.
void append_number(std::string& to, double value) {
  if (!std::isfinite(value)) {
    to += "null";
    return;
  }
  const std::string digits = fmt::format("{}", value);
  to += digits;
  if (digits.find_first_of(".e") == std::string::npos) to += ".0";
}

}  // namespace

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
  std::string text;
  append_to(text, indent, 0);
  return text;
}

void Json::append_to(std::string& text, int indent, int level) const {
  const auto new_line = [&](int at) {
    if (indent >= 0) text.append(1, '\n').append(static_cast<std::size_t>(indent * at), ' ');
  };
  const auto append_all = [&](auto const& all, std::string_view brackets, auto const& append) {
    text += brackets.front();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) text += ',';
      new_line(level + 1);
      append(all[i]);
    }
    if (!all.empty()) new_line(level);
    text += brackets.back();
  };
  std::visit(Overloaded{[&](std::nullptr_t) { text += "null"; }, [&](bool value) { text += value ? "true" : "false"; },
                        [&](std::int64_t value) { text += std::to_string(value); },
                        [&](std::uint64_t value) { text += std::to_string(value); },
                        [&](double value) { append_number(text, value); },
                        [&](std::string const& value) { append_string(text, value); },
                        [&](Items const& items) {
                          append_all(items, "[]", [&](Json const& item) { item.append_to(text, indent, level + 1); });
                        },
                        [&](Object const& object) {
                          append_all(object.members, "{}", [&](Member const& member) {
                            append_string(text, member.first);
                            text += indent >= 0 ? ": " : ":";
                            member.second.append_to(text, indent, level + 1);
                          });
                        }},
             value_);
}

}  // namespace barchan
