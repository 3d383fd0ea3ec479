// Fuzzes TIFF height maps.
#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const auto bytes = barchan::fuzz::as_bytes(data, size);
  barchan::fuzz::decode("fuzz.tif", bytes);
  return 0;
}
