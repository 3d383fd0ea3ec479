#include "io/console.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/input_error.hpp"

namespace barchan {

namespace {

/// After a failed write to standard output: ignores a closed pipe and reports everything else.
void check_out(int code) {
  std::clearerr(stdout);
  if (code != EPIPE) throw InputError("standard output: cannot be written: {}", system_reason(code));
}

std::terminate_handler usual_terminate = std::abort;

/// A library has not let std::bad_alloc pass, or a constructor of a global object has thrown it.
[[noreturn]] void on_terminate() {
  constexpr int kBadInput = 2;
  try {
    if (std::exception_ptr const error = std::current_exception()) std::rethrow_exception(error);
  } catch (std::bad_alloc const& error) {
    print_failure(program_invocation_short_name, error);
    std::_Exit(kBadInput);
  } catch (...) {  // a fault of the program
  }
  usual_terminate();
  std::abort();
}

/// Runs before the constructors of all global objects.
[[gnu::constructor(101)]] void handle_lack_of_memory() { usual_terminate = std::set_terminate(on_terminate); }

}  // namespace

void write_out(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) check_out(errno);
}

void flush_out() {
  if (std::fflush(stdout) != 0) check_out(errno);
}

void write_error(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void print_failure(std::string_view program, std::string_view why) noexcept {
  for (const std::string_view part : {program, std::string_view(": "), why, std::string_view("\n")}) write_error(part);
}

void print_failure(std::string_view program, std::exception const& error) noexcept {
  auto const* const input = dynamic_cast<InputError const*>(&error);
  const std::string text = input != nullptr ? told_whole(*input) : unexpected_error(error);
  if (text != kNoMemory) return print_failure(program, text);
  const std::string_view activity = Activity::failed();
  for (const std::string_view part : {program, std::string_view(": "), kOutOfMemory,
                                      std::string_view(activity.empty() ? "" : " while "), activity, kNeedLess}) {
    write_error(part);
  }
  write_error("\n");
}

void begin_program() {
  // Otherwise the next file that is opened would become the standard output or error.
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) == -1 && ::open("/dev/null", O_RDWR) == -1) break;
  }
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
}

}  // namespace barchan
