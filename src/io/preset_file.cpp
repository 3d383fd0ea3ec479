#include "io/preset_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/file.hpp"
#include "io/read_commands.hpp"
#include "io/scenario.hpp"
#include "io/text.hpp"
#include "io/toml_reader.hpp"

namespace barchan {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNewest = 1'000'000;
constexpr std::uint64_t kLargestFile = 1 << 20;  // bytes

/// The value as a TOML file has it.
std::string value_text(ParameterRow const& row, double value) {
  const std::string text = format_parameter_value(row, value);
  return row.kind == ParameterKind::choice ? toml_text(text) : text;
}

}  // namespace

Preset read_preset(fs::path const& file) { return parse_preset(read_text_file(file, kLargestFile), file.string()); }

Preset parse_preset(std::string_view text, std::string const& name) {
  const TableReader root = TableReader::parse(text, name);
  Preset preset;
  preset.id = fs::path(name).stem().string();
  root.require("version", "expected version = {}, the version of the preset format, found none; add it",
               kPresetVersion);
  const auto version = root.integer("version", 1, kNewest);
  if (version && *version > kPresetVersion) {
    root.mistake("version",
                 "expected a preset of version {} or earlier, found version {}; use a newer version of Barchan",
                 kPresetVersion, *version);
    root.refuse_mistakes();
  }
  std::vector<std::string_view> known{"version", "title", "help", kDirectionsKey};
  for (ParameterGroup const& group : parameter_catalog()) known.push_back(group.id);
  root.refuse_unknown(known, group_of_key);
  const auto title = root.text("title");
  if (title ? title->empty() || title->size() > kLongestPresetTitle : !root.has("title")) {
    root.mistake("title", "expected title = \"...\" with 1 to {} characters, found {}", kLongestPresetTitle,
                 root.found("title"));
  }
  preset.title = title.value_or("");
  root.read_directions();
  preset.help = root.text("help").value_or("");
  for (ParameterGroup const& group : parameter_catalog()) {
    if (const auto table = root.table(group.id)) {
      preset.settings = read_group(*table, group, std::move(preset.settings));
    }
  }
  root.refuse_mistakes();
  if (preset.settings.empty()) {
    root.mistake({}, "expected at least one parameter, such as speed = 12 in [wind], found none; add one");
  }
  root.refuse_mistakes();
  return preset;
}

std::string preset_text(Preset const& preset) {
  std::string text =
      fmt::format("# A preset of Barchan\nversion = {}\ntitle = {}\n", kPresetVersion, toml_text(preset.title));
  if (!preset.help.empty()) text += fmt::format("help = {}\n", toml_text(preset.help));
  text += fmt::format("{} = \"{}\"\n", kDirectionsKey, directions_id(Directions::mathematical));
  for (ParameterGroup const& group : parameter_catalog()) {
    bool begun = false;
    for (SetParameter const& setting : preset.settings) {
      if (setting.group != group.id) continue;
      if (!std::exchange(begun, true)) text += fmt::format("\n[{}]\n", group.id);
      text += fmt::format("{} = {}\n", setting.key, value_text(*group.find(setting.key), setting.value));
    }
  }
  return text;
}

void write_preset(fs::path const& file, Preset const& preset) {
  if (preset.title.empty() || preset.title.size() > kLongestPresetTitle) {
    throw InputError("preset: expected a title of 1 to {} characters, found '{}'", kLongestPresetTitle,
                     printable(preset.title));
  }
  if (preset.settings.empty()) throw InputError("preset: expected at least one parameter, found none; tick one");
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  write_file(file, preset_text(preset));
}

std::string preset_file_name(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80) {
      name += static_cast<char>(std::tolower(byte));
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return (name.empty() ? "preset" : name) + std::string(kPresetEnding);
}

PresetFolder read_preset_folder(fs::path const& folder) {
  PresetFolder found;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    if (at->path().extension() != kPresetEnding) continue;
    try {
      found.presets.push_back({at->path(), read_preset(at->path())});
    } catch (InputError const& error) {
      found.troubles.emplace_back(error.what());
    }
  }
  const auto order = [](PresetFile const& one) { return std::pair(one.preset.title, one.file.string()); };
  std::ranges::sort(found.presets, {}, order);
  std::ranges::sort(found.troubles);
  return found;
}

Preset preset_named(std::string const& name_or_file) {
  return name_or_file.ends_with(kPresetEnding) ? read_preset(name_or_file) : preset(name_or_file);
}

std::vector<PresetDifference> preset_differences(Preset const& first, Preset const& second) {
  std::vector<PresetDifference> list;
  const auto value = [](Preset const& preset, std::string_view group, std::string_view key) -> std::optional<double> {
    for (SetParameter const& setting : preset.settings) {
      if (setting.group == group && setting.key == key) return setting.value;
    }
    return std::nullopt;
  };
  for (ParameterGroup const& group : parameter_catalog()) {
    for (ParameterRow const& row : group.rows) {
      const auto a = value(first, group.id, row.key), b = value(second, group.id, row.key);
      const bool same =
          a.has_value() == b.has_value() && static_cast<float>(a.value_or(0)) == static_cast<float>(b.value_or(0));
      if (!same) list.push_back({std::string(group.id), std::string(row.key), a, b});
    }
  }
  return list;
}

}  // namespace barchan
