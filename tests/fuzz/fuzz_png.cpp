#include "support.hpp"

void barchan::fuzz::png(Bytes bytes) {
  expect_result_or_input_error([&] { open(decode("fuzz.png", bytes)); });
}
