/// Text in lines, for pages that programs write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace barchan::test {

/// `text` in lines of at most 118 columns. All lines but the first are indented by `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent = 0);

}  // namespace barchan::test
