/// Small text helpers for messages.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace barchan {

/// The candidate most similar to `word`; "" if none is close. The edit distance, with swaps, may be at most a third of
/// the length of the word.
std::string_view closest_match(std::string_view word, std::span<std::string_view const> candidates);

/// "; did you mean 'hop_length'?" for the nearest candidate; "" if none is close.
std::string did_you_mean(std::string_view word, std::span<std::string_view const> candidates);
/// The same, or "; choose one of a, b, c" if none is close.
std::string advice(std::string_view word, std::span<std::string_view const> candidates,
                   std::string_view otherwise = "choose one of");

/// The values of one member in all rows.
template <class Rows, class Member>
std::vector<std::string_view> names_of(Rows const& rows, Member member) {
  std::vector<std::string_view> names;
  for (auto const& row : rows) names.push_back(row.*member);
  return names;
}
/// The row in which this member is `word`. Throws `refusal(advice)` if there is none.
template <class Rows, class Member, class Refusal>
auto const& row_named(Rows const& rows, Member member, std::string_view word, Refusal const& refusal) {
  for (auto const& row : rows) {
    if (row.*member == word) return row;
  }
  throw refusal(advice(word, names_of(rows, member)));
}

/// Joins words to "a, b, c". A long list ends in "and 12 more", and long words are shortened.
std::string join(std::span<std::string_view const> words);

/// A number with at most six digits, for messages: "403.4".
std::string number_text(double value);

/// The number that the whole text spells; empty for any other text. Number: int, double, std::uint64_t.
template <class Number>
std::optional<Number> parsed_number(std::string_view text);

/// Parses two numbers that are separated by one of `signs`, such as "1024x512" with "xX". Empty for any other text.
/// Number: int, double.
template <class Number>
std::optional<std::pair<Number, Number>> number_pair(std::string_view text, std::string_view signs);

/// A number such as "12,345,678".
std::string grouped_digits(std::uint64_t value);

/// A number with its noun, such as "1 step" or "12 steps".
std::string counted(std::uint64_t number, std::string_view noun);

/// An amount of memory such as "1.5 GiB".
std::string memory_text(double bytes);

/// The text on one line of limited length. Use it for all names and values from a file or the user.
std::string printable(std::string_view text, std::size_t longest = 60);
/// Bytes of the message of an error that another error quotes.
inline constexpr std::size_t kLongestReason = 240;

/// Value of a command-line option that is a count: decimal digits only, below 2^64. Throws InputError that names the
/// option.
std::uint64_t whole_number(std::string_view option, std::string_view text);

/// Parses the value of --range, such as "0:350". Throws InputError.
std::pair<double, double> elevation_range(std::string_view text);

/// Words for messages: "the extension '.gz'", or "no extension" for an empty text.
std::string extension_text(std::string_view extension);

/// Lower-case ASCII copy.
std::string lower_case(std::string_view text);

/// The parts of a text between the separators, without those that are empty.
std::vector<std::string> split(std::string_view text, char separator);

/// The words of a text. A word may have spaces between double quotes, which do not belong to it: file="my hill.png". A
/// quote that nothing closes is part of its word.
std::vector<std::string> quoted_words(std::string_view text);

/// The text in quotation marks, as a TOML file has it.
std::string toml_text(std::string_view text);

}  // namespace barchan
