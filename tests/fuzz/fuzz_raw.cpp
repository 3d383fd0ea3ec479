// Raw height maps with their JSON: the text before the first zero byte is the JSON, what follows the cells.
#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const auto bytes = barchan::fuzz::as_bytes(data, size);
  std::size_t end = 0;
  while (end < size && data[end] != 0) ++end;
  const std::string_view sidecar(reinterpret_cast<char const*>(data), end);
  const auto cells = bytes.subspan(end < size ? end + 1 : end);
  barchan::fuzz::decode("fuzz.r16", cells, sidecar);
  barchan::fuzz::decode("fuzz.r32", cells, sidecar);
  barchan::fuzz::decode("fuzz.r16", cells, {}, {.size = std::pair{3, 2}});
  return 0;
}
