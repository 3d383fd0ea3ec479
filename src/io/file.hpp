/// Reading and writing whole files, with one clear message on failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/input_error.hpp"

namespace barchan {

/// Largest file that is read: a grid of the largest side in doubles, plus space for tags.
inline constexpr std::uint64_t kMaximumFileSize = 16384ull * 16384ull * 8ull + (64ull << 20);

/// Why a call of the system failed, and what to do about it; `code` as in errno.
std::string system_reason(int code);

/// Reads all bytes of a regular file. Throws InputError if it is missing, a directory, not readable, empty or too
/// large, or if another program writes it at the same time.
std::vector<std::byte> read_file(std::filesystem::path const& path, std::uint64_t maximum = kMaximumFileSize);
/// Reads a file as text; otherwise the same.
std::string read_text_file(std::filesystem::path const& path, std::uint64_t maximum);
/// Text of the file whose name is `path` plus ".json"; "" if there is no such file.
std::string read_sidecar(std::filesystem::path const& path);
std::filesystem::path sidecar_path(std::filesystem::path const& path);

/// Returns a function that throws InputError if the file has changed since this call. It is for files that a library
/// reads. Throws InputError if `path` is not a regular file that can be read, or if it is empty.
std::function<void()> watch_file(std::filesystem::path const& path);

/// Writes to a temporary file in the same folder, flushes it to the disk and renames it. So the file appears whole or
/// not at all, and an existing file stays until then. Devices and pipes are written directly. Throws InputError.
void write_file(std::filesystem::path const& path, std::span<std::byte const> bytes);
void write_file(std::filesystem::path const& path, std::string_view text);

struct FileContents {
  std::filesystem::path path;
  std::span<std::byte const> bytes;
};
/// Writes files that belong together in the same way. None of them appears before the contents of all are on the disk.
void write_files(std::span<FileContents const> files);

/// Whether `path` is a device, a pipe or a socket, which is written in place and can take several outputs.
bool is_special_file(std::filesystem::path const& path);

/// Throws InputError if write_file() could not create the file (no such folder, no permission, a directory).
void check_writable(std::filesystem::path const& path);

/// Memory that a program may use on this machine, bytes: the physical memory, or less if the control group or the shell
/// sets a limit.
std::uint64_t memory_limit();
/// Throws InputError with both figures if `bytes` exceeds memory_limit(). `subject` begins the message.
void check_memory(std::string const& subject, double bytes);

}  // namespace barchan
