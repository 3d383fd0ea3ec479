#include "barchan/base/archive.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace barchan {
namespace {

std::vector<std::byte> sample_bytes() {
  ArchiveWriter writer;
  writer.put<std::int32_t>(-7);
  writer.put<double>(2.5);
  writer.put_vector(std::vector<std::uint16_t>{1, 2, 65535});
  writer.put_string("barchan");
  writer.put_vector(std::vector<float>{});
  return writer.take();
}

void read_sample(std::span<std::byte const> bytes) {
  ArchiveReader reader(bytes);
  EXPECT_EQ(reader.get<std::int32_t>(), -7);
  EXPECT_EQ(reader.get<double>(), 2.5);
  EXPECT_EQ(reader.get_vector<std::uint16_t>(10), (std::vector<std::uint16_t>{1, 2, 65535}));
  EXPECT_FALSE(reader.at_end());
  EXPECT_EQ(reader.get_string(), "barchan");
  EXPECT_TRUE(reader.get_exactly<float>(0).empty());
  EXPECT_TRUE(reader.at_end());
}

TEST(Archive, ReadsBackWhatWasWritten) { read_sample(sample_bytes()); }

TEST(Archive, EveryTruncationIsAnError) {
  const std::vector<std::byte> bytes = sample_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THROW(
        {
          ArchiveReader reader(cut);
          reader.get<std::int32_t>();
          reader.get<double>();
          reader.get_vector<std::uint16_t>(10);
          reader.get_string();
          reader.get_exactly<float>(0);
        },
        ArchiveError)
        << size;
  }
}

TEST(Archive, AbsurdSizesAreRefusedBeforeAnythingIsAllocated) {
  for (std::uint64_t size :
       {std::uint64_t{5}, std::uint64_t{1} << 32, std::uint64_t{1} << 61, std::uint64_t{1} << 62,
        std::numeric_limits<std::uint64_t>::max(), std::numeric_limits<std::uint64_t>::max() / 8 + 2}) {
    ArchiveWriter writer;
    writer.put(size);
    writer.put<double>(1.0);
    const std::vector<std::byte> bytes = writer.take();
    EXPECT_THROW(ArchiveReader(bytes).get_vector<double>(std::numeric_limits<std::size_t>::max()), ArchiveError)
        << size;
    EXPECT_THROW(ArchiveReader(bytes).get_vector<double>(4), ArchiveError) << size;
  }
}

TEST(Archive, ATableOfAnotherLengthThanExpectedIsAnErrorThatNamesBoth) {
  ArchiveWriter writer;
  writer.put_vector(std::vector<int>{1, 2, 3});
  const std::vector<std::byte> bytes = writer.take();
  EXPECT_EQ(ArchiveReader(bytes).get_exactly<int>(3).size(), 3u);
  EXPECT_THROW(ArchiveReader(bytes).get_exactly<int>(2), ArchiveError);
  try {
    ArchiveReader(bytes).get_exactly<int>(4);
    FAIL() << "a table of 3 passed for 4";
  } catch (ArchiveError const& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find('4'), std::string::npos) << text;
    EXPECT_NE(text.find('3'), std::string::npos) << text;
  }
}

TEST(Archive, IsLittleEndian) {
  ArchiveWriter writer;
  writer.put<std::uint32_t>(0x01020304u);
  EXPECT_EQ(std::to_integer<int>(writer.bytes()[0]), 4);
  EXPECT_EQ(std::to_integer<int>(writer.bytes()[3]), 1);
}

}  // namespace
}  // namespace barchan
