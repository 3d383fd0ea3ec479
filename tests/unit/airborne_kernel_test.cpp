#include "processes/slab_dunes/field_kernel.hpp"

#include <gtest/gtest.h>

namespace barchan::airborne_kernel_test {
namespace {

TEST(AirborneKernel, AWholeShareIsAllThereIs) {
  // From 2^24 quanta (64 m), a float cannot represent every amount.
  for (Quanta air : {0, 1, 16'777'215, 16'777'217, 33'554'433, 500'000'001}) {
    EXPECT_EQ(kernel::part(air, 1.0f), air);
    EXPECT_EQ(kernel::part(air, 0.0f), 0);
    EXPECT_LE(kernel::part(air, 0.99999994f), air);
  }
}

}  // namespace
}  // namespace barchan::airborne_kernel_test
