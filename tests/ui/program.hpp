/// Runs the window program off-screen with a script, as a person would from a shell.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace barchan_test {

struct ProgramRun {
  int code = -1;       ///< exit code
  std::string output;  ///< standard output and error together
};

/// A folder of its own for each test, removed with it; also the home of the programs it runs.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;

  std::filesystem::path const& folder() const { return folder_; }
  std::filesystem::path write(std::string const& name, std::string_view text) const;

  /// `barchan --offscreen` with `arguments`.
  ProgramRun run(std::string const& arguments) const;
  /// The same with a script; `scenario` is a name or file.
  ProgramRun run_script(std::string_view script, std::string const& scenario, std::string const& arguments = "") const;
  /// Any command line of the shell.
  ProgramRun shell(std::string const& command) const;
  /// A script of this workspace on a screen of its own, such as "800x600". The script starts `$program` and may
  /// `await TITLE`, which sets `$window`; where none comes up, it is run again.
  ProgramRun on_a_screen(std::string const& script, std::string const& size) const;
  /// A small periodic bed of sand with wind, quick to step: a scenario file in this workspace.
  std::string tiny() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace barchan_test
