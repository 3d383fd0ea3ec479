#include "base/archive.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace barchan {

namespace {

constexpr std::size_t kPiece = 1 << 16;  ///< largest number of bytes that are passed on together

/// A word of a possibly damaged file, shortened and with unreadable characters replaced.
std::string quoted(std::string_view word) {
  constexpr std::size_t kShown = 60;
  std::string shown(word.substr(0, kShown));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + "'";
}

}  // namespace

void Archive::pass(std::byte const* from, std::size_t size) {
  if (purpose_ == Purpose::hash && !silent_.empty()) {
    const std::size_t zeros = static_cast<std::size_t>(
        std::find_if(from, from + size, [](std::byte byte) { return byte != std::byte{0}; }) - from);
    silent_.back().zeros += zeros;
    if (zeros == size) return;
    break_silence();
    from += zeros;
    size -= zeros;
  }
  take_down(from, size);
}

void Archive::take_down(std::byte const* from, std::size_t size) {
  passed_ += size;
  if (purpose_ == Purpose::count) return;
  if (sink_ && written_.size() + size > kPiece) {
    hand_on();
    if (size > kPiece) return sink_({from, size});
  }
  written_.insert(written_.end(), from, from + size);
}

void Archive::break_silence() {
  constexpr std::array<std::byte, 64> kZeros{};
  for (Silent const& section : std::exchange(silent_, {})) {
    take_down(reinterpret_cast<std::byte const*>(section.name.data()), section.name.size());
    take_down(kZeros.data(), 1);
    spoken_.push_back(passed_);
    for (std::size_t left = section.zeros; left > 0;) {
      const std::size_t some = std::min(left, kZeros.size());
      take_down(kZeros.data(), some);
      left -= some;
    }
  }
}

void Archive::hand_on() {
  sink_(written_);
  written_.clear();
}

std::size_t Archive::size_of_list(std::size_t size, std::size_t most, std::size_t entry) {
  auto count = static_cast<std::uint64_t>(size);
  value(count);
  if (reading() && (count > most || count > (end_ - position_) / entry)) {
    throw ArchiveError("a table of " + std::to_string(count) + " entries is longer than allowed or than the file");
  }
  return static_cast<std::size_t>(count);
}

void Archive::fill_in_length(std::size_t at) {
  const auto length = static_cast<std::uint64_t>(passed_ - at - sizeof(std::uint64_t));
  if (purpose_ == Purpose::write) std::memcpy(written_.data() + at, &length, sizeof length);
}

void Archive::begin_group(Group& group) {
  if (purpose_ == Purpose::hash) return;
  group.length_at = passed_;
  std::uint64_t length = 0;
  value(length);
  if (!reading()) return;
  if (length > end_ - position_) throw ArchiveError("the data end too early");
  group.outer_end = std::exchange(end_, position_ + static_cast<std::size_t>(length));
  group.end = end_;
  while (position_ < end_) {
    Entry entry;
    text(entry.name);
    value(entry.version);
    std::uint64_t size = 0;
    value(size);
    if (size > end_ - position_) throw ArchiveError("the section " + quoted(entry.name) + " ends too early");
    entry.begin = position_;
    entry.end = position_ += static_cast<std::size_t>(size);
    const auto same = [&](Entry const& other) { return other.name == entry.name; };
    require(std::ranges::none_of(group.entries, same), "the section " + quoted(entry.name) + " occurs twice");
    group.entries.push_back(std::move(entry));
  }
  group.outer = std::exchange(group_, &group);
}

void Archive::end_group(Group& group) {
  if (purpose_ == Purpose::hash) return;
  if (!reading()) return fill_in_length(group.length_at);
  for (Entry const& entry : group.entries) {
    require(entry.read, "the section " + quoted(entry.name) + " is unknown to this version");
  }
  position_ = group.end;
  end_ = group.outer_end;
  group_ = group.outer;
}

bool Archive::holds(std::string_view name) const {
  return !reading() || std::ranges::any_of(group_->entries, [&](Entry const& entry) { return entry.name == name; });
}

Archive::Section Archive::begin_section(std::string_view name, std::uint32_t version) {
  Section section{.name = name, .outer_version = std::exchange(version_, version)};
  if (purpose_ == Purpose::hash) {
    silent_.push_back({name});
    return section;
  }
  if (!reading()) {
    std::string written(name);
    text(written);
    value(version);
    section.length_at = passed_;
    std::uint64_t length = 0;
    value(length);
    return section;
  }
  const auto entry = std::ranges::find(group_->entries, name, &Entry::name);
  section.present = entry != group_->entries.end();
  if (!section.present) {
    version_ = section.outer_version;
    return section;
  }
  if (entry->version > version) {
    throw ArchiveError("the section " + quoted(name) + " has version " + std::to_string(entry->version) +
                       ", but this program reads only versions up to " + std::to_string(version));
  }
  if (entry->version == 0) throw ArchiveError("the section " + quoted(name) + " has version 0, which does not exist");
  entry->read = true;
  version_ = entry->version;
  position_ = entry->begin;
  section.outer_end = std::exchange(end_, entry->end);
  return section;
}

void Archive::end_section(Section const& section) {
  version_ = section.outer_version;
  if (purpose_ == Purpose::hash) {
    if (!silent_.empty()) return silent_.pop_back();
    auto length = static_cast<std::uint64_t>(passed_ - spoken_.back());
    spoken_.pop_back();
    take_down(reinterpret_cast<std::byte const*>(&length), sizeof length);
    return;
  }
  if (!reading()) return fill_in_length(section.length_at);
  if (position_ != end_) throw ArchiveError("the section " + quoted(section.name) + " is too long");
  end_ = section.outer_end;
}

}  // namespace barchan
