#include "support.hpp"

void barchan::fuzz::asc(Bytes bytes) {
  expect_result_or_input_error([&] { decode("fuzz.asc", bytes); });
}
