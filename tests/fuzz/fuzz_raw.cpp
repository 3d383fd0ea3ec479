// Fuzzes raw height maps with their JSON. The text before the first zero byte is the JSON; the bytes after it are the
// cells.
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
