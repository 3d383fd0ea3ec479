/// Snapshot: the state of a world at one moment, coded so that many of them fit into memory.
///
/// A snapshot is cut into blocks. A block is coded in whichever of three ways is smallest: as it is; as the differences
/// of its 32-bit words to those of an earlier snapshot, its key, with the four bytes of all words apart; or with the
/// block of the key as a prefix, in which repetitions are found. All three are compressed with Zstandard.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <vector>

namespace barchan {

class Archive;

/// Error: a snapshot cannot be decoded, or the history lacks what is needed to reach a moment. One clear sentence.
class HistoryError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Snapshot {
 public:
  using Bytes = std::vector<std::byte>;

  /// Holds the bytes as they are until `encode`. `key`: an earlier snapshot of the same land that has no key itself, or
  /// null. The key stays in memory as long as a snapshot that is coded against it.
  explicit Snapshot(Bytes bytes, std::shared_ptr<Snapshot const> key = {});
  /// Reads what `keep` wrote, which had this key. Throws ArchiveError.
  Snapshot(Archive& archive, std::shared_ptr<Snapshot const> key);

  /// Replaces the bytes by their code, once. May be called on several threads, while others call bytes() or size().
  void encode();
  /// The bytes. Throws HistoryError if the code is damaged. May be called on any thread.
  Bytes bytes() const;
  /// Memory that the snapshot takes, without that of its key.
  std::size_t size() const;
  std::shared_ptr<Snapshot const> const& key() const { return key_; }
  /// Writes the code, without the key. Encodes first if need be.
  void keep(Archive& archive);

 private:
  std::shared_ptr<Bytes const> plain() const;

  std::shared_ptr<Snapshot const> key_;
  std::uint64_t length_ = 0;  ///< of the bytes
  std::uint64_t check_ = 0;   ///< hash of the bytes
  mutable std::mutex mutex_;  ///< of the two members below
  std::shared_ptr<Bytes const> plain_;
  Bytes code_;
};

}  // namespace barchan
