// Lets each allocation fail in turn while Barchan reads, simulates, saves and exports, and checks that it always says
// so, crashes nowhere, leaks nothing and can do the same work afterwards.
// Usage: barchan_out_of_memory SCENARIO FOLDER [PART NUMBER [all]]
// Ends with exit code 1 and a line for each problem. With PART and NUMBER, only this allocation of this part fails.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/geojson.hpp"
#include "io/layer_field.hpp"
#include "io/picture_file.hpp"
#include "io/raster_file.hpp"
#include "io/report.hpp"
#include "io/saved_world.hpp"
#include "io/soil_scenario.hpp"
#include "land/section.hpp"
#include "land/terrain.hpp"
#include "picture/relief.hpp"
#include "processes/process.hpp"
#include "processes/process_list.hpp"
#ifdef BARCHAN_WITH_RUNNER
#include "ui/simulation_runner.hpp"
#endif
#include "world/streams.hpp"
#include "world/world.hpp"

namespace {

/// Which allocations fail: the one with this number, counted from 1, and if `all` is true also those that follow.
struct Shortage {
  long at = 0;  ///< 0: none
  bool all = false;
};

Shortage shortage;
std::atomic<long> allocations{0}, living{0};
char const* part = "the start";

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (shortage.at > 0) {
    const long count = ++allocations;
    if (count == shortage.at || (shortage.all && count > shortage.at)) throw std::bad_alloc();
  }
  const std::size_t size = (bytes + alignment) / alignment * alignment;  // at least one
  void* const memory = alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, size) : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  ++living;
  return memory;
}

void release(void* memory) {
  if (memory == nullptr) return;
  --living;
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t bytes) { return allocate(bytes, 1); }
void* operator new[](std::size_t bytes) { return allocate(bytes, 1); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace barchan {
namespace {

namespace fs = std::filesystem;

int problems = 0;
bool named = false;  ///< a message about the present part has named its activity

void report_problem(Shortage failed, char const* what) {
  std::fprintf(stderr, "%s, allocation %ld%s: %s\n", part, failed.at, failed.all ? " and all that follow" : "", what);
  ++problems;
}

extern "C" void on_crash(int signal) {
  std::fprintf(stderr, "%s, allocation %ld%s: signal %d\n", part, shortage.at,
               shortage.all ? " and all that follow" : "", signal);
  std::_Exit(1);
}

/// What a part has made, which must be the same if it succeeds in spite of a failed allocation.
using Result = std::uint64_t;

Result hash_of(World const& world) {
  const Activity activity("hashing", "the world");
  return world.hash();
}

/// Part of the work of a program, which can be done again and again.
struct Part {
  char const* name;
  char const* activity;  ///< that one of the messages names; null: none
  std::function<Result()> work;
};

std::string line(8000, ' ');  ///< what the user is told; its memory has been there before

/// Does a part of the work with this shortage. `line` is empty if it succeeds.
void told(Shortage wanted, Part const& one, Result& result) {
  line.clear();
  allocations = 0;
  shortage = wanted;
  try {
    result = one.work();
    shortage.at = 0;
  } catch (std::exception const& error) {
    shortage.at = 0;
    line += told_whole(error);
  }
}

/// Whether `line` is what the user must be told. What fails before an activity begins cannot be named.
bool is_clear(bool all) { return line.starts_with(kOutOfMemory) || (all && line == kNoMemory); }

/// Lets one allocation of a part fail. Returns whether there is one of this number.
bool starve_once(Part const& one, Shortage failed, Result expected) {
  const long before = living;
  Result result = expected;
  told(failed, one, result);
  if (living != before) report_problem(failed, ("leaks " + std::to_string(living - before) + " blocks").c_str());
  if (result != expected) report_problem(failed, "has another result");
  if (!line.empty() && !is_clear(failed.all)) report_problem(failed, line.c_str());
  named |= one.activity != nullptr && line.find(one.activity) != std::string::npos;
  return allocations >= failed.at;
}

/// The numbers from 1 to `dense`, and then some of the larger ones: each is larger than the one before by this factor.
long next(long at, long dense, double growth) {
  return at < dense ? at + 1 : static_cast<long>(static_cast<double>(at) * growth) + 1;
}

void starve(Part const& one, long dense, double growth, bool all) {
  part = one.name;
  const Result expected = one.work();  // also fills what is kept for the next time, such as the tables of the formats
  named = false;
  for (long at = 1; starve_once(one, {at, all}, expected); at = next(at, dense, growth)) {
  }
  // Where all allocations fail, a thread can only say that there is no memory.
  if (one.activity != nullptr && !named && !all) report_problem({0, all}, "no message says what was being done");
}

/// The same in new processes, in which nothing has been prepared.
void starve_from_the_start(Part const& one, long dense, double growth) {
  constexpr int kSound = 0, kNoSuchAllocation = 3;
  part = one.name;
  int status = 0;
  for (long at = 1; status == 0; at = next(at, dense, growth)) {
    const pid_t child = ::fork();
    if (child == 0) {
      Result result = 0;
      told({at, false}, one, result);
      if (!line.empty() && !is_clear(false)) report_problem({at, false}, line.c_str());
      const int found = problems == 0 ? kSound : 1;
      std::_Exit(allocations >= at ? found : kNoSuchAllocation);
    }
    ::waitpid(child, &status, 0);
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != kNoSuchAllocation) ++problems;
}

/// Everything that a program does with a world, in the order in which it does it.
class Work {
 public:
  Work(std::string const& scenario, fs::path folder)
      : scenario_(scenario), folder_(std::move(folder)), started_(start_world(scenario_)) {
    for (int i = 0; i < 3; ++i) started_.world.step();
    snapshot_ = started_.world.snapshot();
    save_world(file("w.barchan"), started_.world, started_.info);
    write_file(file("soils.toml"), kSoilLand);
    soils_.emplace(start_world(file("soils.toml").string()));
  }

  std::vector<Part> parts() {
    std::vector<Part> all{
        {"opening", "while opening", [this] { return hash_of(start_world(scenario_).world); }},
        {"opening on three threads", "while opening",
         [this] {
           return hash_of(start_world(scenario_, {{}, {}, 3}).world);
         }},
        {"stepping", nullptr, [this] { return step_copy(1); }},
        {"stepping on three threads", nullptr, [this] { return step_copy(3); }},
        {"commands", nullptr, [this] { return command_copy(); }},
        {"saving", "while saving", [this] { return save("w.barchan"); }},
        {"opening a saved world", "while reading", [this] { return hash_of(load_world(file("w.barchan")).world); }},
        {"a picture", nullptr, [this] { return draw(); }},
        {"a report", nullptr, [this] { return write("r.json", make_report(started_.world, {})); }},
        {"measures", nullptr, [this] { return write("m.json", make_measure_report(started_.world, {})); }},
        {"rivers", nullptr, [this] { return write("w.geojson", water_geojson(started_.world)); }},
        {"soils", nullptr, [this] { return write_soils(); }},
        {"a section", nullptr, [this] { return write("s.csv", section()); }},
#ifdef BARCHAN_WITH_RUNNER
        {"the thread of the window", "while simulating the land", [this] { return run_thread(); }},
#endif
    };
    // GDAL, which reads most other formats, ends the program if it has no memory. OpenEXR leaks some of its objects.
    for (char const* ending : {".png", ".npy", ".r16", ".r32"}) {
      all.push_back({ending, "while writing ", [this, ending] { return export_land(std::string("land") + ending); }});
    }
    return all;
  }

 private:
  /// A land that a soil file can hold.
  static constexpr std::string_view kSoilLand =
      "title = \"Soils\"\nseed = 3\n[grid]\nwidth = 16\nheight = 16\n[[land.sand]]\nshape = \"uniform\"\n"
      "thickness = 2.0\n";

  fs::path file(std::string const& name) const { return folder_ / name; }

  /// A number for the contents of a file, without memory.
  Result contents(std::string const& name) const {
    constexpr Result kPrime = 1099511628211u;  // FNV-1a
    Result hash = 14695981039346656037u;
    std::FILE* const stream = std::fopen(file(name).c_str(), "rb");
    if (stream == nullptr) return 0;
    for (int byte = std::fgetc(stream); byte != EOF; byte = std::fgetc(stream)) {
      hash = (hash ^ static_cast<Result>(byte)) * kPrime;
    }
    std::fclose(stream);
    return hash;
  }
  Result write(std::string const& name, std::string const& text) const {
    write_file(file(name), text);
    return contents(name);
  }
  Result save(std::string const& name) const {
    save_world(file(name), started_.world, started_.info);
    return contents(name);
  }
  Result draw() const {
    write_picture(file("a.png"), draw_relief(started_.world, {.longest_side = 40}));
    return contents("a.png");
  }
  Result export_land(std::string const& name) const {
    write_raster(file(name), export_field(started_.world, "elevation"));
    return contents(name) + read_raster(file(name)).cells();
  }
  Result write_soils() const {
    save_soils(file("s.soil"), soils_of_world(file("soils.toml").string(), soils_->world).file);
    return contents("s.soil");
  }
  std::string section() const {
    Terrain const& terrain = started_.world.terrain();
    const Section cutting = with_water(cut(terrain, {1, 1}, {60, 50}), terrain, running_water(started_.world));
    return section_csv(cutting, terrain.soils, 2.0);
  }
  Result step_copy(int threads) const {
    World copy = World::restore(snapshot_, make_processes(), threads);
    copy.step();
    return hash_of(copy);
  }
  Result command_copy() const {
    World copy = World::restore(snapshot_, make_processes(), 1);
    PlaceObstacle wall;
    wall.obstacle = {.shape = ObstacleShape::wall, .x = 0.5, .y = 0.5};
    copy.apply(wall);
    copy.apply(SetParameter{"wind", "speed", 9.0});
    return hash_of(copy);
  }
#ifdef BARCHAN_WITH_RUNNER
  /// Steps, saves and shows a world on the thread of the window. Throws what is said there.
  Result run_thread() const {
    ui::LoadedWorld loaded{{started_.info, World::restore(snapshot_, make_processes(), 1)}, {scenario_, {}, {}, {}}};
    ui::SimulationRunner runner(std::move(loaded), ui::SimulationRunner::Mode::threaded);
    runner.apply(SetParameter{"wind", "speed", 9.0});
    runner.inspect([this](History& history) { save_world(file("t.barchan"), history.world(), started_.info); });
    runner.advance(ui::BatchPlan{0.0, 1});
    runner.set_mode(ui::SimulationRunner::Mode::synchronous);  // waits for the thread
    if (const auto failure = runner.take_failure()) throw InputError(*failure);
    if (const auto outcome = runner.take_outcome(); outcome && !outcome->error.empty())
      throw InputError(outcome->error);
    return contents("t.barchan") + runner.view().step;
  }
#endif

  std::string scenario_;
  fs::path folder_;
  StartedWorld started_;
  std::optional<StartedWorld> soils_;
  std::vector<std::byte> snapshot_;
};

int run_all(char const* scenario, char const* folder) {
  starve_from_the_start(
      {"a new process", nullptr, [scenario = std::string(scenario)] { return hash_of(start_world(scenario).world); }},
      40, 1.3);
  Work work(scenario, folder);
  constexpr long kDense = 2000, kDenseOfAll = 200;
  for (Part const& one : work.parts()) {
    starve(one, kDense, 1.1, false);
    starve(one, kDenseOfAll, 1.2, true);
  }
  return problems == 0 ? 0 : 1;
}

/// Lets one allocation of one part fail.
int run_one(Work& work, std::string_view name, Shortage failed) {
  for (Part const& one : work.parts()) {
    if (one.name != name) continue;
    part = one.name;
    starve_once(one, failed, one.work());
  }
  return problems == 0 ? 0 : 1;
}

}  // namespace
}  // namespace barchan

int main(int argc, char** argv) {
  if (argc != 3 && argc != 5 && argc != 6) {
    std::fputs("usage: barchan_out_of_memory SCENARIO FOLDER [PART NUMBER [all]]\n", stderr);
    return 2;
  }
  if (argc > 3) {
    barchan::Work work(argv[1], argv[2]);
    return barchan::run_one(work, argv[3], {std::atol(argv[4]), argc == 6});
  }
  for (const int signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE}) std::signal(signal, barchan::on_crash);
  return barchan::run_all(argv[1], argv[2]);
}
