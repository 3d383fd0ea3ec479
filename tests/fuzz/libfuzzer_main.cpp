// The entry that libFuzzer calls. It is compiled once per target, with BARCHAN_FUZZ_TARGET as the name of the target.
#include <cstdint>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  barchan::fuzz::BARCHAN_FUZZ_TARGET({reinterpret_cast<std::byte const*>(data), size});
  return 0;
}
