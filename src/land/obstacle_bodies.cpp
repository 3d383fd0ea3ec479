#include "land/obstacle_bodies.hpp"

#include <algorithm>

#include "base/archive.hpp"

namespace barchan {

namespace {

constexpr std::size_t kMostNamed = 12;  // numbers in a message

}  // namespace

ObstacleBody const* ObstacleBodies::find(std::uint32_t number) const {
  const auto found = std::ranges::lower_bound(bodies_, number, {}, &ObstacleBody::number);
  return found != bodies_.end() && found->number == number ? &*found : nullptr;
}

std::uint32_t ObstacleBodies::free_number(std::uint32_t wanted) const {
  return wanted != 0 && find(wanted) == nullptr ? wanted : last_ + 1;
}

std::string ObstacleBodies::number_error(std::uint32_t number) const {
  if (find(number) != nullptr) return {};
  std::string known;
  for (std::size_t i = 0; i < std::min(bodies_.size(), kMostNamed); ++i) {
    known += (known.empty() ? "" : ", ") + std::to_string(bodies_[i].number);
  }
  if (bodies_.size() > kMostNamed) known += " and others";
  std::string advice = "; the obstacles of the land have the numbers " + known;
  if (bodies_.empty()) advice = "; the land has no obstacles with numbers";
  if (bodies_.size() == 1) advice = "; the only obstacle of the land has the number " + known;
  return "obstacle: expected the number of an obstacle of this land, found " + std::to_string(number) + advice;
}

void ObstacleBodies::add(ObstacleBody body) {
  last_ = std::max(last_, body.number);
  bodies_.insert(std::ranges::upper_bound(bodies_, body.number, {}, &ObstacleBody::number), std::move(body));
}

void ObstacleBodies::change(std::uint32_t number, Obstacle const& obstacle) {
  const auto found = std::ranges::find(bodies_, number, &ObstacleBody::number);
  if (found != bodies_.end()) found->obstacle = obstacle;
}

void ObstacleBodies::remove(std::uint32_t number) {
  std::erase_if(bodies_, [&](ObstacleBody const& body) { return body.number == number; });
}

void ObstacleBodies::keep(Archive& archive) {
  archive.value(last_);
  archive.require(last_ <= kMostObstacleNumber, "the number of an obstacle is out of range");
  bodies_.resize(archive.count(bodies_.size()));
  std::uint32_t before = 0;
  for (ObstacleBody& body : bodies_) {
    archive.value(body.number);
    archive.require(body.number > before && body.number <= last_, "the numbers of the obstacles are out of order");
    before = body.number;
    archive.value(body.obstacle);
    Stamp stamp = body.stamp ? *body.stamp : Stamp();
    barchan::keep(archive, stamp);
    if (!archive.reading()) continue;
    const std::string error = obstacle_error(body.obstacle, stamp);
    archive.require(error.empty(), "obstacle: " + error);
    if (body.obstacle.shape == ObstacleShape::stamp) body.stamp = std::make_shared<Stamp const>(std::move(stamp));
  }
}

std::string obstacle_change_error(ChangeObstacle const& command, ObstacleBodies const* bodies) {
  const auto rows = obstacle_rows();
  if (command.keys == 0 || command.keys >> rows.size() != 0) {
    return "obstacle: expected at least one value to change, as in height=5, found none; add one";
  }
  if (bodies == nullptr) {
    const std::string error = obstacle_error(changed_obstacle({}, command));
    return error.empty() ? error : "obstacle: " + error;
  }
  if (std::string error = bodies->number_error(command.number); !error.empty()) return error;
  ObstacleBody const& body = *bodies->find(command.number);
  const Obstacle after = changed_obstacle(body.obstacle, command);
  const std::string name = "obstacle " + std::to_string(command.number) + ": ";
  if (after.shape != body.obstacle.shape && (body.stamp || after.shape == ObstacleShape::stamp)) {
    const std::string found(obstacle_shape_id(after.shape));
    return name + (body.stamp ? "expected the shape stamp, found " + found + "; this obstacle has a relief"
                              : "expected a shape other than stamp, found " + found + "; this obstacle has no relief");
  }
  const auto known = obstacle_keys(after.shape);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool given = (command.keys >> i & 1u) != 0 && rows[i].key != "shape";
    if (!given || std::ranges::find(known, rows[i].key) != known.end()) continue;
    return name + "expected a value of the shape " + std::string(obstacle_shape_id(after.shape)) + ", found '" +
           std::string(rows[i].key) + "'; leave it out";
  }
  const std::string error = obstacle_error(after);
  return error.empty() ? error : name + error;
}

void keep(Archive& archive, Stamp& stamp) {
  constexpr std::size_t kMostCells = std::size_t{Stamp::kMaximumSide} * Stamp::kMaximumSide;
  archive.value(stamp.width);
  archive.value(stamp.height);
  archive.list(stamp.shares, kMostCells);
}

}  // namespace barchan
