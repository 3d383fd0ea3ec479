#include "gates/gate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "support/deserts.hpp"

namespace barchan::gates {

std::string_view name_of(Transport transport) { return transport == Transport::field ? "field" : "events"; }

std::string range_text(Check const& check) {
  if (check.reported_only()) return "reported";
  if (check.least == check.most) return fmt::format("{:.4g}", check.least);
  if (check.least == -kAny) return fmt::format("at most {:.4g}", check.most);
  if (check.most == kAny) return fmt::format("at least {:.4g}", check.least);
  return fmt::format("{:.4g} to {:.4g}", check.least, check.most);
}

Check with_spread(Check check, std::vector<double> const& runs) {
  if (runs.size() > 1) check.spread = Spread{test::statistics(runs).deviation, static_cast<int>(runs.size())};
  return check;
}

Check mean_of(std::string what, std::vector<double> const& runs, double least, double most) {
  return with_spread({std::move(what), test::statistics(runs).mean, least, most}, runs);
}

std::string value_text(Check const& check) {
  const std::string value = fmt::format("{:.4g}", check.value);
  if (!check.spread) return value;
  constexpr double kRounding = 1e-9;  // relative; equal runs differ by no more
  double deviation = check.spread->deviation;
  if (deviation < kRounding * std::abs(check.value)) deviation = 0.0;
  const std::string spread = deviation < 10.0 ? fmt::format("{:.2g}", deviation) : fmt::format("{:.0f}", deviation);
  return fmt::format("{} ± {} ({})", value, spread, check.spread->runs);
}

std::string to_text(Check const& check) {
  return fmt::format("{}: {} ({}){}", check.what, value_text(check), range_text(check), check.met() ? "" : "  NOT MET");
}

std::vector<Check const*> headline_of(Gate const& gate, std::vector<Check> const& checks) {
  std::vector<Check const*> found;
  for (Check const& check : checks) {
    if (gate.headline.empty() ? found.empty() : check.what.starts_with(gate.headline)) found.push_back(&check);
  }
  return found;
}

bool Outcome::met() const {
  return std::all_of(checks.begin(), checks.end(), [](Check const& check) { return check.met(); });
}

Gate const* find_gate(std::string_view id) {
  const auto gates = all_gates();
  const auto found = std::find_if(gates.begin(), gates.end(), [&](Gate const& gate) { return gate.id == id; });
  return found == gates.end() ? nullptr : &*found;
}

std::span<Transport const> transports_of(Gate const& gate) {
  static constexpr std::array<Transport, 2> kBoth{Transport::field, Transport::events};
  const bool one = gate.scope == Scope::land || gate.scope == Scope::field;
  return std::span(kBoth).first(one ? 1 : 2);
}

}  // namespace barchan::gates
