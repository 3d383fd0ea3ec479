#include "io/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>

#include "io/file.hpp"

extern char** environ;

namespace barchan {

namespace fs = std::filesystem;

namespace {

constexpr int kSignalled = 128;  // plus the signal that ended a program

/// What posix_spawn does in the new process before the program begins.
class SpawnRules {
 public:
  explicit SpawnRules(int output) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes_, 0);
  }
  ~SpawnRules() {
    posix_spawn_file_actions_destroy(&files_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnRules(SpawnRules const&) = delete;
  SpawnRules& operator=(SpawnRules const&) = delete;

  posix_spawn_file_actions_t const* files() const { return &files_; }
  posix_spawnattr_t const* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

std::optional<fs::path> find_program(std::string_view name) {
  char const* const folders = std::getenv("PATH");
  if (folders == nullptr) return std::nullopt;
  std::istringstream list(folders);
  for (std::string folder; std::getline(list, folder, ':');) {
    const fs::path file = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return file;
  }
  return std::nullopt;
}

ChildProcess::ChildProcess(std::vector<std::string> const& words) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw InputError("{}: cannot be started: {}", words.front(), system_reason(errno));
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  std::vector<char*> arguments;
  for (std::string const& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const SpawnRules rules(ends[1]);
  pid_t id = -1;
  const int failed = posix_spawn(&id, arguments[0], rules.files(), rules.attributes(), arguments.data(), environ);
  close(ends[1]);
  if (failed != 0) {
    close(ends[0]);
    throw InputError("{}: cannot be started: {}", words.front(), system_reason(failed));
  }
  id_ = id;
  pipe_ = ends[0];
}

ChildProcess::~ChildProcess() {
  if (id_ > 0) {
    kill(-id_, SIGKILL);
    waitpid(id_, nullptr, 0);
  }
  close(pipe_);
}

void ChildProcess::read() {
  std::array<char, 4096> buffer;
  for (ssize_t size = 0; (size = ::read(pipe_, buffer.data(), buffer.size())) > 0;) {
    const std::size_t room = kMostOutput - output_.size();
    output_.append(buffer.data(), std::min(room, static_cast<std::size_t>(size)));
    if (static_cast<std::size_t>(size) > room) return;  // a program that writes without end must not hold up a frame
  }
}

std::optional<int> ChildProcess::poll() {
  read();
  if (id_ < 0) return code_;
  int status = 0;
  if (waitpid(id_, &status, WNOHANG) != id_) return std::nullopt;
  read();  // what it wrote between the two calls
  id_ = -1;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
  return code_;
}

}  // namespace barchan
