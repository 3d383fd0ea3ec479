// Progress of exports, and how soon they stop.
#include <ctime>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "export/export_plan.hpp"
#include "export/exporter.hpp"
#include "io/io_support.hpp"
#include "io/saved_world.hpp"
#include "world/world.hpp"

namespace barchan::export_progress_test {
namespace {

using test::TemporaryFolder;

/// Every format, with files that take long enough to be looked at.
ExportOrder large_order() {
  ExportOrder order;
  order.samples = std::pair(1537, 1537);
  order.height_formats = {"png16", "tif", "cog", "exr", "asc", "raw"};
  order.maps = {"splat", "color", "normal", "occlusion", "slope"};
  order.map_format = "png16";
  order.data_formats = {"nc", "vti"};
  order.mesh_formats = {"glb", "obj", "ply", "stl"};
  order.lod_errors = {0.02};
  return order;
}

World small_world() { return start_world("dunes").world; }

/// Processor time, which does not depend on what else the machine does.
double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

TEST(ExportProgress, MovesWithinFilesAndNeverBack) {
  const TemporaryFolder folder;
  const World world = small_world();
  const ExportOrder order = large_order();
  const ExportPlan plan = plan_export(world, order, "dunes");
  double last = 0.0, longest = 0.0;
  std::map<std::string, int, std::less<>> steps;  // different fractions per file
  auto told = std::clock();
  std::string slowest;
  const ExportReport report =
      export_world(world, order, plan, {folder.path()}, [&](double done, std::string_view file) {
        EXPECT_GE(done, last) << file;
        EXPECT_LE(done, 1.0) << file;
        if (done > last) ++steps[std::string(file)];
        last = done;
        if (seconds_since(told) > longest) slowest = file;
        longest = std::max(longest, seconds_since(told));
        told = std::clock();
        return true;
      });
  EXPECT_TRUE(report.finished);
  EXPECT_GT(last, 0.9);
  EXPECT_LT(longest, 1.0) << "before " << slowest;
  for (std::string const name : {"dunes_height.png", "dunes_height.asc", "dunes_mesh.glb"}) {
    EXPECT_GE(steps[name], 2) << name;
  }
}

TEST(ExportProgress, StopsWithinAFileAndLeavesNoPartOfIt) {
  const World world = small_world();
  struct Case {
    char const *option, *format, *file;
    bool fast = false;  // written in less time than passes between two looks: stopped when it is begun
  };
  constexpr Case kCases[] = {{"height_formats", "png16", "dunes_height.png"},
                             {"height_formats", "tif", "dunes_height.tif", true},
                             {"height_formats", "cog", "dunes_height.tif"},
                             {"height_formats", "exr", "dunes_height.exr"},
                             {"height_formats", "asc", "dunes_height.asc"},
                             {"maps", "splat", "dunes_splat0.png"},
                             {"height_formats", "npy", "dunes_height.npy", true},
                             {"data_formats", "nc", "dunes.nc", true},
                             {"data_formats", "vti", "dunes.vti", true},
                             {"meshes", "glb", "dunes_mesh.glb"},
                             {"meshes", "obj", "dunes_mesh.obj"},
                             {"meshes", "ply", "dunes_mesh.ply"},
                             {"meshes", "stl", "dunes_mesh.stl"}};
  for (Case const& one : kCases) {
    SCOPED_TRACE(one.format);
    ExportOrder order = with_option({}, one.option, one.format);
    order.samples = std::pair(1537, 1537);
    order.lod_errors = {0.02};
    const ExportPlan plan = plan_export(world, order, "dunes");
    const TemporaryFolder folder;
    double begun = -1.0;  // fraction at which the file was begun
    int calls = 0;        // after the stop
    auto stopped = std::clock();
    const ExportReport report =
        export_world(world, order, plan, {folder.path()}, [&](double done, std::string_view file) {
          stopped = std::clock();
          if (file != one.file) return true;
          if (begun < 0.0) begun = one.fast ? -0.5 : done;
          if (done > begun) ++calls;
          return done <= begun;
        });
    EXPECT_LT(seconds_since(stopped), 1.0);
    EXPECT_FALSE(report.finished);
    EXPECT_EQ(calls, 1);
    EXPECT_TRUE(folder.names().empty()) << folder.names().front();
  }
}

}  // namespace
}  // namespace barchan::export_progress_test
