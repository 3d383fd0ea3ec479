/// ScenarioSource: worlds from scenarios and files, for the desk.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "ui/desk.hpp"

namespace barchan::app {

class ScenarioSource : public ui::WorldSource {
 public:
  /// `threads`: of the worlds that are made; 0: chosen from the machine.
  explicit ScenarioSource(int threads);

  std::vector<ui::ScenarioEntry> scenarios() const override;
  ui::LoadedWorld open(std::string const& source, std::optional<std::uint64_t> seed) const override;
  /// With the settings of the command line.
  ui::LoadedWorld open(Options const& options) const;

 private:
  ui::LoadedWorld load(std::string const& source, std::optional<std::uint64_t> seed,
                       std::vector<SetParameter> const& parameters) const;

  int threads_;
};

}  // namespace barchan::app
