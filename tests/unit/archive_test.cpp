#include "base/archive.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace barchan {
namespace {

struct Sample {
  std::int32_t number = -7;
  double real = 2.5;
  std::vector<std::uint16_t> list{1, 2, 65535};
  std::string word = "barchan";
  std::vector<float> table{0.5f, 1.5f};
  bool on = true;
  int seen = 41;

  void keep(Archive& archive) {
    archive.value(number);
    archive.section("middle", [&] {
      archive.value(real);
      archive.list(list, 10);
    });
    archive.text(word);
    archive.table(table, 2);
    archive.value(on);
    archive.aside("seen", [&] { archive.value(seen); });
  }
  bool operator==(Sample const&) const = default;
};

std::vector<std::byte> bytes_of(Sample sample) {
  Archive writer = Archive::writer();
  sample.keep(writer);
  return writer.take();
}

Sample read(std::vector<std::byte> const& bytes) {
  Sample sample{.number = 0, .real = 0.0, .list = {}, .word = "", .table = {}, .on = false, .seen = 0};
  Archive reader = Archive::reader(bytes);
  sample.keep(reader);
  reader.finish();
  return sample;
}

std::string error_of(std::vector<std::byte> const& bytes) {
  try {
    read(bytes);
  } catch (ArchiveError const& error) {
    return error.what();
  }
  return {};
}

TEST(Archive, ReadsBackWhatWasWritten) { EXPECT_EQ(read(bytes_of({})), Sample{}); }

TEST(Archive, AHashTakesDownAllButWhatStandsAside) {
  const auto hashed = [](Sample sample) {
    Archive hasher = Archive::hasher();
    sample.keep(hasher);
    return hasher.take();
  };
  Sample other;
  other.seen = 42;
  EXPECT_EQ(hashed(other), hashed({}));
  EXPECT_NE(bytes_of(other), bytes_of({}));
  other.word = "barchans";
  EXPECT_NE(hashed(other), hashed({}));
}

TEST(Archive, EveryTruncationAndEveryExcessIsAnError) {
  const std::vector<std::byte> bytes = bytes_of({});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(error_of({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}), "") << size;
  }
  std::vector<std::byte> longer = bytes;
  longer.push_back(std::byte{0});
  EXPECT_NE(error_of(longer), "");
}

TEST(Archive, ASectionOfAnotherNameOrLengthIsRefusedByName) {
  Archive writer = Archive::writer();
  std::int32_t number = 1;
  double real = 2.0;
  writer.value(number);
  writer.section("other", [&] { writer.value(real); });
  EXPECT_EQ(error_of(writer.take()), "expected the section 'middle', found 'other'");
  Archive longer = Archive::writer();
  longer.value(number);
  longer.section("middle", [&] {
    longer.value(real);
    std::vector<std::uint16_t> list;
    longer.list(list);
    longer.value(real);
  });
  EXPECT_EQ(error_of(longer.take()), "the section 'middle' is longer than it should be");
}

TEST(Archive, AbsurdSizesAreRefusedBeforeAnythingIsAllocated) {
  for (std::uint64_t size :
       {std::uint64_t{5}, std::uint64_t{1} << 32, std::uint64_t{1} << 61, std::uint64_t{1} << 62,
        std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max() / 8 + 2}) {
    Archive writer = Archive::writer();
    writer.value(size);
    double real = 1.0;
    writer.value(real);
    const std::vector<std::byte> bytes = writer.take();
    for (std::size_t most : {std::size_t{4}, std::numeric_limits<std::size_t>::max()}) {
      Archive reader = Archive::reader(bytes);
      std::vector<double> values;
      EXPECT_THROW(reader.list(values, most), ArchiveError) << size;
    }
  }
}

TEST(Archive, ATableOfAnotherLengthThanExpectedIsAnErrorThatNamesBoth) {
  Archive writer = Archive::writer();
  std::vector<int> values{1, 2, 3};
  writer.list(values);
  const std::vector<std::byte> bytes = writer.take();
  const auto error = [&](std::size_t count) -> std::string {
    Archive reader = Archive::reader(bytes);
    try {
      reader.table(values, count);
    } catch (ArchiveError const& refused) {
      return refused.what();
    }
    return {};
  };
  EXPECT_EQ(error(3), "");
  EXPECT_NE(error(2), "");
  EXPECT_EQ(error(4), "expected a table of 4 entries, found 3");
}

TEST(Archive, ASwitchIsOnOrOff) {
  std::vector<std::byte> bytes{std::byte{2}};
  Archive reader = Archive::reader(bytes);
  bool on = false;
  EXPECT_THROW(reader.value(on), ArchiveError);
}

TEST(Archive, IsLittleEndian) {
  Archive writer = Archive::writer();
  std::uint32_t number = 0x01020304u;
  writer.value(number);
  const std::vector<std::byte> bytes = writer.take();
  EXPECT_EQ(std::to_integer<int>(bytes[0]), 4);
  EXPECT_EQ(std::to_integer<int>(bytes[3]), 1);
}

}  // namespace
}  // namespace barchan
