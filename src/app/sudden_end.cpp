#include "app/sudden_end.hpp"

#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <dlfcn.h>
#include <imgui.h>

#include "arguments/window_options.hpp"
#include "io/activity.hpp"
#include "io/console.hpp"
#include "io/input_error.hpp"
#include "ui/script.hpp"

namespace barchan::app {

namespace {

SuddenEnd::LastWords& last_words() {
  static SuddenEnd::LastWords words;
  return words;
}

}  // namespace

int report_failure(std::exception const& error) noexcept {
  if (auto const* expectation = dynamic_cast<ui::ExpectationFailed const*>(&error); expectation != nullptr) {
    write_error(expectation->what());
    write_error("\n");
    return kExpectationFailed;
  }
  // A std::runtime_error is a clear line about a script or OpenGL, unless the system is to blame.
  const bool clear = dynamic_cast<std::runtime_error const*>(&error) != nullptr &&
                     dynamic_cast<std::system_error const*>(&error) == nullptr;
  print_failure("barchan", clear ? told_whole(error) : unexpected_error(error));
  return kBadInput;
}

SuddenEnd::SuddenEnd(LastWords words) { last_words() = std::move(words); }
SuddenEnd::~SuddenEnd() { last_words() = nullptr; }

void SuddenEnd::now(std::string_view why) noexcept {
  print_failure("barchan", why);
  const LastWords words = std::exchange(last_words(), nullptr);  // they may end the program suddenly too
  try {
    if (words) print_failure("barchan", words());
  } catch (std::exception const& error) {
    report_failure(error);
  }
  std::_Exit(kBadInput);
}

void end_with_the_display() {
  // GLFW loads this library itself, if it uses X at all.
  void* const library = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return;
  using Handler = int (*)(void* display);
  using Setter = Handler (*)(Handler);
  // The library would end the program when the handler returns.
  constexpr Handler kEnd = [](void*) -> int { SuddenEnd::now("the connection to the display was lost"); };
  if (auto* const set = reinterpret_cast<Setter>(::dlsym(library, "XSetIOErrorHandler")); set != nullptr) set(kEnd);
}

void end_without_memory_for_imgui() {
  ImGui::SetAllocatorFunctions(
      [](std::size_t bytes, void*) {
        void* const memory = std::malloc(bytes);
        if (memory == nullptr && bytes > 0) SuddenEnd::now(kOutOfMemory);
        return memory;
      },
      [](void* memory, void*) { std::free(memory); });
}

}  // namespace barchan::app
