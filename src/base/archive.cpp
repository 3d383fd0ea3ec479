#include "barchan/base/archive.hpp"

#include <algorithm>

namespace barchan {

namespace {

/// Words of a damaged file are shown as far as they can be read.
std::string quoted(std::string_view word) {
  constexpr std::size_t kShown = 60;
  std::string shown(word.substr(0, kShown));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return "'" + shown + "'";
}

}  // namespace

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
  if (!reading()) return written_.size();
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
  const auto length = static_cast<std::uint64_t>(written_.size() - outer);
  std::memcpy(written_.data() + outer - sizeof length, &length, sizeof length);
}

}  // namespace barchan
