// Words of options with spaces between quotes, on the command line and in scripts.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/raster_file.hpp"
#include "io/text.hpp"
#include "io_support.hpp"

namespace barchan::test::quoted_words_test {
namespace {

using Words = std::vector<std::string>;

TEST(QuotedWords, MayContainSpaces) {
  EXPECT_EQ(quoted_words(""), Words{});
  EXPECT_EQ(quoted_words(" \t "), Words{});
  EXPECT_EQ(quoted_words("wall  x=0.7\theight=8 "), (Words{"wall", "x=0.7", "height=8"}));
  EXPECT_EQ(quoted_words("stamp file=\"my hill.png\" height=3"), (Words{"stamp", "file=my hill.png", "height=3"}));
  EXPECT_EQ(quoted_words("\"file=my hill.png\"x"), (Words{"file=my hill.pngx"}));
  EXPECT_EQ(quoted_words("a=\"\" b"), (Words{"a=", "b"}));
  EXPECT_EQ(quoted_words("a=\"b c"), (Words{"a=\"b", "c"})) << "nothing closes the quote";
}

TEST(QuotedWords, NameFilesOnTheCommandLine) {
  const TemporaryFolder folder;
  const std::filesystem::path with_spaces = folder / "my hills";
  std::filesystem::create_directory(with_spaces);
  Raster hill;
  hill.width = hill.height = 8;
  for (int i = 0; i < 64; ++i) hill.values.push_back(static_cast<float>(i) / 64.0f);
  write_raster(with_spaces / "a hill.npy", hill);
  std::ofstream(folder / "land.toml")
      << "title = \"a\"\n[grid]\nwidth = 8\nheight = 8\n[[land.sand]]\nshape = \"uniform\"\nthickness = 2\n";
  const std::string land = "run '" + (folder / "land.toml").string() + "' --steps 1 ";
  const auto in_quotes = [&](std::string const& before, std::string const& after) {
    return "'" + before + "\"" + (with_spaces / "a hill.npy").string() + "\"" + after + "'";
  };
  for (std::string const& option :
       {"--place " + in_quotes("stamp height=3 file=", " length=4"), "--mask " + in_quotes("m raster file=", ""),
        "--stroke " + in_quotes("raise material=sand path=0.5,0.5 stencil=", "")}) {
    const ProgramResult result = run_cli(land + option);
    EXPECT_EQ(result.exit_code, 0) << option << '\n' << result.output;
  }
}

}  // namespace
}  // namespace barchan::test::quoted_words_test
