/// Runs the window program off-screen with a script, as a user would from a shell.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace barchan_test {

struct ProgramRun {
  int code = -1;       ///< exit code
  std::string output;  ///< standard output and error together
};

/// The compressed pixels of a picture (.png), without the world that it carries. Two pictures of the same size have the
/// same if they look the same.
std::vector<std::byte> pixels_of(std::filesystem::path const& picture);

/// A separate folder for each test, which is removed afterwards. It is also the home folder of the programs that it
/// runs.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;

  std::filesystem::path const& folder() const { return folder_; }
  std::filesystem::path write(std::string const& name, std::string_view text) const;

  /// Runs `barchan --offscreen` with `arguments`.
  ProgramRun run(std::string const& arguments) const;
  /// The same with a script. `scenario` is a name or a file.
  ProgramRun run_script(std::string_view script, std::string const& scenario, std::string const& arguments = "") const;
  /// Runs any command line in the shell.
  ProgramRun shell(std::string const& command) const;
  /// Runs a shell script of this workspace on a separate display of a size such as "800x600". The script starts
  /// `$program` and may call `await TITLE`, which sets `$window`. If no window appears, the script runs once more.
  ProgramRun on_a_screen(std::string const& script, std::string const& size) const;
  /// A small periodic bed of sand with wind, on which steps are fast: a scenario file in this workspace.
  std::string tiny() const;

 private:
  std::filesystem::path folder_;
};

}  // namespace barchan_test
