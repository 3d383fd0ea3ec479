#include "support.hpp"

void barchan::fuzz::tiff(Bytes bytes) {
  expect_result_or_input_error([&] { open(decode("fuzz.tif", bytes)); });
}
