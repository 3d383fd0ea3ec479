/// What the programs print. A closed pipe is no error, a full disk is one, and a message about an error never causes
/// another.
#pragma once

#include <exception>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace barchan {

/// Writes to standard output. If nobody reads it any more, the text is dropped. Throws InputError if it cannot be
/// written for any other reason.
void write_out(std::string_view text);
template <class... Values>
void print_out(fmt::format_string<Values...> text, Values&&... values) {
  write_out(fmt::format(text, std::forward<Values>(values)...));
}
/// Writes what standard output still holds back. Throws as write_out does. Call it before the program ends.
void flush_out();

/// Writes to standard error. Text that cannot be written is dropped.
void write_error(std::string_view text) noexcept;
template <class... Values>
void print_error(fmt::format_string<Values...> text, Values&&... values) {
  write_error(fmt::format(text, std::forward<Values>(values)...));
}

/// Says why `program` ends: all lines of an InputError, or else unexpected_error. It also works without any memory.
void print_failure(std::string_view program, std::exception const& error) noexcept;
void print_failure(std::string_view program, std::string_view why) noexcept;

/// Call it first. It lets the program handle what would otherwise kill it before it can report the error and clean up:
/// a file beyond the limit on its size (SIGXFSZ) and a closed pipe (SIGPIPE) become errors of the call that writes.
/// Standard streams that are closed are opened. In programs that use this header, a lack of memory where no exception
/// can be handled ends the program with a message and exit code 2.
void begin_program();

}  // namespace barchan
