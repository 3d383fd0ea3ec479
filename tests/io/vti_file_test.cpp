// Images and lists for ParaView, read back by Python with its XML parser and NumPy.
#include "io/vti_file.hpp"

#include <array>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "io_support.hpp"
#include "support/source_tree.hpp"

namespace barchan::test::vti_file_test {
namespace {

const std::array<float, 6> kFirst{1.0f, 2.0f, 3.0f, 4.5f, 5.0f, 6.0f}, kSecond{-1.0f, 0.1f, 0.0f, 7.0f, 8.0f, 9.0f};
constexpr VtiGrid kGrid{3, 2, 2.5, 2.5, 500000.0, 5000000.0};

TEST(VtiFile, PythonReadsEveryFieldAtItsPlace) {
  const TemporaryFolder folder;
  const VtiField fields[]{{"elevation", kFirst}, {"a<\"b\">&c", kSecond}};
  const std::vector<std::byte> bytes = encode_vti(kGrid, fields);
  write_bytes(folder / "a.vti", std::string(reinterpret_cast<char const*>(bytes.data()), bytes.size()));
  const auto script = source_root() / "tests/rasters/check_files.py";
  const ProgramResult result =
      run_shell("/usr/bin/python3 '" + script.string() + "' vti '" + (folder / "a.vti").string() + "'");
  if (result.exit_code == 77 || result.exit_code == 127) GTEST_SKIP() << "python3-gdal is not installed";
  ASSERT_EQ(result.exit_code, 0) << result.output;
  const auto found = nlohmann::json::parse(result.output);
  EXPECT_EQ(found["extent"], (std::vector<int>{0, 2, 0, 1, 0, 0}));
  EXPECT_EQ(found["origin"], (std::vector<double>{500001.25, 5000001.25, 0.0}));
  EXPECT_EQ(found["spacing"], (std::vector<double>{2.5, 2.5, 1.0}));
  EXPECT_EQ(found["scalars"], "elevation");
  EXPECT_EQ(found["fields"]["elevation"], kFirst);
  EXPECT_EQ(found["fields"]["a<\"b\">&c"], kSecond);
}

TEST(VtiFile, AListNamesTheFilesWithTheirTimes) {
  const PvdEntry entries[]{{0.0, "a_0.vti"}, {12.5, "part & 2/a_1.vti"}};
  EXPECT_EQ(pvd_text(entries),
            "<?xml version=\"1.0\"?>\n"
            "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n"
            "<DataSet timestep=\"0\" group=\"\" part=\"0\" file=\"a_0.vti\"/>\n"
            "<DataSet timestep=\"12.5\" group=\"\" part=\"0\" file=\"part &amp; 2/a_1.vti\"/>\n"
            "</Collection>\n</VTKFile>\n");
}

TEST(VtiFile, RefusesFieldsThatDoNotFit) {
  const auto encode = [](std::vector<VtiField> const& fields) { return encode_vti(kGrid, fields); };
  EXPECT_THROW(encode({}), std::invalid_argument);
  EXPECT_THROW(encode({{"", kFirst}}), std::invalid_argument);
  EXPECT_THROW(encode({{"a", kFirst}, {"a", kSecond}}), std::invalid_argument);
  EXPECT_THROW(encode({{"a", std::span(kFirst).first(5)}}), std::invalid_argument);
  EXPECT_THROW(encode_vti({3, 2, 0.0, 0.0, 0.0}, std::array{VtiField{"a", kFirst}}), std::invalid_argument);
}

}  // namespace
}  // namespace barchan::test::vti_file_test
