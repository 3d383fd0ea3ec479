/// How the program says why it ends, and SuddenEnd: the program ends inside a call of a library that cannot return: the
/// display is gone, or ImGui has no memory.
#pragma once

#include <exception>
#include <functional>
#include <string>
#include <string_view>

namespace barchan::app {

/// Says why the program ends, and returns its exit code.
int report_failure(std::exception const& error) noexcept;

/// While it lives, the program does not end suddenly without the last words: a sentence about the user's work.
class SuddenEnd {
 public:
  using LastWords = std::function<std::string()>;
  explicit SuddenEnd(LastWords last_words);
  ~SuddenEnd();
  SuddenEnd(SuddenEnd const&) = delete;
  SuddenEnd& operator=(SuddenEnd const&) = delete;

  /// Ends the program with the exit code kBadInput. Says why, and the last words.
  [[noreturn]] static void now(std::string_view why) noexcept;
};

/// Ends the program with a message when the connection to an X display is lost. Call it after the connection is made.
void end_with_the_display();
/// Ends the program with a message when ImGui gets no memory. Call it before ImGui's context is created.
void end_without_memory_for_imgui();

}  // namespace barchan::app
