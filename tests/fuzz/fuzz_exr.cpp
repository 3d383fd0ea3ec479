#include "support.hpp"

void barchan::fuzz::exr(Bytes bytes) {
  expect_result_or_input_error([&] { open(decode("fuzz.exr", bytes)); });
}
