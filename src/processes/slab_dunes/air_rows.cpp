#include "processes/slab_dunes/air_rows.hpp"

#include <algorithm>

namespace barchan {

AirRows::AirRows(SlabStep const& step, glm::ivec2 even_way, Layers const& layers)
    : grid_(step.terrain.grid),
      wind_(step.context.wind),
      foot_(step.shelter.foot),
      reach_(step.plan.reach),
      even_(wind_.even()),
      even_way_(even_way),
      layers_(layers.air[1] == nullptr ? 1 : 2),
      air_(layers.air),
      open_(grid_.boundary == Boundary::open),
      periodic_(grid_.periodic()),
      inflow_(open_ ? layers.inflow : std::array<Quanta, 2>{}),
      width_(static_cast<std::size_t>(grid_.width)) {
  row_.resize(width_ + 2);
  for (std::vector<float>* cells : {&direction_, &along_forward_, &along_backward_}) cells->resize(width_ + 2);
  for (Slot& slot : slots_) {
    for (std::vector<Quanta>& air : slot.air) air.resize(width_);
    slot.forward.resize(width_);
    slot.backward.resize(width_);
  }
  if (!even_) return;
  split(even_way.x, along_forward_, along_backward_);
  for (Slot& slot : slots_) split(even_way.y, slot.forward, slot.backward);
}

void AirRows::load(int y, Quanta* change, Passage* passage) {
  if (slot(y).row == y) return;
  slot(y).row = y;
  const int from = grid_.resolve_y(y);
  const std::size_t begin = grid_.index(0, from);
  Slot& to = slot(y);
  if (!even_) {
    kernel::split_shares(wind_.local().y.data() + begin, reach_, width_, to.forward.data(), to.backward.data());
    split_row(wind_.local().x.data() + begin);
    if (!foot_.empty()) stop_at_feet(begin, to);
  }
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    if (!periodic_ && from != y) {
      std::fill(to.air[layer].begin(), to.air[layer].end(), inflow_[layer]);
    } else {
      load_layer(layer, air_[layer]->row(from), to.air[layer].data(), change, passage);
    }
  }
}

bool AirRows::any(int first, int last) const {
  if (inflow_[0] != 0 || inflow_[1] != 0) return true;
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    for (int y = first - 1; y < last + 1;) {
      const int row = grid_.resolve_y(y);
      const int count = std::min(last + 1 - y, grid_.height - row);
      if (air_[layer]->any(row, row + count)) return true;
      y += count;
    }
  }
  return false;
}

void AirRows::cross(int y, kernel::AirCells to, Quanta* change, Passage& passage) {
  const std::array<Quanta*, 2> out{to.falling, to.rising};
  for (std::size_t layer = 0; layer < layers_; ++layer) {
    if (even_) {
      std::copy_n(slot(y - even_way_.y).air[layer].begin(), width_, out[layer]);
    } else {
      kernel::shift_across(row(y - 1, layer), row(y, layer), row(y + 1, layer), width_, out[layer]);
    }
    if (periodic_) continue;
    const auto edge = [&](int beyond, std::vector<float> const& leaving, std::vector<float> const& entering) {
      for (std::size_t i = 0; i < width_; ++i) {
        stop(kernel::part(slot(y).air[layer][i], leaving[i]), change + i, passage);
        passage.in += kernel::part(slot(beyond).air[layer][i], entering[i]);
      }
    };
    if (y == 0) edge(-1, slot(0).backward, slot(-1).forward);
    if (y == grid_.height - 1) edge(y + 1, slot(y).forward, slot(y + 1).backward);
  }
}

void AirRows::load_layer(std::size_t layer, Quanta const* row, Quanta* out, Quanta* change, Passage* passage) {
  std::copy_n(row, width_, row_.begin() + 1);
  row_.front() = periodic_ ? row[width_ - 1] : inflow_[layer];
  row_.back() = periodic_ ? row[0] : inflow_[layer];
  const kernel::AxisShares shares{along_forward_.data() + 1, along_backward_.data() + 1};
  if (even_) {
    std::copy_n(row_.data() + 1 - even_way_.x, width_, out);
  } else {
    kernel::shift_along(row_.data() + 1, shares, width_, out);
  }
  if (periodic_ || passage == nullptr) return;
  const std::size_t last = width_ - 1;
  stop(kernel::part(row[last], shares.forward[last]), change + last, *passage);
  stop(kernel::part(row[0], shares.backward[0]), change, *passage);
  passage->in += kernel::part(row_.front(), along_forward_.front()) + kernel::part(row_.back(), along_backward_.back());
}

void AirRows::split(int cells, std::span<float> forward, std::span<float> backward) {
  std::fill(forward.begin(), forward.end(), static_cast<float>(std::max(cells, 0)));
  std::fill(backward.begin(), backward.end(), static_cast<float>(std::max(-cells, 0)));
}

void AirRows::split_row(float const* direction) {
  std::copy_n(direction, width_, direction_.begin() + 1);
  direction_.front() = periodic_ ? direction[width_ - 1] : direction[0];
  direction_.back() = periodic_ ? direction[0] : direction[width_ - 1];
  kernel::split_shares(direction_.data(), reach_, width_ + 2, along_forward_.data(), along_backward_.data());
}

void AirRows::stop_at_feet(std::size_t begin, Slot& to) {
  for (std::size_t i = 0; i < width_; ++i) {
    if (foot_[begin + i] != 0) to.forward[i] = to.backward[i] = along_forward_[i + 1] = along_backward_[i + 1] = 0.0f;
  }
  if (!periodic_) return;
  along_forward_.front() = along_forward_[width_];
  along_backward_.back() = along_backward_[1];
}

void AirRows::stop(Quanta amount, Quanta* change, Passage& passage) const {
  if (open_) {
    passage.out += amount;
  } else {
    *change += amount;
    passage.landed += amount;
  }
}

}  // namespace barchan
