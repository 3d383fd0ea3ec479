#include "io/input_error.hpp"

#include <algorithm>
#include <new>

#include <fmt/format.h>

#include "io/activity.hpp"
#include "io/text.hpp"

namespace barchan {

namespace {

/// Longest line of a message, in bytes, regardless of the contents of a file or an argument.
constexpr std::size_t kLongestLine = 2000;

std::string summary(std::vector<std::string> const& lines) {
  if (lines.size() == 1) return lines.front();
  return fmt::format("{} (and {} more mistake{})", printable(lines.front(), kLongestLine), lines.size() - 1,
                     lines.size() == 2 ? "" : "s");
}

}  // namespace

InputError::InputError(std::string const& line) : std::runtime_error(printable(line, kLongestLine)) {}

InputErrors::InputErrors(std::vector<std::string> lines) : InputError(summary(lines)), lines_(std::move(lines)) {
  for (std::string& line : lines_) line = printable(line, kLongestLine);
}

std::string told_whole(std::exception const& error) noexcept {
  try {
    auto const* all = dynamic_cast<InputErrors const*>(&error);
    if (all != nullptr) return fmt::format("{}", fmt::join(all->lines(), "\n"));
    return dynamic_cast<std::bad_alloc const*>(&error) != nullptr ? unexpected_error(error) : error.what();
  } catch (std::bad_alloc const&) {
    return std::string(kNoMemory);
  }
}

}  // namespace barchan
