/// ChildProcess: another program that runs beside this one, started without a shell. Nothing waits for it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace barchan {

/// File of a program that is looked up in the folders of PATH, as a shell would. Nothing if there is none.
std::optional<std::filesystem::path> find_program(std::string_view name);

class ChildProcess {
 public:
  /// Most bytes of output that are kept.
  static constexpr std::size_t kMostOutput = 64 * 1024;

  /// Starts `words[0]` (a file) with the other words as arguments, in a process group of its own. Its standard input is
  /// empty, and its standard error is dropped. Throws InputError if it cannot be started.
  explicit ChildProcess(std::vector<std::string> const& words);
  /// Ends the program and everything that it has started.
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Reads what the program has written. Returns its exit code once it has ended, or 128 plus the number of the signal
  /// that ended it. Never waits.
  std::optional<int> poll();
  /// What it has written to its standard output so far.
  std::string const& output() const { return output_; }

 private:
  void read();

  int id_ = -1;    ///< of the process; -1 once it has ended
  int pipe_ = -1;  ///< from its standard output
  int code_ = 0;
  std::string output_;
};

}  // namespace barchan
