/// Whole files in and out, with one clear line when something is in the way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

/// Largest file that is read: a grid of the largest side in doubles, with room for tags.
inline constexpr std::uint64_t kMaximumFileSize = 16384ull * 16384ull * 8ull + (64ull << 20);

/// All bytes of a regular file. Throws InputError: missing, a directory, no permission, empty, too large.
std::vector<std::byte> read_file(std::filesystem::path const& path, std::uint64_t maximum = kMaximumFileSize);
/// The same as text.
std::string read_text_file(std::filesystem::path const& path, std::uint64_t maximum);
/// Text of the file beside `path` with ".json" appended, "" when there is none.
std::string read_sidecar(std::filesystem::path const& path);
std::filesystem::path sidecar_path(std::filesystem::path const& path);

/// Writes to a temporary name in the same folder, flushes it to the disk and renames: the file appears whole or not
/// at all, and what was there before stays until then. Devices and pipes are written directly. Throws InputError.
void write_file(std::filesystem::path const& path, std::span<std::byte const> bytes);
void write_file(std::filesystem::path const& path, std::string_view text);

/// Throws InputError when `write_file` could not even begin (no such folder, no permission, a directory).
void check_writable(std::filesystem::path const& path);

/// Memory of this machine that one program may use (physical memory, or less where the group of processes or the
/// shell sets a limit), bytes.
std::uint64_t memory_limit();
/// Throws InputError with both figures when `bytes` are more than memory_limit(). `subject` begins the line.
void check_memory(std::string const& subject, double bytes);

}  // namespace barchan
