#include "render/send_queue.hpp"

#include <algorithm>
#include <utility>

#include <xxhash.h>

namespace barchan::render {
namespace {

constexpr int kBand = 65536;  // floats that are compared and sent together

/// Two halves count as a float.
std::size_t floats_of(GLenum format) {
  switch (format) {
    case GL_R32F:
      return 1;
    case GL_RG32F:
    case GL_RGBA16F:
      return 2;
    default:
      return 4;
  }
}

std::size_t floats_a_row(TextureKind const& kind) {
  return static_cast<std::size_t>(kind.size.x) * floats_of(kind.format);
}

/// An even number, if possible, because two rows make a row of the next level.
int rows_a_band(TextureKind const& kind) { return std::max(kBand / static_cast<int>(2 * floats_a_row(kind)) * 2, 1); }

/// Returns whether the contents of a band differ from `values`. 0 stands for a band that was never sent.
bool differs(std::span<float const> values, std::uint64_t& known) {
  const std::uint64_t hash = XXH3_64bits(values.data(), values.size_bytes()) | 1u;
  return std::exchange(known, hash) != hash;
}

}  // namespace

SentGrid::Outcome SentGrid::send(Rows const& rows, TextureKind const& kind, SendBudget& budget) {
  const std::size_t in_row = floats_a_row(kind);
  const int band = rows_a_band(kind);
  if (kind != kind_ || (!shown_ && !next_)) {
    next_ = make_texture(kind);
    kind_ = kind;
    mips_.reset();
    if (own_mips_ && MipChain::supports(kind) && band > 1) mips_.emplace(kind);
    hashes_.assign(static_cast<std::size_t>((kind.size.y - 1) / band + 1), 0);
    row_ = 0;
  }
  if (row_ == 0) changed_ = false;
  while (row_ < kind.size.y) {
    const int count = std::min(band, kind.size.y - row_);
    const std::size_t bytes = static_cast<std::size_t>(count) * in_row * sizeof(float);
    if (budget.sent < bytes || budget.looked == 0) return Outcome::unfinished;
    const std::span<float const> values = rows(row_, row_ + count);
    if (differs(values, hashes_[static_cast<std::size_t>(row_ / band)])) {
      fill_rows(next_ ? next_ : shown_, kind, {row_, count}, values.data());
      if (mips_) mips_->add(row_, values);
      budget.sent -= bytes;
      changed_ = true;
    }
    budget.looked -= std::min(budget.looked, bytes);
    row_ += count;
  }
  row_ = 0;
  if (next_) shown_ = std::exchange(next_, {});
  if (changed_) mips_ ? mips_->send(shown_) : renew_mips(shown_, kind);
  return changed_ ? Outcome::changed : Outcome::same;
}

void SendQueue::begin() {
  tasks_.clear();
  row_ = 0;
  for (auto& [unit, grid] : grids_) grid.begin();
}

void SendQueue::add(TextureUnit unit, TextureKind const& kind, std::span<float const> values,
                    std::function<void(bool changed)> done) {
  const auto rows = [values, in_row = floats_a_row(kind)](int first, int last) {
    return values.subspan(static_cast<std::size_t>(first) * in_row, static_cast<std::size_t>(last - first) * in_row);
  };
  add({unit, kind, rows, std::move(done)});
}

SentGrid::Outcome SendQueue::compute(SendTask const& task, SendBudget& budget) {
  const std::size_t in_row = floats_a_row(task.kind) * sizeof(float);
  while (row_ < task.kind.size.y) {
    if (budget.looked == 0) return SentGrid::Outcome::unfinished;
    const int count = std::min(rows_a_band(task.kind), task.kind.size.y - row_);
    task.rows(row_, row_ + count);
    budget.looked -= std::min(budget.looked, static_cast<std::size_t>(count) * in_row);
    row_ += count;
  }
  row_ = 0;
  return SentGrid::Outcome::same;
}

bool SendQueue::send(SendBudget& budget) {
  while (!tasks_.empty()) {
    // A finished task may add others.
    SendTask const& task = tasks_.front();
    const SentGrid::Outcome outcome =
        task.unit ? grids_.try_emplace(*task.unit, own_mips_).first->second.send(task.rows, task.kind, budget)
                  : compute(task, budget);
    if (outcome == SentGrid::Outcome::unfinished) return false;
    if (task.done) task.done(outcome == SentGrid::Outcome::changed);
    tasks_.pop_front();
  }
  return true;
}

void SendQueue::bind() const {
  for (auto const& [unit, grid] : grids_) bind_texture(unit, grid.id());
}

}  // namespace barchan::render
