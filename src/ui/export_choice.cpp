#include "ui/export_choice.hpp"

#include <algorithm>
#include <utility>

#include "export/export_preset.hpp"
#include "io/input_error.hpp"
#include "io/text.hpp"

namespace barchan::ui {

namespace {

constexpr std::string_view kPresetKey = "preset", kFolderKey = "folder", kEveryKey = "every", kStepsKey = "steps";

/// The value of a key; empty if the text has none.
std::string_view line_of(std::string_view text, std::string_view key) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.size() > key.size() && line.starts_with(key) && line[key.size()] == '=')
      return line.substr(key.size() + 1);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return {};
}

bool is_preset(std::string_view id) {
  return std::ranges::find(export_presets(), id, &ExportPresetRow::id) != export_presets().end();
}

}  // namespace

std::optional<std::uint64_t> step_number(std::string_view text) {
  constexpr std::uint64_t kMost = 1'000'000'000;
  if (text.find_first_not_of(' ') == std::string_view::npos) return 0;
  const auto number = parsed_number<std::uint64_t>(text);
  return number && *number <= kMost ? number : std::nullopt;
}

ExportOrder ExportChoice::wanted() const {
  ExportOrder all = order;
  if (sequence.every == 0) {
    all.film.clear();
  } else {
    all.frame = 0;
  }
  return all;
}

ExportChoice usual_export_choice() { return with_preset({}, export_presets().front().id); }

ExportChoice with_preset(ExportChoice const& choice, std::string_view preset) {
  ExportChoice chosen{std::string(preset), export_preset(preset), choice.folder};
  chosen.order.name = choice.order.name;
  chosen.sequence = choice.sequence;
  return chosen;
}

std::string export_choice_text(ExportChoice const& choice) {
  std::string text;
  const auto add = [&](std::string_view key, std::string const& value) {
    if (value.find('\n') == std::string::npos) text += std::string(key) + "=" + value + "\n";
  };
  add(kPresetKey, choice.preset);
  add(kFolderKey, choice.folder);
  add(kEveryKey, std::to_string(choice.sequence.every));
  add(kStepsKey, std::to_string(choice.sequence.steps));
  for (ExportOptionRow const& row : export_options()) add(row.key, row.text(choice.order));
  return text;
}

ExportChoice read_export_choice(std::string_view text) {
  const std::string_view preset = line_of(text, kPresetKey);
  ExportChoice choice = is_preset(preset) ? with_preset({}, preset) : usual_export_choice();
  choice.folder = line_of(text, kFolderKey);
  choice.sequence.every = step_number(line_of(text, kEveryKey)).value_or(0);
  choice.sequence.steps = step_number(line_of(text, kStepsKey)).value_or(0);
  for (ExportOptionRow const& row : export_options()) {
    const std::string_view value = line_of(text, row.key);
    if (value.empty()) continue;
    try {
      choice.order = row.with(choice.order, value);
    } catch (InputError const&) {
      // The file comes from another version. The value of the preset stays.
    }
  }
  return choice;
}

}  // namespace barchan::ui
