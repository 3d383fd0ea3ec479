// Runs barchan-cli many times, each time in a process of its own. Loading GDAL takes longer than reading a small file,
// so GDAL is loaded once, and each process is a copy of the one that has loaded it.
// Usage: barchan_cli_server, without arguments. It reads orders from its standard input, each ended by an empty word:
// file for the output, file for the errors, seconds, arguments of barchan-cli; each word is ended by a NUL. It answers
// each with a line: the exit code, or the negative number of the signal that ended the process.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "io/geo_module.hpp"

#define main barchan_cli_main
#include "cli/main.cpp"
#undef main

namespace {

constexpr rlim_t kMemory = rlim_t{1} << 30;  // bytes of address space

/// The words of the next order; empty at the end of the input.
std::vector<std::string> next_order() {
  std::vector<std::string> words;
  std::string word;
  for (int c = 0; (c = std::getchar()) != EOF;) {
    if (c != 0) {
      word += static_cast<char>(c);
      continue;
    }
    if (word.empty()) return words;
    words.push_back(word);
    word.clear();
  }
  return {};
}

void redirect(int stream, char const* file, int flags) {
  const int opened = open(file, flags, 0600);
  if (opened < 0 || dup2(opened, stream) < 0) _exit(3);
  close(opened);
}

[[noreturn]] void carry_out(std::vector<std::string>& order) {
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDOUT_FILENO, order[0].c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, order[1].c_str(), O_WRONLY | O_CREAT | O_TRUNC);
  const rlimit memory{kMemory, kMemory}, none{0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &none);
  alarm(static_cast<unsigned>(std::atoi(order[2].c_str())));
  std::vector<char*> words{const_cast<char*>("barchan-cli")};
  for (std::size_t i = 3; i < order.size(); ++i) words.push_back(order[i].data());
  const int count = static_cast<int>(words.size());
  words.push_back(nullptr);
  const int code = barchan_cli_main(count, words.data());
  // Without exit handlers: those of GDAL would copy the memory that this process shares with the server.
  std::fflush(nullptr);
  _exit(code);
}

}  // namespace

int main() {
  barchan::geo_gate();
  for (std::vector<std::string> order = next_order(); order.size() > 3; order = next_order()) {
    const pid_t child = fork();
    if (child == 0) carry_out(order);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    std::printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    std::fflush(stdout);
  }
  return 0;
}
