#include "processes/process_list.hpp"

#include "processes/groundwater/process.hpp"
#include "processes/sand_supply/process.hpp"
#include "processes/slab_dunes/process.hpp"
#include "processes/uplift/process.hpp"
#include "processes/vegetation/process.hpp"
#include "processes/water_particles/process.hpp"
#include "processes/weathering/process.hpp"
#include "processes/wind_particles/process.hpp"

namespace barchan {

std::vector<std::unique_ptr<Process>> make_processes() {
  std::vector<std::unique_ptr<Process>> list;
  list.push_back(make_sand_supply());
  list.push_back(make_groundwater());
  list.push_back(make_wind_particles());
  list.push_back(make_slab_dunes());
  list.push_back(make_water_particles());
  list.push_back(make_vegetation());
  list.push_back(make_weathering());
  list.push_back(make_uplift());
  return list;
}

}  // namespace barchan
