/// ScenarioSource: worlds from scenarios and files, for the desk.
#pragma once

#include <vector>

#include "ui/desk.hpp"

namespace barchan::app {

class ScenarioSource : public ui::WorldSource {
 public:
  /// `threads`: of the worlds that are made; 0: chosen from the machine.
  explicit ScenarioSource(int threads);

  std::vector<ui::ScenarioEntry> scenarios() const override;
  ui::LoadedWorld open(ui::WorldOrder const& order) const override;

 private:
  int threads_;
};

}  // namespace barchan::app
