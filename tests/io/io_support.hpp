/// Helpers of the tests of files: temporary folders, messages of errors, running programs.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/wait.h>

#include "io/raster_file.hpp"

namespace barchan::test {

/// A temporary folder for one test, which is removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device device;
    path_ = std::filesystem::temp_directory_path() /
            ("barchan_io_" + std::to_string(device()) + "_" + std::to_string(device()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(TemporaryFolder const&) = delete;
  TemporaryFolder& operator=(TemporaryFolder const&) = delete;

  std::filesystem::path path() const { return path_; }
  std::filesystem::path operator/(std::string const& name) const { return path_ / name; }

  /// Names of the files in the folder, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (auto const& entry : std::filesystem::directory_iterator(path_)) list.push_back(entry.path().filename());
    std::sort(list.begin(), list.end());
    return list;
  }

 private:
  std::filesystem::path path_;
};

inline void write_bytes(std::filesystem::path const& path, std::string const& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string read_bytes(std::filesystem::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The line of the InputError that `callable` throws. If it throws none, returns "" and the test fails.
template <class Callable>
std::string input_error_of(Callable callable) {
  try {
    callable();
  } catch (InputError const& error) {
    const std::string line = error.what();
    EXPECT_EQ(line.find('\n'), std::string::npos) << "an error is one line: " << line;
    return line;
  }
  ADD_FAILURE() << "expected an InputError";
  return {};
}

/// All mistakes of a file, one per line. If there are none, returns "" and the test fails.
template <class Callable>
std::string all_mistakes_of(Callable callable) {
  try {
    callable();
  } catch (InputError const& error) {
    return told_whole(error);
  }
  ADD_FAILURE() << "expected an InputError";
  return {};
}

inline bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

struct ProgramResult {
  int exit_code = -1;  ///< 128 + signal if it was killed
  std::string output;  ///< standard output and standard error
};

/// Runs a command line in the shell.
inline ProgramResult run_shell(std::string const& command) {
  ProgramResult result;
  FILE* pipe = ::popen(("{ " + command + "; } 2>&1").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) result.output.append(buffer, got);
  const int status = ::pclose(pipe);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

/// Runs barchan-cli. A run that does not end counts as a failure.
inline ProgramResult run_cli(std::string const& arguments) {
  return run_shell(std::string("timeout 60 \"") + BARCHAN_CLI_PATH + "\" " + arguments);
}

/// A raster of whole quanta: exact in float32, and different in every cell.
inline Raster sample_raster(int width, int height) {
  Raster raster;
  raster.width = width;
  raster.height = height;
  raster.cell_size = 2.5;
  raster.field = "sediment";
  raster.values.resize(raster.cells());
  for (std::size_t i = 0; i < raster.values.size(); ++i) {
    raster.values[i] = static_cast<float>((i * 7919) % 65536) / 4096.0f;
  }
  return raster;
}

}  // namespace barchan::test
