#include "gates/page.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "gates/page_text.hpp"
#include "io/input_error.hpp"
#include "support/wrapped.hpp"

namespace barchan::gates {

namespace {

using test::wrapped;

std::string range_cell(Check const& check) { return check.reported_only() ? "" : range_text(check); }

std::string value_cell(Check const* check) {
  if (check == nullptr) return "–";
  const std::string value = value_text(*check);
  return check->met() ? value : "**" + value + " not met**";
}

Check const* same_check(Result const* result, std::string const& what) {
  if (result == nullptr) return nullptr;
  const auto found = std::ranges::find(result->checks, what, &Check::what);
  return found == result->checks.end() ? nullptr : &*found;
}

std::string table(Result const& first, Result const* second) {
  const bool land = first.gate->scope == Scope::land;
  std::string text = land ? "| figure | required | found |\n|---|---|---|\n"
                          : "| figure | required | field | events |\n|---|---|---|---|\n";
  for (Check const& check : first.checks) {
    text += fmt::format("| {} | {} | {} |", check.what, range_cell(check), value_cell(&check));
    if (!land) text += fmt::format(" {} |", value_cell(same_check(second, check.what)));
    text += "\n";
  }
  return text;
}

std::string picture_of(Result const& result) {
  if (result.picture.empty()) return {};
  const std::string_view transport = result.gate->scope == Scope::land ? "land" : name_of(result.setting.transport);
  return fmt::format("\n![{}, {}]({}/{})", result.gate->id, transport, kPictures, result.picture);
}

std::string items_of(std::string_view lines) {
  std::string items;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    items += wrapped(fmt::format("- {}", lines.substr(0, end)), 2) + "\n";
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return items;
}

std::string section(Result const& first, Result const* second) {
  Gate const& gate = *first.gate;
  std::string text =
      fmt::format("\n## {}: {}\n\n{}\n{}{}\n\n{}", gate.id, gate.title,
                  wrapped(fmt::format("- {}{}", gate.scope == Scope::reported ? "" : "Required: ", gate.target), 2),
                  items_of(gate.notes), wrapped(fmt::format("- Source: {}.", gate.source), 2), table(first, second));
  text += picture_of(first) + (second != nullptr ? picture_of(*second) : "");
  if (!first.picture.empty()) text += fmt::format("\n\n{}\n", wrapped(first.caption + "."));
  return text;
}

// The anchor that GitHub gives to a heading.
std::string anchor_of(Gate const& gate) {
  std::string anchor;
  for (const char c : fmt::format("{}: {}", gate.id, gate.title)) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80u || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(byte));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

// "8.3 ± 1.2 (4)", or the range over several cases with the largest spread: "-3 to 8.3 in 7 cases, ± 1.2 (4)".
std::string range_of(std::vector<Check const*> const& cases) {
  if (cases.size() == 1) return value_cell(cases.front());
  const auto [least, most] = std::ranges::minmax_element(cases, {}, [](Check const* check) { return check->value; });
  std::string text = fmt::format("{:.4g} to {:.4g}", (*least)->value, (*most)->value);
  if ((*least)->value == (*most)->value) text = fmt::format("{:.4g}", (*least)->value);
  const auto spread = [](Check const* check) { return check->spread ? check->spread->deviation : -1.0; };
  Check const& widest = **std::ranges::max_element(cases, {}, spread);
  text += fmt::format(" in {} cases", cases.size());
  if (widest.spread) text += fmt::format(", ± {:.2g} ({})", widest.spread->deviation, widest.spread->runs);
  return std::ranges::all_of(cases, &Check::met) ? text : "**" + text + " not met**";
}

struct Headline {
  std::string required, found;
};

// Cases with equal requirements are told together. Cases that are only reported count only if no case is required.
Headline headline_text(Result const& result) {
  std::vector<Check const*> cases = headline_of(*result.gate, result.checks);
  const bool asked = std::ranges::any_of(cases, [](Check const* check) { return !check->reported_only(); });
  if (asked) std::erase_if(cases, [](Check const* check) { return check->reported_only(); });
  Headline text;
  while (!cases.empty()) {
    const std::string required = range_text(*cases.front());
    std::vector<Check const*> alike;
    for (Check const* check : cases) {
      if (range_text(*check) == required) alike.push_back(check);
    }
    std::erase_if(cases, [&](Check const* check) { return range_text(*check) == required; });
    const std::string_view separator = text.required.empty() ? "" : "; ";
    text.required += fmt::format("{}{}", separator, required);
    text.found += fmt::format("{}{}", separator, range_of(alike));
  }
  return text;
}

// The name of the main figure, without its case.
std::string headline_name(Result const& result) {
  const std::vector<Check const*> cases = headline_of(*result.gate, result.checks);
  if (cases.empty()) return "–";
  return std::string(result.gate->headline.empty() || cases.size() == 1 ? cases.front()->what : result.gate->headline);
}

std::string summary_row(Result const& first, Result const* second) {
  Gate const& gate = *first.gate;
  int met = 0, asked = 0;
  for (Result const* result : {&first, second}) {
    if (result == nullptr) continue;
    for (Check const& check : result->checks) {
      asked += check.reported_only() ? 0 : 1;
      met += !check.reported_only() && check.met() ? 1 : 0;
    }
  }
  const Headline found = headline_text(first);
  std::string count = asked == 0 ? "reported" : fmt::format("{} of {}", met, asked);
  if (met < asked) count = "**" + count + "**";
  return fmt::format("| [{}](#{}) | {} | {} | {} | {} | {} | {} | {} |\n", gate.id, anchor_of(gate), gate.title,
                     headline_name(first), found.required, found.found,
                     second == nullptr ? "–" : headline_text(*second).found, gate.source, count);
}

// The results of each gate: one, or one for each transport.
struct Pair {
  Result const* first = nullptr;
  Result const* second = nullptr;
};
std::vector<Pair> by_gate(std::vector<Result> const& results) {
  std::vector<Pair> pairs;
  for (Result const& result : results) {
    if (!pairs.empty() && pairs.back().first->gate == result.gate) {
      pairs.back().second = &result;
    } else {
      pairs.push_back({&result, nullptr});
    }
  }
  return pairs;
}

std::string first_page(std::vector<Result> const& results) {
  const std::vector<Pair> pairs = by_gate(results);
  std::string page = fmt::format("{}{}\n", kOpening, kSummary);
  page +=
      "| gate | law or observation | main figure | required | found | `events` | source | met |\n"
      "|---|---|---|---|---|---|---|---|\n";
  for (auto const& [first, second] : pairs) page += summary_row(*first, second);
  const auto failed = std::ranges::count_if(results, [](Result const& result) { return !result.met(); });
  page += "\n" +
          wrapped(fmt::format("{} gates were run {} times, because some gates are run once for each transport. {}.",
                              pairs.size(), results.size(),
                              failed == 0 ? "All runs meet the requirements"
                                          : fmt::format("{} runs do not meet the requirements", failed))) +
          "\n\n## What is not claimed\n\n";
  for (std::string_view item : kNotClaimed) page += wrapped(fmt::format("- {}", item), 2) + "\n";
  return page + std::string(kMethod);
}

}  // namespace

void write_page(std::filesystem::path const& folder, std::vector<Result> const& results) {
  std::string page = first_page(results);
  for (auto const& [first, second] : by_gate(results)) page += section(*first, second);
  std::ofstream file(folder / "validation.md");
  file << page;
  if (!file.flush()) throw InputError(fmt::format("{}: cannot be written", (folder / "validation.md").string()));
}

}  // namespace barchan::gates
