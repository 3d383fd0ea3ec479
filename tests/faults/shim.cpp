/// A library to preload into a program (LD_PRELOAD). It makes the system fail, as these variables ask:
///
///   BARCHAN_KILL_AT=N             the Nth call that changes a file kills the program; a write is first done by half
///   BARCHAN_KILL_WITH=SIGNAL      by this signal (a number) instead of SIGKILL
///   BARCHAN_CHANGE=FILE           FILE changes when its first half has been read,
///   BARCHAN_CHANGE_TO=TEXT        to this text; without it, it is cut short
///   BARCHAN_NO_MEMORY_AT=N        the Nth allocation by the program's own code fails
///   BARCHAN_NO_MEMORY_FROM=N      and so do all that follow
///   BARCHAN_COUNT=FILE            where the number of allocations is written at the end
///   BARCHAN_JUMPING_CLOCK=1       the date jumps by hours, back and forth, whenever it is read
#include <atomic>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

long number(char const* name) {
  char const* const text = std::getenv(name);
  return text == nullptr ? 0 : std::atol(text);
}

// -- killed while it writes ------------------------------------------------------------------------------------------

/// Counts a call that changes a file. True if the program is to be killed in it.
bool is_last_call() {
  static const long last = number("BARCHAN_KILL_AT");
  static std::atomic<long> calls{0};
  return last > 0 && ++calls == last;
}

void die() {
  const long chosen = number("BARCHAN_KILL_WITH");
  syscall(SYS_kill, getpid(), chosen > 0 ? chosen : SIGKILL);
}

// -- a file that changes while it is read ----------------------------------------------------------------------------

bool is_changing(int file) {
  static char const* const wanted = std::getenv("BARCHAN_CHANGE");
  if (wanted == nullptr) return false;
  char link[64], path[4096];
  std::snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path);
  return length > 0 && static_cast<std::size_t>(length) == std::strlen(wanted) &&
         std::memcmp(path, wanted, static_cast<std::size_t>(length)) == 0;
}

void change_file() {
  char const* const path = std::getenv("BARCHAN_CHANGE");
  char const* const text = std::getenv("BARCHAN_CHANGE_TO");
  const auto file = static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_TRUNC));
  if (text != nullptr && syscall(SYS_write, file, text, std::strlen(text)) < 0) std::abort();
  syscall(SYS_close, file);
}

// -- no memory -------------------------------------------------------------------------------------------------------

/// The code of the program itself. Libraries such as the driver do not survive without memory.
struct Program {
  std::uintptr_t begin = 0, end = 0;

  Program() {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* self) {
          auto* const program = static_cast<Program*>(self);
          for (int i = 0; i < info->dlpi_phnum; ++i) {
            auto const& part = info->dlpi_phdr[i];
            if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
            program->begin = info->dlpi_addr + part.p_vaddr;
            program->end = program->begin + part.p_memsz;
          }
          return 1;  // the program is the first object
        },
        this);
  }
  bool has(void const* address) const {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    return at >= begin && at < end;
  }
};

std::atomic<long> allocations{0};

void* allocate(std::size_t bytes, std::size_t alignment, void const* caller) {
  static const Program program;
  static const long at = number("BARCHAN_NO_MEMORY_AT"), from = number("BARCHAN_NO_MEMORY_FROM");
  if (program.has(caller)) {
    const long count = ++allocations;
    if (count == at || (from > 0 && count >= from)) throw std::bad_alloc();
  }
  const std::size_t size = (bytes + alignment) / alignment * alignment;  // at least one
  void* const memory = alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, size) : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

[[gnu::destructor]] void write_count() {
  char const* const path = std::getenv("BARCHAN_COUNT");
  std::FILE* const file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file, "%ld\n", allocations.load());
  std::fclose(file);
}

// -- a clock that jumps ----------------------------------------------------------------------------------------------

/// Seconds to add to the date.
long jump() {
  static const bool jumps = number("BARCHAN_JUMPING_CLOCK") > 0;
  static std::atomic<long> looks{0};
  constexpr long kHour = 3600;
  if (!jumps) return 0;
  const long look = ++looks;
  return (look % 2 == 0 ? 5 : -7) * kHour * (look % 11);
}

}  // namespace

// The functions that take the place of those of the system. All code of Barchan is hidden otherwise.
#pragma GCC visibility push(default)

void* operator new(std::size_t bytes) { return allocate(bytes, 1, __builtin_return_address(0)); }
void* operator new[](std::size_t bytes) { return allocate(bytes, 1, __builtin_return_address(0)); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment), __builtin_return_address(0));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment), __builtin_return_address(0));
}

extern "C" {

ssize_t write(int file, void const* bytes, std::size_t size) {
  const bool last = is_last_call();
  const ssize_t written = syscall(SYS_write, file, bytes, last ? (size + 1) / 2 : size);
  if (last) die();
  return written;
}

ssize_t read(int file, void* bytes, std::size_t size) {
  static std::atomic<bool> changed{false};
  if (changed || !is_changing(file)) return syscall(SYS_read, file, bytes, size);
  changed = true;
  struct stat status {};
  fstat(file, &status);
  const ssize_t got = syscall(SYS_read, file, bytes, static_cast<std::size_t>(status.st_size) / 2);
  change_file();
  return got;
}

int fsync(int file) {
  if (is_last_call()) die();
  return static_cast<int>(syscall(SYS_fsync, file));
}

int fchmod(int file, mode_t mode) noexcept {
  if (is_last_call()) die();
  return static_cast<int>(syscall(SYS_fchmod, file, mode));
}

int rename(char const* from, char const* to) noexcept {
  if (is_last_call()) die();
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int unlink(char const* path) noexcept {
  if (is_last_call()) die();
  return static_cast<int>(syscall(SYS_unlinkat, AT_FDCWD, path, 0));
}

int open(char const* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & O_CREAT) != 0) {
    if (is_last_call()) die();
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int clock_gettime(clockid_t clock, struct timespec* time) noexcept {
  const auto result = static_cast<int>(syscall(SYS_clock_gettime, clock, time));
  if (clock == CLOCK_REALTIME) time->tv_sec += jump();
  return result;
}

int gettimeofday(struct timeval* __restrict time, void* __restrict) noexcept {
  struct timespec now {};
  clock_gettime(CLOCK_REALTIME, &now);
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

std::time_t time(std::time_t* to) noexcept {
  struct timespec now {};
  clock_gettime(CLOCK_REALTIME, &now);
  if (to != nullptr) *to = now.tv_sec;
  return now.tv_sec;
}

}  // extern "C"

#pragma GCC visibility pop
