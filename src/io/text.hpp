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

/// The candidate most similar to `word`, or "" if none is close (edit distance with swaps, at most a third of the
/// word).
std::string_view closest_match(std::string_view word, std::span<std::string_view const> candidates);

/// "; did you mean 'hop_length'?" for the nearest candidate, or "".
std::string did_you_mean(std::string_view word, std::span<std::string_view const> candidates);
/// The same, or "; choose one of a, b, c" when none is near.
std::string advice(std::string_view word, std::span<std::string_view const> candidates,
                   std::string_view otherwise = "choose one of");

/// One member of each row, as a list of words.
template <class Rows, class Member>
std::vector<std::string_view> names_of(Rows const& rows, Member member) {
  std::vector<std::string_view> names;
  for (auto const& row : rows) names.push_back(row.*member);
  return names;
}
/// The row with `word` as this member; throws `refusal(advice)` if there is none.
template <class Rows, class Member, class Refusal>
auto const& row_named(Rows const& rows, Member member, std::string_view word, Refusal const& refusal) {
  for (auto const& row : rows) {
    if (row.*member == word) return row;
  }
  throw refusal(advice(word, names_of(rows, member)));
}

/// "a, b, c". A long list ends in "and 12 more"; long words are shortened.
std::string join(std::span<std::string_view const> words);

/// A number with at most six digits for messages: "403.4".
std::string number_text(double value);

/// Two numbers separated by one of `signs`, as "1024x512" by "xX"; empty for any other text. Number: int, double.
template <class Number>
std::optional<std::pair<Number, Number>> number_pair(std::string_view text, std::string_view signs);

/// "12,345,678"
std::string grouped_digits(std::uint64_t value);

/// "1.5 GiB"
std::string memory_text(double bytes);

/// The text on one line of limited length. Use it for all names and values from a file or the user.
std::string printable(std::string_view text, std::size_t longest = 60);

/// Value of a command-line option that counts: decimal digits only, below 2^64. Throws InputError that names it.
std::uint64_t whole_number(std::string_view option, std::string_view text);

/// Value of --range, "0:350". Throws InputError.
std::pair<double, double> elevation_range(std::string_view text);

/// Lower-case ASCII copy.
std::string lower_case(std::string_view text);

}  // namespace barchan
