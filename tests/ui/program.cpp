#include "ui/program.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <fstream>

#include <fmt/format.h>

#include "io/png_chunks.hpp"

namespace barchan_test {

namespace fs = std::filesystem;

std::vector<std::byte> pixels_of(fs::path const& picture) {
  std::ifstream png(picture, std::ios::binary);
  return barchan::read_chunks(png, "IDAT", fs::file_size(picture)).value();
}

Workspace::Workspace() {
  static std::atomic<int> count{0};
  folder_ = fs::temp_directory_path() / ("barchan-ui-test-" + std::to_string(getpid()) + "-" + std::to_string(count++));
  fs::create_directories(folder_);
}

Workspace::~Workspace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

fs::path Workspace::write(std::string const& name, std::string_view text) const {
  const fs::path file = folder_ / name;
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

ProgramRun Workspace::shell(std::string const& command) const {
  const std::string line = "cd '" + folder_.string() + "' && HOME='" + folder_.string() +
                           "' XDG_CONFIG_HOME= " + "XDG_PICTURES_DIR= " + command + " 2>&1";
  ProgramRun result;
  FILE* pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) return result;
  std::array<char, 4096> buffer{};
  for (std::size_t size = 0; (size = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    result.output.append(buffer.data(), size);
  }
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

ProgramRun Workspace::run(std::string const& arguments) const {
  return shell(std::string("'") + BARCHAN_WINDOW_PATH + "' --offscreen " + arguments);
}

ProgramRun Workspace::run_script(std::string_view script, std::string const& scenario,
                                 std::string const& arguments) const {
  const fs::path file = write("script.txt", script);
  return run("'" + scenario + "' --script script.txt " + arguments);
}

namespace {

/// `await TITLE` waits until $program has a window with this title, and sets $window to it.
constexpr char const* kAwait =
    "await() {\n  window=\n  for i in $(seq 1 900); do\n"
    "    window=$(xdotool search --name \"$1\" 2>/dev/null | head -n 1)\n"
    "    [ -n \"$window\" ] && return\n    kill -0 $program 2>/dev/null || break\n    sleep 0.1\n  done\n"
    "  echo \"no window is named $1\"\n  kill $program 2>/dev/null\n  exit $none\n}\n";

}  // namespace

ProgramRun Workspace::on_a_screen(std::string const& script, std::string const& size) const {
  constexpr int kNoScreen = 77, kTries = 5;
  // Whoever runs the tests has seen the hints of the first start.
  const fs::path data = folder_ / ".local" / "share" / "barchan";
  fs::create_directories(data);
  std::ofstream(data / "hints.txt") << "dial\ntools\ntimebar\n";
  write("screen.sh", fmt::format("none={}\nxdotool getdisplaygeometry > /dev/null 2>&1 || exit $none\n{}. ./{}\n",
                                 kNoScreen, kAwait, script));
  ProgramRun run;
  // Two servers that start at once may choose the same display, and on a busy machine a server may fail to start.
  for (int i = 0; i < kTries; ++i) {
    run =
        shell(fmt::format("flock -o \"${{TMPDIR:-/tmp}}/barchan-display.lock\" "
                          "xvfb-run -a -s '-screen 0 {}x24' sh screen.sh",
                          size));
    if (run.code != kNoScreen) break;
  }
  return run;
}

std::string Workspace::tiny() const {
  return write("tiny.toml",
               "title = \"Tiny\"\ndescription = \"A small bed of sand.\"\nsource = \"tests\"\nseed = 4\n"
               "[grid]\nwidth = 48\nheight = 32\ncell_size = 1.0\nboundary = \"periodic\"\n"
               "[[land.sand]]\nshape = \"uniform\"\nthickness = 2.0\n"
               "[[land.sand]]\nshape = \"white_noise\"\namplitude = 0.2\n"
               "[wind_particles]\npopulation = 512\n")
      .string();
}

}  // namespace barchan_test
