#include "support.hpp"

void barchan::fuzz::asc(Bytes bytes) {
  expect_result_or_input_error([&] { open(decode("fuzz.asc", bytes)); });
}
