/// Activity remembers what an exception ended.
#include "io/activity.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

namespace barchan::activity_test {
namespace {

[[noreturn]] void fail_in(std::string const& file) {
  const Activity activity("reading", file);
  throw std::out_of_range("map::at");
}

TEST(Activity, TheInnermostThatAnExceptionEndedIsReported) {
  try {
    const Activity outer("opening", "land.toml");
    fail_in("map.tif");
  } catch (std::exception const& error) {
    EXPECT_EQ(Activity::failed(), "reading map.tif");
    EXPECT_EQ(unexpected_error(error),
              "a fault of Barchan ended the program while reading map.tif: map::at; please report it");
  }
}

TEST(Activity, OneWhoseExceptionWasCaughtIsForgottenWhenTheNextBegins) {
  try {
    const Activity outer("opening", "land.toml");
    EXPECT_THROW(fail_in("map.tif"), std::out_of_range);
    const Activity next("saving", "world.barchan");
    throw std::bad_alloc();
  } catch (std::exception const& error) {
    EXPECT_EQ(unexpected_error(error),
              "this machine ran out of memory while saving world.barchan; choose a smaller land");
  }
}

TEST(Activity, OneThatEndsWithoutAnExceptionIsNotReported) {
  try {
    { const Activity done("reading", "map.tif"); }
    throw std::runtime_error("later");
  } catch (std::exception const& error) {
    EXPECT_EQ(Activity::failed(), "");
    EXPECT_EQ(unexpected_error(error), "a fault of Barchan ended the program: later; please report it");
  }
}

TEST(Activity, ALongNameIsCutShort) {
  const std::string name(2000, 'x');
  EXPECT_THROW(fail_in(name), std::out_of_range);
  EXPECT_EQ(Activity::failed(), "reading " + name.substr(0, 512 - std::string("reading ").size()));
}

}  // namespace
}  // namespace barchan::activity_test
