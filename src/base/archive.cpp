#include "base/archive.hpp"

#include <algorithm>

namespace barchan {

namespace {

constexpr std::size_t kPiece = 1 << 16;  ///< bytes handed on at once

/// Words of a damaged file are shown as far as they can be read.
std::string quoted(std::string_view word) {
  constexpr std::size_t kShown = 60;
  std::string shown(word.substr(0, kShown));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + "'";
}

}  // namespace

void Archive::pass(std::byte const* from, std::size_t size) {
  passed_ += size;
  if (purpose_ == Purpose::count) return;
  if (sink_ && written_.size() + size > kPiece) {
    hand_on();
    if (size > kPiece) return sink_({from, size});
  }
  written_.insert(written_.end(), from, from + size);
}

void Archive::hand_on() {
  sink_(written_);
  written_.clear();
}

void Archive::mark(std::string_view word, std::string_view what) {
  std::string found(word);
  text(found);
  if (found != word) {
    throw ArchiveError("expected the " + std::string(what) + " " + quoted(word) + ", found " + quoted(found));
  }
}

std::size_t Archive::size_of_list(std::size_t size, std::size_t most, std::size_t entry) {
  auto count = static_cast<std::uint64_t>(size);
  value(count);
  if (reading() && (count > most || count > (end_ - position_) / entry)) {
    throw ArchiveError("a table of " + std::to_string(count) + " entries does not fit");
  }
  return static_cast<std::size_t>(count);
}

std::size_t Archive::begin_section(std::string_view tag) {
  mark(tag, "section");
  std::uint64_t length = 0;
  value(length);
  if (!reading()) return passed_;
  if (length > end_ - position_) throw ArchiveError("the section " + quoted(tag) + " ends too early");
  const std::size_t outer = end_;
  end_ = position_ + static_cast<std::size_t>(length);
  return outer;
}

void Archive::end_section(std::string_view tag, std::size_t outer) {
  if (reading()) {
    if (position_ != end_) throw ArchiveError("the section " + quoted(tag) + " is longer than it should be");
    end_ = outer;
    return;
  }
  auto length = static_cast<std::uint64_t>(passed_ - outer);
  if (purpose_ == Purpose::hash) value(length);  // what stands before it has been handed on
  if (purpose_ == Purpose::write) std::memcpy(written_.data() + outer - sizeof length, &length, sizeof length);
}

}  // namespace barchan
