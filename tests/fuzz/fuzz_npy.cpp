#include "support.hpp"

void barchan::fuzz::npy(Bytes bytes) {
  expect_result_or_input_error([&] { open(decode("fuzz.npy", bytes)); });
}
