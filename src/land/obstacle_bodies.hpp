/// ObstacleBodies: the obstacles of a land as objects that can be changed and removed one by one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "land/obstacle.hpp"

namespace barchan {

class Archive;

/// A body and its number, from 1.
struct ObstacleBody {
  std::uint32_t number = 0;
  Obstacle obstacle{};
  std::shared_ptr<Stamp const> stamp{};  ///< for shape `stamp`; otherwise null
};

/// The bodies of a land, in the order of their numbers. A number never returns after its body was removed, unless a
/// command asks for it.
class ObstacleBodies {
 public:
  std::span<ObstacleBody const> list() const { return bodies_; }
  /// The body with this number, or nullptr.
  ObstacleBody const* find(std::uint32_t number) const;
  /// `wanted` if it is not 0 and no body has it; otherwise the number after the largest one so far.
  std::uint32_t free_number(std::uint32_t wanted = 0) const;
  /// Returns an empty string if there is a body with this number, otherwise one sentence.
  std::string number_error(std::uint32_t number) const;

  /// Adds a body. No other body may have its number.
  void add(ObstacleBody body);
  /// Gives a body other values. Does nothing if there is no such body.
  void change(std::uint32_t number, Obstacle const& obstacle);
  void remove(std::uint32_t number);
  void clear() { bodies_.clear(); }

  /// Reads or writes all bodies. Throws ArchiveError on bodies that no land can have.
  void keep(Archive& archive);

 private:
  std::vector<ObstacleBody> bodies_;
  std::uint32_t last_ = 0;  ///< largest number so far
};

/// Returns one sentence that says why the command cannot be carried out on these bodies, or an empty string. A null
/// `bodies` skips the checks that need them.
std::string obstacle_change_error(ChangeObstacle const& command, ObstacleBodies const* bodies);

/// Reads or writes a stamp. Throws ArchiveError on a table that is too long.
void keep(Archive& archive, Stamp& stamp);

}  // namespace barchan
