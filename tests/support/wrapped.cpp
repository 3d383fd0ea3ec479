#include "support/wrapped.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>

namespace barchan::test {

std::string wrapped(std::string_view text, std::size_t indent) {
  constexpr std::ptrdiff_t kColumns = 118;
  const auto columns = [](std::string_view word) {
    return std::count_if(word.begin(), word.end(),
                         [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; });
  };
  std::string lines;
  std::ptrdiff_t filled = 0;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (filled > 0 && filled + 1 + columns(word) > kColumns) {
      lines += "\n" + std::string(indent, ' ');
      filled = static_cast<std::ptrdiff_t>(indent);
    } else if (filled > 0) {
      lines += " ";
      ++filled;
    }
    lines += word;
    filled += columns(word);
  }
  return lines;
}

}  // namespace barchan::test
