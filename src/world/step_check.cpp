#include "world/step_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <xxhash.h>

#include "processes/process.hpp"

namespace barchan {

namespace {

/// Number of threads of the second simulation: 3 if the first has one thread, otherwise half of them, rounded up.
int other_number(int threads) { return threads == 1 ? 3 : (threads + 1) / 2; }

/// The bits of a value, so that NaN equals itself and -0 differs from 0.
bool differ(float a, float b) { return std::bit_cast<std::uint32_t>(a) != std::bit_cast<std::uint32_t>(b); }

/// The first cell in which a field differs, with both values.
void compare_field(World const& world, World const& other, StepDifference& difference) {
  const auto values = world.field(difference.field), others = other.field(difference.field);
  if (!values || !others) return;
  const auto [at, there] = std::ranges::mismatch(*values, *others, [](float a, float b) { return !differ(a, b); });
  if (at == values->end()) return;
  const auto cell = at - values->begin();
  difference.x = static_cast<int>(cell % world.grid().width);
  difference.y = static_cast<int>(cell / world.grid().width);
  difference.value = *at;
  difference.other = *there;
}

std::uint64_t hash_of(std::span<float const> values) { return XXH3_64bits(values.data(), values.size_bytes()); }

/// Hashes of all fields after each part of a step.
class FieldHashes final : public StepObserver {
 public:
  explicit FieldHashes(World const& world) : world_(world) {}
  void part_begins(std::string_view) override {}
  void part_ends(std::string_view part) override {
    Pass pass{std::string(part), {}};
    for (FieldRow const& row : world_.fields()) {
      const auto values = world_.field(row.id);
      pass.hashes.push_back(values ? hash_of(*values) : 0);
    }
    passes_.push_back(std::move(pass));
  }

  struct Pass {
    std::string part;
    std::vector<std::uint64_t> hashes;  ///< in the order of World::fields()
  };
  std::vector<Pass> const& passes() const { return passes_; }

 private:
  World const& world_;
  std::vector<Pass> passes_;
};

/// Stops to look at one field after the pass with this index.
class Stop final : public StepObserver {
 public:
  Stop(std::size_t pass, std::function<void()> look) : left_(pass), look_(std::move(look)) {}
  void part_begins(std::string_view) override {}
  void part_ends(std::string_view) override {
    if (left_-- == 0) look_();
  }

 private:
  std::size_t left_;
  std::function<void()> look_;
};

std::string count_of_threads(int threads) { return std::to_string(threads) + (threads == 1 ? " thread" : " threads"); }

/// Shortest text that reads back as this value.
std::string shortest(float value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// Index of the first pass and of its first field that differ.
std::optional<std::pair<std::size_t, std::size_t>> first_difference(FieldHashes const& one, FieldHashes const& two) {
  const std::size_t count = std::min(one.passes().size(), two.passes().size());
  for (std::size_t pass = 0; pass < count; ++pass) {
    auto const &a = one.passes()[pass].hashes, &b = two.passes()[pass].hashes;
    const auto at = std::ranges::mismatch(a, b).in1;
    if (at != a.end()) return std::pair{pass, static_cast<std::size_t>(at - a.begin())};
  }
  return std::nullopt;
}

}  // namespace

std::string to_text(StepDifference const& difference) {
  const std::string start = "step " + std::to_string(difference.step) + ": two simulations, on " +
                            count_of_threads(difference.threads) + " and on " +
                            count_of_threads(difference.other_threads) + ", differ ";
  if (difference.field.empty()) return start + "in a part of the state that no field shows";
  return start +
         (difference.pass.empty() ? "at the end of the step" : "after the part '" + difference.pass + "' of the step") +
         ": " + difference.field + " of cell (" + std::to_string(difference.x) + ", " + std::to_string(difference.y) +
         ") is " + shortest(difference.value) + " and " + shortest(difference.other);
}

World StepCheck::restored(std::vector<std::byte> const& before, int threads) const {
  return World::restore(before, make_processes_(), threads);
}

std::optional<StepDifference> StepCheck::step(World& world, StepObserver* observer) {
  const std::vector<std::byte> before = world.snapshot();
  world.step(observer);
  World other = restored(before, other_number(world.threads()));
  other.step();
  if (world.hash() == other.hash()) return std::nullopt;
  return find(world, other, before);
}

/// Repeats the step in two restored worlds and observes their parts.
StepDifference StepCheck::find(World const& world, World const& other, std::vector<std::byte> const& before) const {
  StepDifference difference;
  difference.step = world.step_count();
  difference.threads = world.threads();
  difference.other_threads = other.threads();
  World one = restored(before, difference.threads), two = restored(before, difference.other_threads);
  FieldHashes ones(one), twos(two);
  one.step(&ones);
  two.step(&twos);
  if (const auto found = first_difference(ones, twos)) {
    const auto [pass, field] = *found;
    difference.pass = ones.passes()[pass].part;
    difference.field = world.fields()[field].id;
    World again = restored(before, difference.threads), other_again = restored(before, difference.other_threads);
    Stop other_stop(pass, [&] { compare_field(again, other_again, difference); });
    // While the first world stops after the pass, the second one runs to the same pass, and the fields are compared.
    Stop stop(pass, [&] { other_again.step(&other_stop); });
    again.step(&stop);
    return difference;
  }
  for (FieldRow const& row : world.fields()) {
    const auto values = world.field(row.id), others = other.field(row.id);
    if (!values || !others || hash_of(*values) == hash_of(*others)) continue;
    difference.field = row.id;
    compare_field(world, other, difference);
    break;
  }
  return difference;
}

}  // namespace barchan
