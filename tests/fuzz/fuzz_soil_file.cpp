// Soil files: what is read comes back the same, what is not is told line by line.
#include "barchan/io/soil_file.hpp"
#include "fuzz_support.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const auto bytes = barchan::fuzz::as_bytes(data, size);
  const std::string_view text(reinterpret_cast<char const*>(bytes.data()), bytes.size());
  barchan::fuzz::expect_result_or_input_error([&] {
    try {
      const barchan::SoilFile file = barchan::parse_soil_file(text, "fuzz.soil");
      const std::string written = barchan::write_soil_file(file);
      barchan::fuzz::require(barchan::parse_soil_file(written, "written.soil") == file);
    } catch (barchan::SoilFileError const& error) {
      barchan::fuzz::require(!error.lines().empty());
      for (std::string const& line : error.lines()) {
        barchan::fuzz::require(line.starts_with("fuzz.soil:") && line.find('\n') == std::string::npos);
      }
      throw;
    }
  });
  return 0;
}
