/// Phrasings that no text for users may contain, each with its replacement, and the search for them.
#pragma once

#include <array>
#include <cstddef>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace barchan::test {

struct BannedPhrase {
  std::string_view pattern;  ///< ECMAScript, case-sensitive
  std::string_view instead;
};

inline constexpr auto kBannedPhrases = std::to_array<BannedPhrase>({
    {R"(manieth)", "every Nth"},
    {R"(\b(metres?|cells?|widths?) of way\b)", "\"per metre\" or \"distance\""},
    {R"(\bor no longer\b)", "\"Press again to stop.\""},
    {R"(\bOf )", "a sentence that begins with its subject"},
    {R"(\b[Bb]ooks\b)", "\"mass balance\" or \"ledger\"; the verb is \"records\""},
    {R"(\b([Ss]teps|[Ff]rames|[Dd]roplets|drops|times|particles|cells|pictures|winds|discs|quanta|rounds|years|)"
     R"(pixels|bytes|metres|m|m2|m3|mm|degrees|loses) a second\b)",
     "\"per second\""},
    {R"(\bat the latest\b)", "\"at most\", \"no later than\""},
    {R"(\bforetells?\b)", "\"predicts\""},
    {R"(\blooks? at each pixel\b)", "\"samples per pixel\""},
    {R"(\b([Aa]|the|no|your) hand (can|does|did|draws?|changes|fixe[sd]|had|has|makes?|may|moves?|places|sets?|takes|)"
     R"(will)\b|\bunder the hand\b|\bhands can\b)",
     "\"the user\""},
    {R"(\b[Aa]stray\b)", "\"warped\", \"copy warp\""},
    {R"(\bno more steps fit in\b)", "what limits the steps"},
});

struct FoundPhrase {
  std::size_t at = 0;  ///< position in the text at which it begins
  std::string text;
  std::string_view instead;
};

/// Finds all banned phrases in a single line of text.
inline std::vector<FoundPhrase> find_banned_phrases(std::string const& text) {
  static const std::vector<std::regex> patterns = [] {
    std::vector<std::regex> compiled;
    for (BannedPhrase const& phrase : kBannedPhrases) {
      compiled.emplace_back(phrase.pattern.begin(), phrase.pattern.end());
    }
    return compiled;
  }();
  std::vector<FoundPhrase> found;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (std::sregex_iterator it(text.begin(), text.end(), patterns[i]), end; it != end; ++it) {
      found.push_back({static_cast<std::size_t>(it->position()), it->str(), kBannedPhrases[i].instead});
    }
  }
  return found;
}

}  // namespace barchan::test
