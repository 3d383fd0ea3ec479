#include "targets.hpp"

namespace barchan::fuzz {

std::span<Target const> targets() {
  static constexpr Target kTargets[]{
      {"asc", asc},           {"command_line", command_line},
      {"exr", exr},           {"history", history},
      {"npy", npy},           {"png", png},
      {"preset", preset},     {"rain_map", rain_map},
      {"raw", raw},           {"saved_world", saved_world},
      {"scenario", scenario}, {"script", script},
      {"sidecar", sidecar},   {"soil_file", soil_file},
      {"stamp", stamp},       {"still", still},
      {"tiff", tiff},
  };
  return kTargets;
}

}  // namespace barchan::fuzz
