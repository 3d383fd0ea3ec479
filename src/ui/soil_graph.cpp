#include "ui/soil_graph.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>

#include <glm/geometric.hpp>

namespace barchan::ui {

namespace {

constexpr float kLeastShare = 0.4f;  // least fraction of the ring for solid soils, and for loose ones
constexpr float kPull = 0.36f;       // how far arrows bow towards the middle of the ring, as a fraction of the distance
constexpr float kCrowded = 0.42f;    // largest radius of a node, over the distance to the next node
constexpr float kWidest = 1.7f;      // largest width of all arrows of a pair, over the radius of a node
constexpr float kHeadRoom = 1.5f;    // pixels between a head and the rim
constexpr int kHitSamples = 24;      // of an arrow

/// A place on the ring for each soil.
std::vector<glm::vec2> ring(Soils const& soils, GraphRoom const& room) {
  const auto is_loose = [](Soil const& soil) { return soil.loose; };
  const auto loose = static_cast<float>(std::count_if(soils.begin(), soils.end(), is_loose));
  const float solid = static_cast<float>(soils.size()) - loose;
  // The kind with more soils takes more than half of the ring, but leaves kLeastShare for the other kind.
  const float share = std::clamp(loose / (loose + solid), kLeastShare, 1.0f - kLeastShare);
  constexpr float kTurn = 2.0f * std::numbers::pi_v<float>;
  const float loose_step = kTurn * share / loose, solid_step = kTurn * (1.0f - share) / solid;
  const glm::vec2 middle = 0.5f * room.size, reach = middle - room.margin - glm::vec2(room.radius);
  float loose_before = 0.0f, solid_before = 0.0f;
  std::vector<glm::vec2> places;
  for (Soil const& soil : soils) {
    const float up = soil.loose ? (0.5f * (loose - 1.0f) - loose_before++) * loose_step
                                : (0.5f * (solid - 1.0f) - solid_before++) * solid_step;
    const float side = soil.loose ? 1.0f : -1.0f;
    places.push_back(middle + reach * glm::vec2(side * std::cos(up), -std::sin(up)));
  }
  return places;
}

float least_distance(std::vector<glm::vec2> const& places) {
  float least = 1e9f;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) least = std::min(least, glm::distance(places[i], places[k]));
  }
  return least;
}

/// Point at which a line from `inside` towards `to` leaves the circle about `center`.
glm::vec2 rim(glm::vec2 center, glm::vec2 inside, glm::vec2 to, float radius) {
  const glm::vec2 along = glm::normalize(to - inside), aside = inside - center;
  const float back = glm::dot(aside, along);
  return inside + along * (std::sqrt(std::max(0.0f, back * back + radius * radius - glm::dot(aside, aside))) - back);
}

}  // namespace

glm::vec2 GraphArrow::at(float share) const {
  const float rest = 1.0f - share;
  return rest * rest * curve[0] + 2.0f * rest * share * curve[1] + share * share * curve[2];
}

SoilGraph::SoilGraph(Soils const& soils, GraphRoom const& room) : nodes(ring(soils, room)) {
  radius = std::min(room.radius, kCrowded * least_distance(nodes));
  const auto ways = soil_conversions();
  std::map<std::pair<SoilId, SoilId>, std::vector<GraphArrow>> pairs;
  for (std::size_t i = 0; i < soils.size(); ++i) {
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const auto from = static_cast<SoilId>(i);
      const SoilId to = soils[i].*ways[way].target;
      if (to != from) pairs[std::minmax(from, to)].push_back({from, to, way, {}});
    }
  }
  for (auto& [pair, bundle] : pairs) {
    const glm::vec2 a = nodes[pair.first], b = nodes[pair.second];
    const glm::vec2 along = glm::normalize(b - a), aside{-along.y, along.x};
    const auto count = static_cast<float>(bundle.size());
    const float gap = std::min(room.gap, kWidest * radius / count);
    const glm::vec2 bowed = glm::mix(0.5f * (a + b), 0.5f * room.size, kPull);
    for (std::size_t k = 0; k < bundle.size(); ++k) {
      const glm::vec2 shift = aside * gap * (static_cast<float>(k) - 0.5f * (count - 1.0f));
      GraphArrow& arrow = bundle[k];
      const glm::vec2 from = nodes[arrow.from], to = nodes[arrow.to], control = bowed + shift;
      arrow.curve = {rim(from, from + shift, control, radius), control,
                     rim(to, to + shift, control, radius + kHeadRoom)};
      arrows.push_back(arrow);
    }
  }
}

GraphArrow const* SoilGraph::arrow_at(glm::vec2 point, float reach) const {
  GraphArrow const* nearest = nullptr;
  for (GraphArrow const& arrow : arrows) {
    for (int i = 0; i <= kHitSamples; ++i) {
      // Between two samples the curve is nearly straight.
      const glm::vec2 a = arrow.at(static_cast<float>(i) / (kHitSamples + 1));
      const glm::vec2 b = arrow.at(static_cast<float>(i + 1) / (kHitSamples + 1)), along = b - a;
      const float share = glm::clamp(glm::dot(point - a, along) / std::max(glm::dot(along, along), 1e-6f), 0.0f, 1.0f);
      const float distance = glm::distance(point, a + share * along);
      if (distance > reach) continue;
      reach = distance;
      nearest = &arrow;
    }
  }
  return nearest;
}

std::string sentence_of(Soils const& soils, GraphArrow const& arrow) {
  return soils[arrow.from].name + ' ' + std::string(soil_conversions()[arrow.way].key) + " to " + soils[arrow.to].name;
}

}  // namespace barchan::ui
