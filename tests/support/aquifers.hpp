/// Lands of one soil with groundwater, for comparison with closed forms.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "world/world.hpp"

namespace barchan::test::aquifers {

inline constexpr double kConductivity = 1e-4;  ///< m/s
inline constexpr double kPorosity = 0.25;
inline constexpr double kDay = 86400.0;   ///< s
inline constexpr double kTimeStep = 0.4;  ///< s, of the world

/// A function of a place, m from the middle of the land.
using Of = std::function<double(double, double)>;

struct Ground {
  Grid grid{};
  Of bottom = [](double, double) { return 0.0; };      ///< elevation, m
  Of thickness = [](double, double) { return 10.0; };  ///< of the sand, m
  Of table = [](double, double) { return -100.0; };    ///< at the beginning, elevation, m
  double recharge = 0.0;                               ///< m/s
  double clock = 1e5;                                  ///< s of groundwater flow per s of the world
  bool held_edges = true;
  std::vector<std::pair<std::string, double>> more{};  ///< parameters of groundwater
};

/// The values of a function at the middles of the cells.
std::vector<double> over(Grid const& grid, Of const& value);
WorldSetup setup_of(Ground const& ground);
/// A world on which only groundwater acts.
World world_of(WorldSetup setup, int threads = 1);
/// Elevation of the water table, m.
double table_at(World const& world, int x, int y);
/// Runs until no water table moves by more than `still` m in `steps` steps; changes of a few quanta of water never end.
/// Returns whether that happened, with every step healthy.
bool comes_to_rest(World& world, double still = 1e-4, int steps = 200);

/// Height of a water table between two heads (Dupuit), `s` m along a path of `length` m.
double dupuit(double first, double last, double length, double recharge, double s);

}  // namespace barchan::test::aquifers
