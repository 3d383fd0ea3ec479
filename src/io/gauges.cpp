#include "io/gauges.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

constexpr std::array<std::string_view, 3> kKeys{"x", "y", "name"};

Gauge parse_gauge(std::string const& text) {
  const auto wrong = [&](std::string const& what) { return InputError("--gauge {}: {}", printable(text), what); };
  Gauge gauge;
  const ParameterGroup group = gauge_group(gauge);
  std::array<bool, kKeys.size()> given{};
  for (std::string const& word : quoted_words(text)) {
    const std::size_t equals = word.find('=');
    const std::string key = word.substr(0, equals);
    const auto known = std::find(kKeys.begin(), kKeys.end(), key);
    if (known == kKeys.end()) {
      throw wrong(fmt::format("unknown key '{}'{}", printable(key), advice(key, kKeys)));
    }
    if (equals == std::string::npos || equals + 1 == word.size()) {
      const std::string example = key == "name" ? "mouth" : example_value(*group.find(key));
      throw wrong(fmt::format("expected {0}=value, as in {0}={1}, found '{2}'", key, example, printable(word)));
    }
    given[static_cast<std::size_t>(known - kKeys.begin())] = true;
    const std::string value = word.substr(equals + 1);
    if (key == "name") {
      gauge.name = value;
      continue;
    }
    try {
      group.set(*group.find(key), parse_parameter_value(*group.find(key), value));
    } catch (std::invalid_argument const& error) {
      throw wrong(fmt::format("{}; x and y are fractions of the land's sides", error.what()));
    }
  }
  if (!given[0] || !given[1]) {
    throw wrong("expected both x and y, as in \"x=0.4 y=0.5\" (fractions of the land's sides); add them");
  }
  return gauge;
}

}  // namespace

std::vector<Gauge> parse_gauges(std::span<std::string const> texts) {
  if (texts.size() > kMostGauges) {
    throw InputError("--gauge: expected at most {} gauges, found {}; leave some out", kMostGauges, texts.size());
  }
  std::vector<Gauge> gauges;
  for (std::string const& text : texts) {
    Gauge gauge = parse_gauge(text);
    if (gauge.name.empty()) gauge.name = fmt::format("gauge{}", gauges.size() + 1);
    if (std::any_of(gauges.begin(), gauges.end(), [&](Gauge const& other) { return other.name == gauge.name; })) {
      throw InputError("--gauge {}: there is already a gauge '{}'; give this one another name", printable(text),
                       printable(gauge.name));
    }
    gauges.push_back(std::move(gauge));
  }
  return gauges;
}

}  // namespace barchan
