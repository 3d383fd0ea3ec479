#include "ui/act_title.hpp"

#include <algorithm>
#include <cctype>
#include <variant>

#include <fmt/core.h>

#include "base/overloaded.hpp"
#include "ui/parameter_store.hpp"
#include "ui/value_editor.hpp"

namespace barchan::ui {

namespace {

ParameterRow const* row_of_parameter(SetParameter const& command) {
  ParameterGroup const* const group = find_group(command.group);
  return group == nullptr ? nullptr : group->find(command.key);
}

bool is_unique(std::string_view label) {
  std::ptrdiff_t count = 0;
  for (ParameterGroup const& group : parameter_catalog()) {
    count += std::ranges::count(group.rows, label, &ParameterRow::label);
  }
  return count == 1;
}

std::string title_of(SetParameter const& set) {
  ParameterRow const* const row = row_of_parameter(set);
  if (row == nullptr) return name_of(set);
  if (is_unique(row->label)) return std::string(row->label);
  return fmt::format("{}: {}", find_group(set.group)->title, row->label);
}

std::string title_of(SetSoil const& set) {
  for (SoilProperty const& property : soil_properties()) {
    if (property.row.key == set.key) return fmt::format("soil {}: {}", set.soil, property.row.label);
  }
  return name_of(set);
}

}  // namespace

std::string act_title(Command const& command) {
  return std::visit(
      Overloaded{[](SetParameter const& set) { return title_of(set); },
                 [](SetSoil const& set) { return title_of(set); }, [&](auto const&) { return name_of(command); }},
      command);
}

SetParameter const* parameter_of(Command const& command) {
  return std::visit(Overloaded{[](SetParameter const& set) -> SetParameter const* { return &set; },
                               [](auto const&) -> SetParameter const* { return nullptr; }},
                    command);
}

std::string act_text(OutlineAct const& act, Directions directions) {
  std::string text = act.title;
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  auto const* const set = act.commands.empty() ? nullptr : parameter_of(act.commands.back());
  ParameterRow const* const row = set == nullptr ? nullptr : row_of_parameter(*set);
  // A preset or a reset has a title of its own.
  if (row == nullptr || act.title != act_title(*set)) return text;
  return fmt::format("{} → {}", text, value_text(in_directions(*row, directions), set->value));
}

}  // namespace barchan::ui
