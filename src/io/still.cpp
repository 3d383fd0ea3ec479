#include "io/still.hpp"

#include <fstream>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include "base/archive.hpp"
#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/picture_file.hpp"
#include "io/png_chunks.hpp"
#include "io/text.hpp"
#include "io/world_history.hpp"

namespace barchan {

namespace fs = std::filesystem;

namespace {

// The chunk: XXH3-64 of what follows; version of the layout (4 bytes); step, hash; the name of the file beside it; the
// saved world, compressed with Zstandard.
constexpr std::uint32_t kStillVersion = 1;
constexpr int kStillLevel = 3;                                 // of the compression
constexpr std::size_t kLongestBeside = 255;                    // bytes of a name
constexpr std::size_t kMostUnpacked = std::size_t{512} << 20;  // bytes of a saved world
constexpr std::size_t kMostChunk = kMostInStill + (1u << 16);  // with the other values
constexpr char const* kStillEnding = ".png";

std::vector<std::byte> packed(std::span<std::byte const> bytes) {
  std::vector<std::byte> code(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(code.data(), code.size(), bytes.data(), bytes.size(), kStillLevel);
  if (ZSTD_isError(size) != 0) throw InputError("the world cannot be compressed: {}", ZSTD_getErrorName(size));
  code.resize(size);
  return code;
}

/// Throws ArchiveError.
std::vector<std::byte> unpacked(std::span<std::byte const> code) {
  if (code.empty()) return {};
  const unsigned long long size = ZSTD_getFrameContentSize(code.data(), code.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR || size > kMostUnpacked) {
    throw ArchiveError("the compressed world gives no size, or a size that is too large");
  }
  std::vector<std::byte> bytes(size);
  const std::size_t found = ZSTD_decompress(bytes.data(), bytes.size(), code.data(), code.size());
  if (ZSTD_isError(found) != 0 || found != bytes.size()) throw ArchiveError("the world cannot be unpacked");
  return bytes;
}

/// True if a still can carry this saved world, of which `code` is the compressed form.
bool fits(std::span<std::byte const> bytes, std::span<std::byte const> code, std::size_t most) {
  return bytes.size() <= kMostUnpacked && code.size() <= most;
}

/// `packed`: the saved world, compressed.
std::vector<std::byte> chunk_of(StillContents& contents, std::vector<std::byte> packed) {
  Archive archive = Archive::writer(packed.size() + kLongestBeside);
  std::uint64_t check = 0;
  archive.value(check);
  std::uint32_t version = kStillVersion;
  archive.value(version);
  archive.value(contents.step);
  archive.value(contents.hash);
  archive.text(contents.beside, kLongestBeside);
  archive.list(packed);
  std::vector<std::byte> chunk = archive.take();
  check = XXH3_64bits(chunk.data() + sizeof check, chunk.size() - sizeof check);
  std::memcpy(chunk.data(), &check, sizeof check);
  return chunk;
}

bool is_file_name(std::string const& name) {
  return name.find_first_of(std::string_view("/\\\0", 3)) == std::string::npos && name != "." && name != "..";
}

/// The world in the file that the chunk names; nothing if it is missing or holds another world. Throws InputError if it
/// cannot be read.
std::optional<SavedWorld> world_beside(fs::path const& path, StillContents const& contents, int threads) {
  const fs::path beside = path.parent_path() / contents.beside;
  std::error_code ignored;
  if (contents.beside.empty() || !fs::is_regular_file(beside, ignored)) return std::nullopt;
  try {
    SavedWorld saved = decode_world(read_file(beside), beside.string(), threads);
    if (saved.world.hash() == contents.hash) return saved;
  } catch (InputError const&) {
    if (contents.saved.empty()) throw;  // otherwise the picture itself carries the world
  }
  return std::nullopt;
}

/// The words that other programs show with the picture.
PictureExtras extras_of(StillWorld const& world, std::span<std::byte const> chunk) {
  ScenarioInfo const& scenario = world.info.scenario;
  PictureExtras extras;
  extras.texts = {{"Title", scenario.title},
                  {"Software", "Barchan " BARCHAN_VERSION},
                  {kWorldText, fmt::format("scenario {}, seed {}, step {}, hash {:016x}", scenario.id, world.seed,
                                           world.step, world.hash)}};
  extras.world = chunk;
  return extras;
}

}  // namespace

StillWorld still_world(History& history) {
  // Members are set one by one. If an exception interrupts the initialisation of all of them, g++ 12 destroys members
  // that have not been constructed.
  StillWorld still;
  still.history = history.record();
  World const& world = history.world();
  still.snapshot = world.snapshot();
  still.seed = world.seed();
  still.step = world.step_count();
  still.hash = still.history->hash;
  return still;
}

fs::path file_beside_still(fs::path const& still) { return still.string() + kSavedWorldEnding; }

std::string write_still(fs::path const& path, Picture const& picture, StillWorld world, std::size_t most) {
  const std::string name = path.string();
  const Activity activity("saving", name);
  drop_later_readings(world.info, world.step);
  world.info.run = {};
  world.info.autosave = {};
  world.info.history = {};
  StillContents contents{.step = world.step, .hash = world.hash};
  const std::vector<std::byte> alone = encode_world(world.snapshot, world.info);
  std::vector<std::byte> within = alone, beside;
  if (world.history) {
    SavedWorldInfo info = world.info;
    info.history = encode_history(*world.history, kHistoryInStill);
    within = encode_world(world.snapshot, info);
  }
  std::vector<std::byte> code = packed(within);
  if (!fits(within, code, most)) {
    contents.beside = file_beside_still(path).filename().string();
    code = packed(alone);
    if (!fits(alone, code, most)) code.clear();
    if (world.history) world.info.history = encode_history(*std::move(world.history));
    beside = encode_world(world.snapshot, world.info);
  }
  const bool carried = !code.empty();
  const std::vector<std::byte> chunk = chunk_of(contents, std::move(code));
  const std::vector<std::byte> png = encode_picture(picture, extras_of(world, chunk));
  if (beside.empty()) {
    write_file(path, png);
    return {};
  }
  const fs::path file = file_beside_still(path);
  write_files(std::vector<FileContents>{{file, beside}, {path, png}});
  return fmt::format("The {} too large for the picture and is in {}. Keep both files together.",
                     carried ? "history of its world is" : "world is", file.string());
}

bool is_still(fs::path const& path) {
  std::error_code ignored;
  if (lower_case(path.extension().string()) != kStillEnding || !fs::is_regular_file(path, ignored)) return false;
  const auto check_unchanged = watch_file(path);
  std::ifstream file(path, std::ios::binary);
  const bool found = has_chunk(file, kWorldChunk);
  check_unchanged();
  return found;
}

SavedWorld load_still(fs::path const& path, int threads) {
  const std::string name = path.string();
  const auto check_unchanged = watch_file(path);
  std::ifstream file(path, std::ios::binary);
  const auto chunk = read_chunks(file, kWorldChunk, kMostChunk);
  check_unchanged();
  if (!chunk) throw InputError("{}: expected a picture with its world, found none; open another file", name);
  const StillContents contents = decode_still(*chunk, name);
  if (std::optional<SavedWorld> saved = world_beside(path, contents, threads)) return *std::move(saved);
  if (contents.saved.empty()) {
    throw InputError(
        "{}: expected the world of this picture in {} in the same folder, found no such file with this world; copy it "
        "there",
        name, printable(contents.beside));
  }
  SavedWorld saved = decode_world(contents.saved, name, threads);
  if (saved.world.hash() != contents.hash) {
    throw InputError("{}: expected the world with the hash {:016x}, found {:016x}; the file is damaged; copy it again",
                     name, contents.hash, saved.world.hash());
  }
  if (!contents.beside.empty()) {
    saved.notices.push_back(
        fmt::format("The history of this world is in {}, which is missing or damaged. The world is open without its "
                    "history.",
                    printable(contents.beside)));
  }
  return saved;
}

StillContents decode_still(std::span<std::byte const> chunk, std::string const& name) {
  const Activity activity("reading", name);
  try {
    Archive archive = Archive::reader(chunk);
    std::uint64_t check = 0;
    std::uint32_t version = 0;
    archive.value(check);
    archive.require(XXH3_64bits(chunk.data() + sizeof check, chunk.size() - sizeof check) == check,
                    "its checksum is wrong");
    archive.value(version);
    if (version != kStillVersion) {
      throw InputError(
          "{}: expected the world of a picture in version {}, found version {}; open it with the version of Barchan "
          "that saved it",
          name, kStillVersion, version);
    }
    StillContents contents;
    archive.value(contents.step);
    archive.value(contents.hash);
    archive.text(contents.beside, kLongestBeside);
    archive.require(is_file_name(contents.beside), "the name of the file beside it is not a name");
    const std::span<std::byte const> code = archive.block();
    archive.finish();
    archive.require(!code.empty() || !contents.beside.empty(), "there is neither a world nor the name of its file");
    contents.saved = unpacked(code);
    return contents;
  } catch (ArchiveError const& error) {
    throw InputError("{}: expected the world of this picture, found a fault: {}; copy the file again", name,
                     printable(error.what(), kLongestReason));
  }
}

std::vector<std::byte> encode_still(StillContents contents) {
  std::vector<std::byte> code = contents.saved.empty() ? std::vector<std::byte>() : packed(contents.saved);
  return chunk_of(contents, std::move(code));
}

}  // namespace barchan
