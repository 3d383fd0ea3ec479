// Values of rows survive when rows are added, removed, moved or renamed.
#include "base/named_values.hpp"

#include <array>
#include <stdexcept>

#include <gtest/gtest.h>

namespace barchan::named_values_test {
namespace {

struct Values {
  float speed = 10.0f;
  float height = 2.0f;
  float depth = 0.0f;
};
constexpr std::array kRows{
    row::number<&Values::speed>("speed", "Speed", "m/s", {0.0, 20.0}, "Speed. Higher: faster."),
    row::number<&Values::height>("height", "Height", "m", {0.0, 9.0}, "Height. Higher: taller."),
    row::number<&Values::depth>("depth", "Depth", "m", {0.0, 9.0}, "Depth. Higher: deeper."),
};

/// The rows with these numbers, in this order.
std::vector<NamedValue> named(Values& values, std::vector<std::size_t> const& rows) {
  std::vector<NamedValue> list;
  for (const std::size_t i : rows) list.push_back({"g." + std::string(kRows[i].key), &kRows[i], &values});
  return list;
}

void keep(Archive& archive, std::vector<NamedValue> values, std::vector<RenamedKey> const& renamed = {}) {
  keep_values(archive, std::move(values), renamed, [](NamedValue const& one, double number) {
    const std::string error = parameter_error(*one.row, number);
    if (!error.empty()) throw std::invalid_argument(error);
  });
}

std::vector<std::byte> hashed(Values values, std::vector<std::size_t> const& rows) {
  Archive archive = Archive::hasher();
  keep(archive, named(values, rows));
  return archive.take();
}

std::vector<std::byte> written(Values values, std::vector<std::size_t> const& rows) {
  Archive archive = Archive::writer();
  keep(archive, named(values, rows));
  return archive.take();
}

std::string error_of(std::vector<std::byte> const& bytes, std::vector<std::size_t> const& rows) {
  Values values;
  Archive archive = Archive::reader(bytes);
  try {
    keep(archive, named(values, rows));
  } catch (std::runtime_error const& error) {
    return error.what();
  } catch (std::invalid_argument const& error) {
    return error.what();
  }
  return {};
}

TEST(NamedValues, ANewRowWithItsDefaultChangesNoHashAndOrderDoesNotMatter) {
  const Values values{.speed = 7.0f};
  EXPECT_EQ(hashed(values, {0, 1}), hashed(values, {0, 1, 2}));
  EXPECT_EQ(hashed(values, {0, 1, 2}), hashed(values, {2, 1, 0}));
  EXPECT_NE(hashed(values, {0, 1, 2}), hashed({}, {0, 1, 2}));
  EXPECT_NE(hashed({.height = 7.0f}, {0, 1, 2}), hashed({.depth = 7.0f}, {0, 1, 2}));
}

TEST(NamedValues, AreReadByNameAndKeepTheirDefaultWhenAbsent) {
  const std::vector<std::byte> bytes = written({.speed = 7.0f, .height = 3.0f}, {0, 1});
  Values values;
  Archive archive = Archive::reader(bytes);
  keep(archive, named(values, {2, 1, 0}));
  archive.finish();
  EXPECT_EQ(values.speed, 7.0f);
  EXPECT_EQ(values.height, 3.0f);
  EXPECT_EQ(values.depth, 0.0f);
}

TEST(NamedValues, AnOldNameIsReadAsTheNewOne) {
  Values values{.speed = 4.0f};
  Archive writer = Archive::writer();
  keep(writer, {{"old.pace", &kRows[0], &values}});
  const std::vector<std::byte> bytes = writer.take();
  Values read;
  Archive reader = Archive::reader(bytes);
  keep(reader, named(read, {0, 1}), {{"old.pace", "g.speed"}});
  EXPECT_EQ(read.speed, 4.0f);
}

TEST(NamedValues, WhatIsUnknownTwiceOutOfRangeOrNeverStoredIsRefusedByName) {
  EXPECT_EQ(error_of(written({}, {0, 1}), {0, 1}), "");
  EXPECT_EQ(error_of(written({}, {0, 1}), {1}), "the value 'g.speed' is unknown to this version");
  EXPECT_EQ(error_of(written({}, {0, 0}), {0}), "the value 'g.speed' occurs twice");
  EXPECT_NE(error_of(written({.speed = 21.0f}, {0}), {0}).find("speed"), std::string::npos);
  Archive archive = Archive::writer();
  archive.count(1);
  std::string name = "g.speed";
  double number = 0.1;  // not representable as a float
  archive.text(name);
  archive.value(number);
  EXPECT_EQ(error_of(archive.take(), {0}), "the saved value of 'g.speed' is damaged");
}

}  // namespace
}  // namespace barchan::named_values_test
