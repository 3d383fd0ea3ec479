#include "barchan/land/soil.hpp"

namespace barchan {

std::array<Soil, kSoilCount> default_soils() {
  return {{
      {.id = "rock", .name = "Bedrock", .abrasion = 1.0f, .color = {0.21f, 0.14f, 0.10f}},
      {.id = "sand",
       .name = "Sand",
       .loose = true,
       .repose_slope = 0.65f,
       .static_slope = 0.65f,
       .color = {0.62f, 0.40f, 0.21f}},
      {.id = "obstacle", .name = "Obstacle", .abrasion = 1.0f, .color = {0.36f, 0.33f, 0.29f}},
  }};
}

std::string_view account_id(int account) {
  static constexpr std::array<std::string_view, kAccountCount> kIds{"rock", "sand", "obstacle", "water"};
  return kIds.at(static_cast<std::size_t>(account));
}

}  // namespace barchan
