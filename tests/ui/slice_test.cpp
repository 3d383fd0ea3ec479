// The slice in the window: set in the panel and by an option.
#include <gtest/gtest.h>

#include "ui/program.hpp"

namespace slice_test {
namespace {

using barchan_test::Workspace;

TEST(SliceInTheWindow, IsSetInThePanel) {
  const Workspace workspace;
  const auto run = workspace.run_script(
      "key space\nexpect picture.slice == off\nset picture.slice y\nframes 2\nexpect picture.slice == y\n"
      "expect picture.slice_at == 0.5\nset picture.slice_at 0.25\nframes 2\nexpect picture.slice_at == 0.25\n"
      "set picture.slice off\nframes 2\nexpect picture.slice == off\n",
      workspace.tiny());
  EXPECT_EQ(run.code, 0) << run.output;
}

TEST(SliceInTheWindow, IsSetByAnOption) {
  const Workspace workspace;
  const auto run = workspace.run_script("expect picture.slice == x\nexpect picture.slice_at == 0.75\n",
                                        workspace.tiny(), "--slice x=0.75");
  EXPECT_EQ(run.code, 0) << run.output;
}

}  // namespace
}  // namespace slice_test
