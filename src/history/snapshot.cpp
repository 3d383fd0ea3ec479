#include "history/snapshot.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include <xxhash.h>
#include <zstd.h>

#include "base/archive.hpp"

namespace barchan {

namespace {

using Bytes = Snapshot::Bytes;

constexpr int kLevel = 1;
constexpr std::size_t kBlock = std::size_t{1} << 18;   // bytes, a multiple of 4
constexpr std::size_t kSample = std::size_t{1} << 14;  // bytes of a block on which the ways are tried
constexpr std::size_t kUsualRatio = 64;                // of bytes to code
constexpr std::size_t kMostBytes = std::size_t{1} << 36;

enum class Way : std::uint8_t { plain, difference, prefix };

constexpr char const* kDamaged = "the history is damaged: a checkpoint cannot be read";

using Span = std::span<std::byte const>;

/// A Zstandard context that is freed at the end.
template <class Context, std::size_t (*free)(Context*)>
struct Free {
  void operator()(Context* context) const { free(context); }
};
using Compressor = std::unique_ptr<ZSTD_CCtx, Free<ZSTD_CCtx, ZSTD_freeCCtx>>;
using Decompressor = std::unique_ptr<ZSTD_DCtx, Free<ZSTD_DCtx, ZSTD_freeDCtx>>;

/// The block of `bytes` at `at`, as long as there are bytes and at most `size`.
Span block_of(Span bytes, std::size_t at, std::size_t size) {
  at = std::min(at, bytes.size());
  return bytes.subspan(at, std::min(size, bytes.size() - at));
}

std::uint32_t word(Span bytes, std::size_t i) {
  std::uint32_t value = 0;
  if (4 * i + 4 <= bytes.size()) std::memcpy(&value, bytes.data() + 4 * i, 4);
  return value;
}

/// The differences of the words of a block to those of the key: first the lowest bytes of all words, and so on. Bytes
/// after the last whole word follow as they are.
Bytes differences(Span block, Span key) {
  const std::size_t words = block.size() / 4;
  Bytes apart(block.size());
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint32_t difference = word(block, i) - word(key, i);
    for (std::size_t plane = 0; plane < 4; ++plane) {
      apart[plane * words + i] = static_cast<std::byte>(difference >> (8 * plane));
    }
  }
  std::copy(block.begin() + static_cast<std::ptrdiff_t>(4 * words), block.end(),
            apart.begin() + static_cast<std::ptrdiff_t>(4 * words));
  return apart;
}

void add_differences(Span apart, Span key, std::span<std::byte> block) {
  const std::size_t words = block.size() / 4;
  for (std::size_t i = 0; i < words; ++i) {
    std::uint32_t value = word(key, i);
    std::uint32_t difference = 0;
    for (std::size_t plane = 0; plane < 4; ++plane) {
      difference |= std::to_integer<std::uint32_t>(apart[plane * words + i]) << (8 * plane);
    }
    value += difference;
    std::memcpy(block.data() + 4 * i, &value, 4);
  }
  std::copy(apart.begin() + static_cast<std::ptrdiff_t>(4 * words), apart.end(),
            block.begin() + static_cast<std::ptrdiff_t>(4 * words));
}

Bytes compressed(ZSTD_CCtx* context, Span bytes, Span prefix) {
  Bytes code(ZSTD_compressBound(bytes.size()));
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, kLevel);
  if (!prefix.empty()) ZSTD_CCtx_refPrefix(context, prefix.data(), prefix.size());
  const std::size_t size = ZSTD_compress2(context, code.data(), code.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0) throw HistoryError("a checkpoint could not be compressed");
  code.resize(size);
  return code;
}

Bytes coded(ZSTD_CCtx* context, Way way, Span block, Span key) {
  switch (way) {
    case Way::difference:
      return compressed(context, differences(block, key), {});
    case Way::prefix:
      return compressed(context, block, key);
    case Way::plain:
      break;
  }
  return compressed(context, block, {});
}

/// The way that makes a sample of the block smallest.
Way best_way(ZSTD_CCtx* context, Span block, Span key) {
  if (key.empty()) return Way::plain;
  const Span sample = block_of(block, block.size() / 2, kSample), same = block_of(key, block.size() / 2, kSample);
  Way best = Way::plain;
  std::size_t least = coded(context, best, sample, same).size();
  for (const Way way : {Way::difference, Way::prefix}) {
    const std::size_t size = coded(context, way, sample, same).size();
    if (size < least) std::tie(best, least) = std::pair(way, size);
  }
  return best;
}

template <class T>
void append(Bytes& bytes, T const& value) {
  auto const* const from = reinterpret_cast<std::byte const*>(&value);
  bytes.insert(bytes.end(), from, from + sizeof(T));
}

/// A list of blocks: way, length of the code, code.
Bytes encoded(Span bytes, Span key) {
  const Compressor context(ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  Bytes code;
  for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
    const Span block = block_of(bytes, at, kBlock), same = block_of(key, at, kBlock);
    const Way way = best_way(context.get(), block, same);
    const Bytes part = coded(context.get(), way, block, same);
    append(code, way);
    append(code, static_cast<std::uint32_t>(part.size()));
    code.insert(code.end(), part.begin(), part.end());
  }
  code.shrink_to_fit();
  return code;
}

void decode_block(ZSTD_DCtx* context, Way way, Span code, std::pair<Span, std::span<std::byte>> key_and_block) {
  auto const [key, block] = key_and_block;
  Bytes apart(way == Way::difference ? block.size() : 0);
  const std::span<std::byte> into = way == Way::difference ? std::span(apart) : block;
  ZSTD_DCtx_reset(context, ZSTD_reset_session_and_parameters);
  if (way == Way::prefix && !key.empty()) ZSTD_DCtx_refPrefix(context, key.data(), key.size());
  const std::size_t size = ZSTD_decompressDCtx(context, into.data(), into.size(), code.data(), code.size());
  if (ZSTD_isError(size) != 0 || size != block.size()) throw HistoryError(kDamaged);
  if (way == Way::difference) add_differences(apart, key, block);
}

Bytes decoded(Span code, Span key, std::size_t length) {
  const Decompressor context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  // A forged length must not take memory for blocks that do not exist.
  Bytes bytes;
  bytes.reserve(std::min(length, kUsualRatio * code.size()));
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < length; begin += kBlock) {
    std::uint32_t size = 0;
    if (code.size() - at < 1 + sizeof(size)) throw HistoryError(kDamaged);
    const auto way = static_cast<Way>(code[at]);
    std::memcpy(&size, code.data() + at + 1, sizeof(size));
    at += 1 + sizeof(size);
    if (way > Way::prefix || code.size() - at < size) throw HistoryError(kDamaged);
    bytes.resize(std::min(begin + kBlock, length));
    const std::span block = std::span(bytes).subspan(begin);
    decode_block(context.get(), way, code.subspan(at, size), {block_of(key, begin, kBlock), block});
    at += size;
  }
  if (at != code.size()) throw HistoryError(kDamaged);
  return bytes;
}

}  // namespace

Snapshot::Snapshot(Bytes bytes, std::shared_ptr<Snapshot const> key)
    : key_(std::move(key)),
      length_(bytes.size()),
      check_(XXH3_64bits(bytes.data(), bytes.size())),
      plain_(std::make_shared<Bytes const>(std::move(bytes))) {}

Snapshot::Snapshot(Archive& archive, std::shared_ptr<Snapshot const> key) : key_(std::move(key)) {
  archive.value(length_);
  archive.value(check_);
  archive.list(code_);
  archive.require(length_ <= kMostBytes, "a checkpoint of the history is too large");
}

std::shared_ptr<Bytes const> Snapshot::plain() const {
  const std::lock_guard lock(mutex_);
  return plain_;
}

void Snapshot::encode() {
  const auto plain = this->plain();
  if (!plain) return;
  Bytes code = encoded(*plain, key_ ? key_->bytes() : Bytes());
  const std::lock_guard lock(mutex_);
  if (!plain_) return;  // another thread was faster, and its code may be in use
  code_ = std::move(code);
  plain_.reset();
}

Bytes Snapshot::bytes() const {
  if (const auto plain = this->plain()) return *plain;
  // The code never changes after this.
  Bytes bytes = decoded(code_, key_ ? key_->bytes() : Bytes(), length_);
  if (XXH3_64bits(bytes.data(), bytes.size()) != check_) throw HistoryError(kDamaged);
  return bytes;
}

std::size_t Snapshot::size() const {
  const std::lock_guard lock(mutex_);
  return plain_ ? plain_->size() : code_.size();
}

void Snapshot::keep(Archive& archive) {
  encode();
  archive.value(length_);
  archive.value(check_);
  archive.list(code_);
}

}  // namespace barchan
