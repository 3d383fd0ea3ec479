/// Preset files: sets of parameter values that users save under a name and share.
///
/// A preset file is a TOML file. It contains `version`, `title`, optionally `help`, and a table of values for each
/// group of parameters, as in a scenario.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_error.hpp"
#include "io/preset.hpp"

namespace barchan {

inline constexpr std::string_view kPresetEnding = ".preset";
/// Version of the layout that write_preset() writes.
inline constexpr int kPresetVersion = 1;
/// Longest title, characters.
inline constexpr std::size_t kLongestPresetTitle = 60;

/// Reads a preset file. The id of the preset is the name of the file without the ending. Throws InputErrors with file
/// and line, also for a file of a later version.
Preset read_preset(std::filesystem::path const& file);
/// The same from text; `name` stands for the file in messages.
Preset parse_preset(std::string_view text, std::string const& name);

/// The contents of the file of a preset.
std::string preset_text(Preset const& preset);
/// Writes the file of a preset. Throws InputError, also if the preset has no title or no values.
void write_preset(std::filesystem::path const& file, Preset const& preset);
/// Name of the file of a preset with this title: "Strong wind" becomes "strong_wind.preset".
std::string preset_file_name(std::string_view title);

struct PresetFile {
  std::filesystem::path file;
  Preset preset;
};
/// The presets of a folder.
struct PresetFolder {
  std::vector<PresetFile> presets;    ///< in the order of their titles
  std::vector<std::string> troubles;  ///< files that cannot be read, one sentence each
};
/// Reads all presets of a folder. A folder that does not exist is empty.
PresetFolder read_preset_folder(std::filesystem::path const& folder);

/// The preset with this id or, if the name ends in kPresetEnding, in this file. Throws InputError.
Preset preset_named(std::string const& name_or_file);

/// A parameter to which two presets give different values, or to which only one gives a value.
struct PresetDifference {
  std::string group, key;
  std::optional<double> first, second;
};
std::vector<PresetDifference> preset_differences(Preset const& first, Preset const& second);

}  // namespace barchan
