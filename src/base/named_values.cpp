#include "base/named_values.hpp"

#include <algorithm>
#include <bit>

namespace barchan {

namespace {

void hash_values(Archive& archive, std::span<NamedValue> values) {
  std::ranges::sort(values, {}, &NamedValue::name);
  for (NamedValue& one : values) {
    double number = one.row->get(one.values);
    if (number == one.row->unhashed_value) continue;
    archive.text(one.name);
    archive.value(number);
  }
  std::string end;
  archive.text(end);
}

void write_values(Archive& archive, std::span<NamedValue> values) {
  archive.count(values.size());
  for (NamedValue& one : values) {
    double number = one.row->get(one.values);
    archive.text(one.name);
    archive.value(number);
  }
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

void read_values(Archive& archive, std::span<NamedValue> values, std::span<RenamedKey const> renamed,
                 std::function<void(NamedValue const&, double)> const& check) {
  std::vector<std::string_view> read;
  for (std::size_t left = archive.count(0); left > 0; --left) {
    std::string name;
    double number = 0.0;
    archive.text(name);
    archive.value(number);
    const auto now = std::ranges::find(renamed, name, &RenamedKey::old);
    if (now != renamed.end()) name = now->now;
    const auto one = std::ranges::find(values, name, &NamedValue::name);
    if (one == values.end()) throw ArchiveError("the value '" + name + "' is unknown to this version");
    archive.require(std::ranges::find(read, one->name) == read.end(), "the value '" + name + "' occurs twice");
    read.push_back(one->name);
    check(*one, number);
    one->row->set(one->values, number);
    // A saved value must equal the stored value in all bits. A rounding or another sign of zero means damage.
    archive.require(same_bits(one->row->get(one->values), number), "the saved value of '" + name + "' is damaged");
  }
}

}  // namespace

void keep_values(Archive& archive, std::vector<NamedValue> values, std::span<RenamedKey const> renamed,
                 std::function<void(NamedValue const&, double)> const& check) {
  if (archive.hashing()) return hash_values(archive, values);
  archive.reading() ? read_values(archive, values, renamed, check) : write_values(archive, values);
}

}  // namespace barchan
