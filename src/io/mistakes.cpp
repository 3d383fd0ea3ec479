#include "io/mistakes.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace barchan {

void Mistakes::add(TextPlace place, std::string text) {
  list_.push_back({place, std::move(text)});
  if (list_.size() == kMost) refuse();
}

void Mistakes::refuse() const {
  if (list_.empty()) return;
  std::vector<Mistake> sorted = list_;
  std::stable_sort(sorted.begin(), sorted.end(), [](Mistake const& a, Mistake const& b) {
    return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
  });
  std::vector<std::string> lines;
  for (Mistake const& mistake : sorted) {
    lines.push_back(fmt::format("{}:{}:{}: {}", file_, mistake.place.line, mistake.place.column, mistake.text));
  }
  throw InputErrors(std::move(lines));
}

}  // namespace barchan
