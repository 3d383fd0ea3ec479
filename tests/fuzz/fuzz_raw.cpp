#include <algorithm>

#include "support.hpp"

void barchan::fuzz::raw(Bytes bytes) {
  const auto end = std::find(bytes.begin(), bytes.end(), std::byte{0}) - bytes.begin();
  const std::string_view beside = text_of(bytes.first(static_cast<std::size_t>(end)));
  const Bytes cells = bytes.subspan(std::min(static_cast<std::size_t>(end) + 1, bytes.size()));
  expect_result_or_input_error([&] { decode("fuzz.r16", cells, beside); });
  expect_result_or_input_error([&] { decode("fuzz.r32", cells, beside); });
  expect_result_or_input_error([&] { decode("fuzz.r16", cells, {}, {.size = std::pair{3, 2}}); });
}
