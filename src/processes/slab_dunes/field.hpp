/// Sand in flight as a field: each cell holds the sand above it, and every sub-step the wind shifts it by at most one
/// cell, an even wind by whole cells, an uneven one in shares. Sand that was just lifted rises: on its first way it
/// rests only in shelter. Then it falls, and may rest anywhere.
///
/// Source: the continuous transport of Nilles et al. 2024 in idea, with deposition left to chance as in Werner 1995: in
/// each step a cell lays down either all falling sand that comes over it or nothing. Without that noise ridges form
/// along the wind.
#pragma once

#include <vector>

#include "barchan/base/archive.hpp"
#include "barchan/processes/process.hpp"
#include "processes/slab_dunes/field_kernel.hpp"
#include "processes/slab_dunes/plan.hpp"
#include "processes/slab_dunes/shelter.hpp"

namespace barchan {

class AirborneSand {
 public:
  void prepare(Grid const& grid);
  /// Carries what is in the air on, lays part of it down and lifts more: `change` (quanta a cell) gains the difference.
  /// What passes the edges is booked. Returns what came to rest.
  QuantaSum carry(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, SlabShelter shelter,
                  std::vector<Quanta>& change);
  /// Adds all sand in the air to `change`, which leaves none.
  void land(std::vector<Quanta>& change);

  /// Sand over a cell, quanta.
  Quanta air(std::size_t cell) const { return rising_[cell] + falling_[cell]; }
  /// Sand that passed each cell in the last step, quanta.
  std::vector<Quanta> const& passed() const { return passed_; }
  QuantaSum total() const;
  void keep(Archive& archive);

 private:
  class Rows;
  struct Passage;
  void draw(Grid const& grid, StepContext const& context);
  void lift(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, SlabShelter shelter,
            std::vector<Quanta>& change);
  void draw_in(LeeWake const& wake, float way, bool rising);
  QuantaSum substep(Terrain const& terrain, StepContext const& context, SlabPlan const& plan, SlabShelter shelter,
                    int number, glm::vec2 beyond, std::vector<Quanta>& change);

  std::vector<Quanta> rising_;                               ///< lifted in the last step
  std::vector<Quanta> falling_;                              ///< lifted before
  std::vector<Quanta> next_rising_, next_falling_, passed_;  ///< workspace of a step
  std::vector<std::uint16_t> chances_;  ///< of each cell in this step, `kernel::chance_count` a row
};

}  // namespace barchan
