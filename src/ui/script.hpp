/// Script: a text that acts as a user. Its lines press keys, drag widgets by name and check values. docs/scripting.md
/// describes the language.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "io/script_file.hpp"
#include "ui/editor.hpp"
#include "ui/keys.hpp"

namespace barchan::ui {

/// A line that is not a command, or that cannot be carried out: "tour.txt:3: ...".
using ScriptError = InputError;

/// An `expect` that did not hold: "tour.txt:7: expected step > 10, found 4".
class ExpectationFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Mouse and keyboard as they are during one frame.
struct ScriptedInput {
  ImVec2 mouse{-1.0f, -1.0f};  ///< pixels; negative: outside
  bool buttons[3]{};           ///< left, right, middle
  float wheel = 0.0f;          ///< notches in this frame
  Modifiers modifiers;
  std::vector<Key> held;  ///< keys that are down
  std::string text;       ///< typed in this frame
};

/// The program that a script drives.
class ScriptHost {
 public:
  virtual ~ScriptHost() = default;
  /// One frame of 1/60 s. With `hold` the simulation does not step.
  virtual void frame(ScriptedInput const& input, bool hold) = 0;
  /// Does `count` steps at once, even if paused, and then runs frames without steps.
  virtual void steps(std::uint64_t count) = 0;
  virtual Editor& editor() = 0;
  /// Saves the picture as it is now to a PNG file. Throws std::runtime_error.
  virtual void picture(std::filesystem::path const& file) = 0;
};

/// Writes mouse and keys into ImGui, between the back end's NewFrame and ImGui::NewFrame.
void inject(ScriptedInput const& input);

class Script {
 public:
  /// `name`: of the file, for messages. Throws ScriptError on the first line that is not a command.
  static Script parse(std::string_view text, std::string name);
  /// Throws ScriptError when the file cannot be read.
  static Script read(std::filesystem::path const& file);

  /// Carries out every command. Throws ScriptError or ExpectationFailed.
  void run(ScriptHost& host) const;

 private:
  std::string name_;
  std::vector<ScriptLine> lines_;
};

}  // namespace barchan::ui
