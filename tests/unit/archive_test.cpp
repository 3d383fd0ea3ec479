#include "base/archive.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace barchan::archive_test {
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
    archive.sections([&] {
      archive.needed_section("middle", 1, [&] {
        archive.value(real);
        archive.list(list, 10);
      });
      archive.section("end", 1, [&] { archive.text(word); });
      archive.aside([&] { archive.section("seen", 1, [&] { archive.value(seen); }); });
    });
    archive.table(table, 2);
    archive.value(on);
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

/// A group of sections that `body` writes, between the number and the other members of a Sample.
template <class Body>
std::vector<std::byte> bytes_with(Body&& body) {
  Sample sample;
  Archive writer = Archive::writer();
  writer.value(sample.number);
  writer.sections([&] { body(writer, sample); });
  writer.table(sample.table, 2);
  writer.value(sample.on);
  return writer.take();
}

void middle(Archive& archive, Sample& sample, std::uint32_t version = 1) {
  archive.section("middle", version, [&] {
    archive.value(sample.real);
    archive.list(sample.list);
  });
}

TEST(Archive, SectionsAreFoundByTheirNamesInAnyOrder) {
  const std::vector<std::byte> bytes = bytes_with([](Archive& archive, Sample& sample) {
    archive.section("seen", 1, [&] { archive.value(sample.seen); });
    archive.section("end", 1, [&] { archive.text(sample.word); });
    middle(archive, sample);
  });
  EXPECT_EQ(read(bytes), Sample{});
}

TEST(Archive, AnAbsentSectionKeepsItsDefaultUnlessItIsNeeded) {
  const Sample found = read(bytes_with([](Archive& archive, Sample& sample) { middle(archive, sample); }));
  EXPECT_EQ(found.word, "");
  EXPECT_EQ(found.seen, 0);
  EXPECT_EQ(found.real, 2.5);
  EXPECT_EQ(error_of(bytes_with([](Archive&, Sample&) {})), "the section 'middle' is missing");
}

TEST(Archive, AnUnknownLaterDoubledOrLongerSectionIsRefusedByName) {
  const auto with = [](std::string_view name, std::uint32_t version) {
    return error_of(bytes_with([&](Archive& archive, Sample& sample) {
      middle(archive, sample, name == "middle" ? version : 1);
      if (name != "middle") archive.section(name, version, [&] { archive.text(sample.word); });
    }));
  };
  EXPECT_EQ(with("end", 1), "");
  EXPECT_EQ(with("other", 1), "the section 'other' is unknown to this version");
  EXPECT_EQ(with("end", 2), "the section 'end' has version 2, but this program reads only versions up to 1");
  EXPECT_EQ(with("middle", 0), "the section 'middle' has version 0, which does not exist");
  EXPECT_EQ(with("middle", 7), "the section 'middle' has version 7, but this program reads only versions up to 1");
  EXPECT_EQ(error_of(bytes_with([](Archive& archive, Sample& sample) {
              middle(archive, sample);
              middle(archive, sample);
            })),
            "the section 'middle' occurs twice");
  EXPECT_EQ(error_of(bytes_with([](Archive& archive, Sample& sample) {
              archive.section("middle", 1, [&] {
                archive.value(sample.real);
                archive.list(sample.list);
                archive.value(sample.real);
              });
            })),
            "the section 'middle' is too long");
}

TEST(Archive, AReaderOfALaterVersionConvertsAnEarlierSection) {
  const auto keep = [](Archive& archive, std::uint32_t version, double& metres) {
    archive.sections([&] {
      archive.section("height", version, [&] {
        if (archive.version() >= 2) return archive.value(metres);
        double feet = 0.0;  // version 1 stored feet
        archive.value(feet);
        metres = feet * 0.3048;
      });
    });
  };
  Archive writer = Archive::writer();
  writer.sections([&] {
    writer.section("height", 1, [&] {
      double feet = 10.0;
      writer.value(feet);
    });
  });
  const std::vector<std::byte> bytes = writer.take();
  Archive reader = Archive::reader(bytes);
  double metres = 0.0;
  keep(reader, 2, metres);
  reader.finish();
  EXPECT_DOUBLE_EQ(metres, 3.048);
}

TEST(Archive, ANewSectionThatHoldsOnlyZerosChangesNoHash) {
  const auto hashed = [](bool with, std::int32_t value) {
    Archive hasher = Archive::hasher();
    hasher.sections([&] {
      std::int32_t old = 5;
      hasher.section("old", 1, [&] { hasher.value(old); });
      std::vector<float> list(value == 0 ? 0 : 3, 0.0f);
      const auto inner = [&] { hasher.sections([&] { hasher.section("inner", 1, [&] { hasher.list(list); }); }); };
      if (with) {
        hasher.section("new", 1, [&] {
          inner();
          hasher.value(value);
        });
      }
      hasher.section("last", 1, [&] { hasher.value(old); });
    });
    return hasher.take();
  };
  EXPECT_EQ(hashed(true, 0), hashed(false, 0));
  EXPECT_NE(hashed(true, 1), hashed(false, 0));
  EXPECT_NE(hashed(true, 1), hashed(true, 2));
}

TEST(Archive, ASparseTableThatGrowsIsReadAndHashesAlike) {
  std::array<std::int64_t, 4> small{0, 7, 0, -3};
  Archive writer = Archive::writer(), hasher = Archive::hasher(), grown = Archive::hasher();
  writer.sparse(small);
  hasher.sparse(small);
  const std::vector<std::byte> bytes = writer.take();
  std::array<std::int64_t, 6> large{1, 1, 1, 1, 1, 1};
  Archive reader = Archive::reader(bytes);
  reader.sparse(large);
  reader.finish();
  EXPECT_EQ(large, (std::array<std::int64_t, 6>{0, 7, 0, -3, 0, 0}));
  grown.sparse(large);
  EXPECT_EQ(grown.take(), hasher.take());
  std::array<std::int64_t, 3> smaller{};
  Archive narrow = Archive::reader(bytes);
  EXPECT_THROW(narrow.sparse(smaller), ArchiveError);
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
}  // namespace barchan::archive_test
