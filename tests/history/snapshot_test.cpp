#include <cstring>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/archive.hpp"
#include "history/session.hpp"
#include "history/snapshot.hpp"

namespace barchan::test::snapshot_test {
namespace {

using Bytes = Snapshot::Bytes;

Bytes random_bytes(std::size_t size, std::uint64_t seed) {
  Dice dice(seed);
  Bytes bytes(size);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(dice.below(256));
  return bytes;
}

/// Bytes that differ a little from others in each word.
Bytes changed(Bytes bytes, std::uint64_t seed) {
  Dice dice(seed);
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, &bytes[i], 4);
    word += static_cast<std::uint32_t>(dice.below(5)) - 2;
    std::memcpy(&bytes[i], &word, 4);
  }
  return bytes;
}

Bytes kept(Snapshot& snapshot) {
  Archive archive = Archive::writer();
  snapshot.keep(archive);
  return archive.take();
}

TEST(Snapshot, GivesBackItsBytesWithAndWithoutAKey) {
  for (const std::size_t size : {0u, 1u, 3u, 4u, 1000u, 262143u, 262144u, 262145u, 1000001u}) {
    const Bytes first = random_bytes(size, size), second = changed(first, 7);
    const auto key = std::make_shared<Snapshot>(first);
    Snapshot plain(second), coded(second, key);
    EXPECT_EQ(coded.bytes(), second);
    key->encode();
    plain.encode();
    coded.encode();
    EXPECT_EQ(key->bytes(), first) << size;
    EXPECT_EQ(plain.bytes(), second) << size;
    EXPECT_EQ(coded.bytes(), second) << size;
  }
}

TEST(Snapshot, IsSmallIfLittleDiffersFromItsKey) {
  const Bytes first = random_bytes(1 << 20, 1);
  const auto key = std::make_shared<Snapshot>(first);
  key->encode();
  Snapshot same(first, key), near(changed(first, 2), key);
  same.encode();
  near.encode();
  EXPECT_LT(same.size(), first.size() / 100);
  EXPECT_LT(near.size(), first.size() / 2);
}

TEST(Snapshot, MayBeLongerOrShorterThanItsKey) {
  const Bytes first = random_bytes(300000, 3);
  const auto key = std::make_shared<Snapshot>(first);
  Bytes longer = first;
  longer.resize(700001, std::byte{9});
  const Bytes shorter(first.begin(), first.begin() + 100001);
  for (Bytes const& bytes : {longer, shorter, Bytes{}}) {
    Snapshot snapshot(bytes, key);
    snapshot.encode();
    EXPECT_EQ(snapshot.bytes(), bytes);
  }
}

TEST(Snapshot, NoticesDamage) {
  const Bytes first = random_bytes(5000, 4);
  Snapshot written(changed(first, 5));
  const Bytes code = kept(written);
  Dice dice(6);
  for (int i = 0; i < 400; ++i) {
    Bytes damaged = code;
    damaged[dice.below(damaged.size())] ^= static_cast<std::byte>(1u << dice.below(8));
    try {
      Archive archive = Archive::reader(damaged);
      Snapshot snapshot(archive, nullptr);
      archive.finish();
      const Bytes bytes = snapshot.bytes();
      ADD_FAILURE() << "damage was not noticed";
    } catch (ArchiveError const&) {
    } catch (HistoryError const&) {
    }
  }
}

}  // namespace
}  // namespace barchan::test::snapshot_test
