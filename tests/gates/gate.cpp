#include "gates/gate.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace barchan::gates {

std::string_view name_of(Transport transport) { return transport == Transport::field ? "field" : "events"; }

std::string range_text(Check const& check) {
  if (check.reported_only()) return "reported";
  if (check.least == check.most) return fmt::format("{:.4g}", check.least);
  if (check.least == -kAny) return fmt::format("at most {:.4g}", check.most);
  if (check.most == kAny) return fmt::format("at least {:.4g}", check.least);
  return fmt::format("{:.4g} to {:.4g}", check.least, check.most);
}

std::string to_text(Check const& check) {
  return fmt::format("{}: {:.4g} ({}){}", check.what, check.value, range_text(check), check.met() ? "" : "  NOT MET");
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
