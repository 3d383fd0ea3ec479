// barchan_validate: runs the gates at full size and writes the page that shows them.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "gates/page.hpp"
#include "gates/store.hpp"
#include "io/input_error.hpp"

namespace {

using namespace barchan::gates;

constexpr char kUsage[] =
    "Usage: barchan_validate [ID...] [--quick] [--out DIR] [--continue | --page] [--threads N] [--list]\nRuns the "
    "gates, all or those named, at full size. Exits with 1 if a gate is not met.\n  --quick      the small sizes of "
    "the tests\n  --out DIR    stores each result in DIR/results as soon as its gate ends; at the end, writes "
    "DIR/validation.md\n               and DIR/pictures/validation from all results that are stored there\n"
    "  --continue   with --out: skips gates whose result is stored\n  --page       with --out: runs nothing, only "
    "writes the page\n  --threads N  number of parallel runs (default: as many as the machine has threads)\n"
    "  --list       lists the gates\n";

struct Options {
  std::vector<Gate const*> gates;
  Setting setting{Size::full, Transport::field, 1};
  std::string out;
  bool list = false, help = false;
  bool resume = false;  // --continue
  bool page = false;    // only write the page
};

Options parse(std::vector<std::string> const& arguments) {
  Options options;
  options.setting.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string const& word = arguments[i];
    const auto value = [&] {
      if (i + 1 == arguments.size()) throw std::invalid_argument(word + " needs a value");
      return arguments[++i];
    };
    if (word == "--quick") {
      options.setting.size = Size::quick;
    } else if (word == "--out") {
      options.out = value();
    } else if (word == "--threads") {
      options.setting.threads = std::stoi(value());
      if (options.setting.threads < 1 || options.setting.threads > 256) {
        throw std::invalid_argument("--threads must be in the range 1 to 256");
      }
    } else if (word == "--continue") {
      options.resume = true;
    } else if (word == "--page") {
      options.page = true;
    } else if (word == "--list") {
      options.list = true;
    } else if (word == "--help" || word == "-h") {
      options.help = true;
    } else if (Gate const* gate = find_gate(word)) {
      options.gates.push_back(gate);
    } else {
      throw std::invalid_argument("no such gate or option '" + word + "'; --list shows the gates");
    }
  }
  if ((options.resume || options.page) && options.out.empty()) {
    throw std::invalid_argument("--continue and --page need --out, which names the folder of the stored results");
  }
  if (options.gates.empty()) {
    for (Gate const& gate : all_gates()) options.gates.push_back(&gate);
  }
  return options;
}

// Whether the gate is met.
bool run(Options const& options, Gate const& gate, Transport transport) {
  Setting setting = options.setting;
  setting.transport = transport;
  if (options.resume && is_stored(options.out, gate, setting)) return true;  // the stored result is judged at the end
  fmt::print("{} {} ({})\n", gate.id, gate.title, gate.scope == Scope::land ? "land" : name_of(transport));
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = gate.run(setting);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (Check const& check : outcome.checks) fmt::print("  {}\n", to_text(check));
  fmt::print("  {}, {:.1f} s\n", outcome.met() ? "met" : "NOT MET", seconds);
  std::fflush(stdout);
  if (!options.out.empty()) store(options.out, gate, setting, outcome, seconds);
  return outcome.met();
}

int validate(Options const& options) {
  bool met = true;
  for (Gate const* gate : options.gates) {
    if (options.page) break;
    for (Transport transport : transports_of(*gate)) met = run(options, *gate, transport) && met;
  }
  if (!options.out.empty()) {
    const std::vector<Result> results = stored_results(options.out, options.setting.size);
    write_page(options.out, results);
    met = met && std::ranges::all_of(results, &Result::met);
  }
  fmt::print("{}\n", met ? "every gate is met" : "a gate is NOT met");
  return met ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  try {
    const Options options = parse(std::vector<std::string>(words + 1, words + count));
    if (options.help) {
      fmt::print("{}", kUsage);
      return 0;
    }
    if (options.list) {
      for (Gate const& gate : all_gates()) fmt::print("{:<6} {}\n", gate.id, gate.title);
      return 0;
    }
    return validate(options);
  } catch (std::exception const& error) {
    fmt::print(stderr, "barchan_validate: {}\n", error.what());
    return 2;
  }
}
