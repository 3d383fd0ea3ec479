// Soil files: read by the rules of SoilMachine, refused with all their mistakes, and written back unchanged.
#include "io/soil_file.hpp"

#include <cmath>
#include <functional>
#include <random>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/scenario.hpp"
#include "io_support.hpp"
#include "support/source_tree.hpp"

namespace barchan::test::soil_file_test {
namespace {

/// A soil with the keys that a first soil needs.
constexpr char const* kSoil = "SOIL A {\nDENSITY 1\n}\n";

SoilFile parse(std::string_view text) { return parse_soil_file(text, "t.soil"); }

std::vector<std::string> mistakes(std::string_view text) {
  try {
    parse(text);
  } catch (InputErrors const& error) {
    for (std::string const& line : error.lines()) EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    return error.lines();
  }
  ADD_FAILURE() << "expected InputErrors";
  return {};
}

/// The only mistake of the text.
std::string mistake(std::string_view text) {
  const std::vector<std::string> lines = mistakes(text);
  EXPECT_EQ(lines.size(), 1u) << ::testing::PrintToString(lines);
  return lines.empty() ? std::string() : lines.front();
}

std::filesystem::path asset(std::string const& name) { return source_root() / "assets/soils" / name; }

std::vector<std::string> assets() {
  std::vector<std::string> names;
  for (SourceFile const& file : source_files("assets/soils", {".soil"})) {
    names.push_back(std::filesystem::path(file.path).filename());
  }
  return names;
}

/// Checks that SoilMachine, from which the format comes and which is strict, would read each line as it is meant.
void expect_strict(std::string const& text) {
  EXPECT_EQ(text.find_first_of("\t\r"), std::string::npos);
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1) {
    const std::string line = text.substr(begin, text.find('\n', begin) - begin);
    if (line.empty() || line == "}" || line.front() == '#') continue;
    EXPECT_EQ(line.find('#'), std::string::npos) << line;
    const std::size_t blank = line.find(' ');
    ASSERT_NE(blank, std::string::npos) << line;
    EXPECT_GT(blank, 0u) << line;
    EXPECT_NE(line.at(blank + 1), ' ') << line;
    EXPECT_NE(line.back(), ' ') << line;
    EXPECT_FALSE(line.ends_with("  {")) << line;
    EXPECT_FALSE(line.starts_with("COLOR") && line.find_first_of("abcdef") != std::string::npos) << line;
  }
}

TEST(SoilFile, ReadsEveryKey) {
  const SoilFile file = parse(R"(
WORLD {
SEED 4294967295
SCALE 90
SIZEX 128
SIZEY 64
NWATER 7
NWIND 0
}
SOIL Red Sand {
TRANSPORTS Dust
ERODES Air
CASCADES Red Sand
ABRADES Dust
DENSITY 0.4
POROSITY 0.3
COLOR E0a26D
Ka 0.1
Kd 0.2
Ks 0.3
Kk 4.5
SOLUBILITY 0.6
EQUILIBRIUM 0.7
FRICTION 0.8
EROSIONRATE 0.9
MAXDIFF 0.005
SETTLING 0.05
SUSPENSION 1e-2
ABRASION +0.25
}
SOIL Dust {
}
LAYER Red Sand {
MIN 0.1
BIAS -0.2
SCALE 0.3
OCTAVES 8.0
LACUNARITY 2.5
GAIN 0.5
FREQUENCY 6
}
)");
  EXPECT_EQ(file.world, (SoilWorld{4294967295, 90, 128, 64, 7, 0}));
  SoilRow sand{"Red Sand", "Dust", "Air", "Red Sand", "Dust", 0.4, 0.3,   0xE0A26D, 0.1,  0.2,
               0.3,        4.5,    0.6,   0.7,        0.8,    0.9, 0.005, 0.05,     0.01, 0.25};
  ASSERT_EQ(file.soils.size(), 2u);
  EXPECT_EQ(file.soils[0], sand);
  sand.name = "Dust";
  EXPECT_EQ(file.soils[1], sand);
  ASSERT_EQ(file.layers.size(), 1u);
  EXPECT_EQ(file.layers[0], (LayerRow{"Red Sand", 0.1, -0.2, 0.3, 8, 2.5, 0.5, 6.0}));
}

TEST(SoilFile, WhatTheWorldLeavesOutIsAbsent) {
  EXPECT_EQ(parse(kSoil).world, SoilWorld());
  const SoilFile file = parse(std::string("WORLD {\n#SEED 5\nSIZEX 9\n}\n") + kSoil);
  EXPECT_FALSE(file.world.seed);
  EXPECT_EQ(file.world.sizex, 9);
  EXPECT_EQ(parse(std::string("WORLD {\nSEED 0\n}\n") + kSoil).world.seed, 0) << "0 is a seed like others";
}

TEST(SoilFile, ASoilKeepsWhatTheOneBeforeItSaid) {
  const SoilFile file = parse(
      "SOIL A {\nDENSITY 0.9\nCOLOR 102030\nTRANSPORTS C\n}\nLAYER A {\nSCALE 0.5\nOCTAVES 3\n}\n"
      "SOIL B {\nDENSITY 0.5\nMAXDIFF 0.25\n}\nLAYER B {\n}\nSOIL C {\nTRANSPORTS B\n}\n");
  ASSERT_EQ(file.soils.size(), 3u);
  EXPECT_EQ(file.soils[0].maxdiff, SoilRow().maxdiff) << "what no soil before it says is the program's own";
  EXPECT_EQ(file.soils[0].cascades, "Air");
  EXPECT_EQ(file.soils[1].color, 0x102030u);
  EXPECT_EQ(file.soils[1].transports, "C") << "forward";
  EXPECT_EQ(file.soils[2].density, 0.5);
  EXPECT_EQ(file.soils[2].maxdiff, 0.25);
  EXPECT_EQ(file.soils[2].transports, "B");
  EXPECT_EQ(file.soils[2].color, 0x102030u) << "through a soil that says nothing of it";
  EXPECT_EQ(file.layers[0].scale, 0.5);
  EXPECT_EQ(file.layers[1], LayerRow{.soil = "B"}) << "layers take nothing from each other";
}

TEST(SoilFile, IsLenientWhereThatHarmsNobody) {
  const SoilFile plain =
      parse("WORLD {\nSEED 3\n}\nSOIL Red Sand {\nDENSITY 0.5\nERODES Red Sand\n}\nLAYER Red Sand {\n}\n");
  EXPECT_EQ(parse("\xEF\xBB\xBFWORLD {\r\nSEED 3\r\n}\r\nSOIL Red Sand {\r\nDENSITY 0.5\r\nERODES Red Sand\r\n}\r\n"
                  "LAYER Red Sand {\r\n}"),
            plain)
      << "a byte order mark, CRLF, no end of the last line";
  EXPECT_EQ(parse("\tWORLD{ # the world\n  SEED\t3   # its seed\n }\nSOIL  Red Sand{\n DENSITY  0.5 \n"
                  " ERODES   Red Sand  # itself\n} # end\n\n LAYER\tRed Sand   {\n}\n"),
            plain)
      << "blanks, none, and comments";
  EXPECT_EQ(parse("LAYER Red Sand {\n}\nSOIL Red Sand {\nERODES Red Sand\nDENSITY 0.5\n}\nWORLD {\nSEED 3.0\n}\n"),
            plain)
      << "sections in another order";
  EXPECT_EQ(parse("SOIL A {\nDENSITY 1\nCOLOR a1b2c3ff\n}\n").soils[0].color, 0xA1B2C3u) << "an opacity";
  EXPECT_EQ(parse("SOIL Löss {\nDENSITY 1\n}\n# \xff\xfe any bytes\n").soils[0].name, "Löss");
}

TEST(SoilFile, EachMistakeHasItsLineAndColumn) {
  const std::string soil = kSoil;
  const std::pair<std::string, std::string> table[]{
      {"", "1:1: expected at least one SOIL, found none"},
      {"# only words\n", "1:1: expected at least one SOIL, found none"},
      {"SOIL A {\nCOLOR 000000\n}\n", "1:1: expected DENSITY in the first soil"},
      {"SOIL A {\nDENSITY 1\nPOROSTIY 0.5\n}\n",
       "3:1: unknown key 'POROSTIY' in the section that begins on line 1; did you mean 'POROSITY'?"},
      {"SOIL A {\nDENSITY 1\n  porosity 0.5\n}\n",
       "3:3: unknown key 'porosity' in the section that begins on line 1; did you mean 'POROSITY'?"},
      {"SOIL A {\nDENSITY 1\nKA 0.5\n}\n", "did you mean 'Ka'?"},
      {"SOIL A {\nDENSITY 1\nOCTAVES 2\n}\n",
       "3:1: unknown key 'OCTAVES' in the section that begins on line 1; it belongs in LAYER"},
      {"SOIL A {\nDENSITY 1\nSCALE 2\n}\n", "it belongs in WORLD or LAYER"},
      {"SOIL A {\nDENSITY 1\n}\nLAYER Air {\n}\n", "4:7: expected a soil, found 'Air', which has no matter"},
      {"SOIL A {\nDENSITY 1\nXYZZYXYZZY 2\n}\n", "; choose one of TRANSPORTS, ERODES"},
      {soil + "LAYR A {\n}\n", "4:1: expected a section WORLD, SOIL or LAYER, found 'LAYR A {'; did you mean 'LAYER'?"},
      {soil + "Layer A {\n}\n", "did you mean 'LAYER'?"},
      {soil + "{\n}\n", "4:1: expected a section WORLD, SOIL or LAYER, found '{'"},
      {soil + " SEED 3\n", "4:2: expected a section WORLD, SOIL or LAYER, found 'SEED 3'"},
      {"SOIL A\nDENSITY 1\n}\n", "1:7: expected '{' after 'SOIL A', found the end of the line; add '{'"},
      {"SOIL A { DENSITY 1\nDENSITY 2\n}\n",
       "1:10: expected the end of the line after '{', found 'DENSITY 1'; put each key"},
      {soil + "WORLD { SEED 1 }\n", "4:9: expected the end of the line after '{', found 'SEED 1 }'"},
      {"SOIL A {\nDENSITY 1\nLAYER A {\n}\n",
       "3:1: expected '}' to end the section that begins on line 1, found 'LAYER A {'; add '}' before this line"},
      {soil + "LAYER A {\nMIN 0\n", "4:1: expected '}' to end this section, found the end of the file; add '}'"},
      {soil + "}\n", "4:1: expected '}' only at the end of a section, found one outside"},
      {"SOIL A {\nDENSITY 1\n} }\n", "3:2: expected '}' alone on its line, found '} }'"},
      {"SOIL {\nDENSITY 1\n}\n", "1:5: expected the name of a soil, found none; add it"},
      {soil + "LAYER{\n}\n", "4:6: expected the name of a soil, found none; add it"},
      {"SOIL A}B {\nDENSITY 1\n}\n", "1:6: expected a name without braces or tabs, found 'A}B'"},
      {"SOIL " + std::string(65, 'x') + " {\nDENSITY 1\n}\n", "1:6: expected a name of at most 64 bytes"},
      {"SOIL Air {\nDENSITY 1\n}\n",
       "1:6: expected a name other than 'Air', which every file already has, found 'Air'"},
      {soil + "SOIL A {\n}\n",
       "4:6: expected a name that no other soil has, found 'A', which is also the name of the soil on line 1; rename "
       "one of them"},
      {soil + "WORLD A {\n}\n", "4:7: expected '{' after WORLD, found 'A'"},
      {"WORLD {\n}\n" + soil + "WORLD {\n}\n",
       "6:1: expected one WORLD, found a second; remove this one or the first, which is on line 1"},
      {"SOIL A {\nDENSITY 1\nDENSITY 2\n}\n", "3:1: expected DENSITY only once in a section, found it on line 2 too"},
      {"SOIL A {\nDENSITY\n}\n", "2:8: DENSITY: expected a number from 0.001 to 100, found nothing"},
      {"SOIL A {\nDENSITY heavy\n}\n", "2:9: DENSITY: expected a number from 0.001 to 100, found 'heavy'"},
      {"SOIL A {\nDENSITY 0,5\n}\n", "2:9: DENSITY: expected a number from 0.001 to 100, found '0,5'"},
      {"SOIL A {\nDENSITY 1 2\n}\n", "found '1 2'"},
      {"SOIL A {\nDENSITY nan\n}\n", "found 'nan'"},
      {"SOIL A {\nDENSITY inf\n}\n", "found 'inf'"},
      {"SOIL A {\nDENSITY 1e999\n}\n", "found '1e999'"},
      {"SOIL A {\nDENSITY +-1\n}\n", "found '+-1'"},
      {soil + "WORLD {\nSIZEX 10.5\n}\n", "5:7: SIZEX: expected a whole number from 1 to 16384, found '10.5'"},
      {soil + "LAYER A {\nOCTAVES 2.5\n}\n", "5:9: OCTAVES: expected a whole number from 1 to 16, found '2.5'"},
      {"SOIL A {\nDENSITY 1\nCOLOR GG0000\n}\n",
       "3:7: COLOR: expected six hexadecimal digits, as in D9A066, found 'GG0000'"},
      {"SOIL A {\nDENSITY 1\nCOLOR FFF\n}\n", "found 'FFF'"},
      {"SOIL A {\nDENSITY 1\nCOLOR -12345\n}\n", "found '-12345'"},
      {"SOIL A {\nDENSITY 1\nCOLOR #444444\n}\n", "found nothing"},
      {"SOIL A {\nDENSITY 1\nERODES\n}\n", "3:7: ERODES: expected the name of a soil, found nothing"},
      {"SOIL Sand {\nDENSITY 1\nERODES Snad\n}\n",
       "3:8: expected a soil of this file, found 'Snad'; did you mean 'Sand'?"},
      {soil + "LAYER Granite {\n}\n", "4:7: expected a soil of this file, found 'Granite'; choose one of Air, A"},
      {"SOIL Löss {\nDENSITY 1\n}\nLAYER Löss { x\n}\n", "4:14: expected the end of the line after '{', found 'x'"},
  };
  for (auto const& [text, expected] : table) {
    SCOPED_TRACE(text);
    const std::string line = mistake(text);
    EXPECT_TRUE(line.starts_with("t.soil:")) << line;
    EXPECT_TRUE(contains(line, expected)) << line;
    if (std::isdigit(static_cast<unsigned char>(expected.front())) != 0) {
      EXPECT_TRUE(contains(line, "t.soil:" + expected)) << line;
    }
  }
}

TEST(SoilFile, NamesEachMistakeInTheOrderOfTheFile) {
  const auto lines = mistakes(
      "WORLD {\nSEED -1\n}\nSOIL A {\nTRANSPORTS Nobody\nDENSITY 0\nHARDNESS 3\n}\nLAYER B {\nOCTAVES 99\n}\nLAYER A "
      "{\n");
  ASSERT_EQ(lines.size(), 7u) << ::testing::PrintToString(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    static constexpr char const* kPlaces[]{"2:6", "5:12", "6:9", "7:1", "9:7", "10:9", "12:1"};
    EXPECT_TRUE(lines[i].starts_with(fmt::format("t.soil:{}: ", kPlaces[i]))) << lines[i];
  }
  EXPECT_EQ(input_error_of([] { parse("SEED 1\nSEED 1\nSOIL A {\nDENSITY 1\n}\n"); }),
            "t.soil:1:1: expected a section WORLD, SOIL or LAYER, found 'SEED 1' (and 1 more mistake)");
  std::string many = kSoil;
  for (int i = 0; i < 100000; ++i) many += "nonsense\n";
  EXPECT_EQ(mistakes(many).size(), 100u) << "nobody reads more";
}

TEST(SoilFile, EveryNumberHasARangeThatIsKept) {
  std::set<std::string_view> sections;
  for (SoilFileKey const& key : soil_file_keys()) {
    SCOPED_TRACE(fmt::format("{} {}", key.section, key.name));
    sections.insert(key.section);
    EXPECT_FALSE(key.meaning.empty());
    if (key.minimum == key.maximum) continue;
    const auto with = [&](double value) {
      const std::string line = fmt::format("{} {}\n", key.name, value);
      if (key.section == "WORLD") return fmt::format("WORLD {{\n{}}}\n{}", line, kSoil);
      if (key.section == "LAYER") return fmt::format("{}LAYER A {{\n{}}}\n", kSoil, line);
      return fmt::format("SOIL A {{\n{}{}}}\n", key.name == "DENSITY" ? "" : "DENSITY 1\n", line);
    };
    EXPECT_NO_THROW(parse(with(key.minimum)));
    EXPECT_NO_THROW(parse(with(key.maximum)));
    EXPECT_TRUE(contains(mistake(with(key.minimum - 1.0)), fmt::format("{} to {}", key.minimum, key.maximum)));
    EXPECT_TRUE(contains(mistake(with(key.maximum * 2.0 + 1.0)), fmt::format("{} to {}", key.minimum, key.maximum)));
  }
  EXPECT_EQ(sections.size(), 3u);
}

TEST(SoilFile, TooMuchIsRefused) {
  std::string soils;
  for (int i = 0; i < 60; ++i) soils += fmt::format("SOIL S{} {{\nDENSITY 1\n}}\n", i);
  EXPECT_EQ(parse(soils).soils.size(), 60u);
  EXPECT_EQ(mistake(soils + kSoil), "t.soil:181:1: expected at most 60 soils, found more; leave some out");
  std::string layers = kSoil;
  for (int i = 0; i < 1000; ++i) layers += "LAYER A {\n}\n";
  EXPECT_EQ(parse(layers).layers.size(), 1000u);
  for (int i = 0; i < 990000; ++i) layers += "LAYER A {\n}\n";
  EXPECT_EQ(mistake(layers), "t.soil:2004:1: expected at most 1000 layers, found more; leave some out");
  const std::string large(17u << 20, '#');
  EXPECT_TRUE(contains(mistake(large), "t.soil:1:1: expected at most 16 MiB")) << mistake(large);
  const TemporaryFolder folder;
  write_bytes(folder / "large.soil", large);
  EXPECT_TRUE(
      contains(input_error_of([&] { read_soil_file(folder / "large.soil"); }), "expected a file of at most 16.0 MiB"));
  EXPECT_TRUE(contains(input_error_of([&] { read_soil_file(folder / "none.soil"); }), "no such file"));
  EXPECT_TRUE(contains(input_error_of([&] { read_soil_file(folder.path()); }), "found a folder"));
}

TEST(SoilFile, WhatIsNoTextIsSaidOnce) {
  EXPECT_EQ(mistake(std::string("SOIL A {\nDENSITY 1\0\n}\n", 22)),
            "t.soil:2:10: expected text in UTF-8, found the byte 0x00; check that this is a .soil file");
  EXPECT_TRUE(contains(mistake("\x89PNG\r\n\x1a\n"), "t.soil:1:1: expected text in UTF-8, found the byte 0x89"));
  EXPECT_TRUE(contains(mistake("\xff\xfeS\0O\0"), "found the byte 0xFF")) << "UTF-16";
  for (std::string const bad : {"\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80",
                                "\xf5\x80\x80\x80", "\xc3", "\xe2\x82", "\xe2\x28\xa1", "\x80", "\x7f", "\x0c"}) {
    EXPECT_TRUE(contains(mistake("SOIL é" + bad), "t.soil:1:7: expected text")) << mistake("SOIL é" + bad);
  }
  EXPECT_EQ(parse("SOIL \xe2\x82\xac\xf0\x9f\x8f\x9c {\nDENSITY 1\n}\n").soils[0].name, "\xe2\x82\xac\xf0\x9f\x8f\x9c");
}

TEST(SoilFile, IsWrittenWithEveryValue) {
  SoilFile file;
  file.world.sizex = 12;
  file.soils.push_back({.name = "Red Sand", .transports = "Red Sand", .density = 0.1, .color = 0xab01});
  file.layers.push_back({.soil = "Red Sand", .bias = -1.0 / 3.0, .octaves = 6});
  EXPECT_EQ(write_soil_file(file),
            "# Written by Barchan\n\nWORLD {\nSIZEX 12\n}\n\nSOIL Red Sand {\nTRANSPORTS Red Sand\nERODES Air\n"
            "CASCADES Air\nABRADES Air\nDENSITY 0.1\nPOROSITY 0\nCOLOR 00AB01\nKa 0.5\nKd 0.8\nKs 0.2\nKk 32\n"
            "SOLUBILITY 1\nEQUILIBRIUM 1\nFRICTION 1\nEROSIONRATE 0\nMAXDIFF 1\nSETTLING 0\nSUSPENSION 0\nABRASION 0\n"
            "}\n\nLAYER Red Sand {\nMIN 0\nBIAS -0.3333333333333333\nSCALE 1\nOCTAVES 6\nLACUNARITY 1\nGAIN 0\n"
            "FREQUENCY 1\n}\n");
}

/// A random number in the key's range, often one of its ends.
double some_number(SoilFileKey const& key, std::mt19937& random) {
  switch (random() % 4) {
    case 0:
      return key.minimum;
    case 1:
      return key.maximum;
    default:
      return std::uniform_real_distribution<double>(key.minimum, key.maximum)(random);
  }
}

SoilFile some_file(std::mt19937& random) {
  SoilFile file;
  for (auto member : {&SoilWorld::seed, &SoilWorld::scale, &SoilWorld::sizex, &SoilWorld::sizey, &SoilWorld::nwater,
                      &SoilWorld::nwind}) {
    if (random() % 2 == 0) file.world.*member = 1 + random() % 10000;
  }
  const std::size_t soils = 1 + random() % 12;
  static constexpr char const* kStems[]{"Rock", "Red Sand", "Löss", "a  b", "SOIL", "1.5"};
  const auto name = [&](std::size_t i) { return fmt::format("{} {}", kStems[i % 6], i); };
  const std::vector<SoilFileKey> keys = soil_file_keys();
  for (std::size_t i = 0; i < soils; ++i) {
    SoilRow& soil = file.soils.emplace_back();
    soil.name = name(i);
    for (auto member : {&SoilRow::transports, &SoilRow::erodes, &SoilRow::cascades, &SoilRow::abrades}) {
      soil.*member = random() % 8 == 0 ? std::string(kSoilFileAir) : name(random() % soils);
    }
    soil.color = random() % 0x1000000;
    std::size_t key = 0;
    const auto next = [&] {
      while (keys[key].section != "SOIL" || keys[key].minimum == keys[key].maximum) ++key;
      return some_number(keys[key++], random);
    };
    for (auto member : {&SoilRow::density, &SoilRow::porosity, &SoilRow::ka, &SoilRow::kd, &SoilRow::ks, &SoilRow::kk,
                        &SoilRow::solubility, &SoilRow::equilibrium, &SoilRow::friction, &SoilRow::erosionrate,
                        &SoilRow::maxdiff, &SoilRow::settling, &SoilRow::suspension, &SoilRow::abrasion}) {
      soil.*member = next();
    }
  }
  for (std::size_t i = random() % 15; i > 0; --i) {
    std::uniform_real_distribution<double> number(0.1, 2.0);
    file.layers.push_back({name(random() % soils), number(random), -number(random), number(random),
                           1 + static_cast<int>(random() % 16), number(random), number(random), number(random)});
  }
  return file;
}

TEST(SoilFile, WhatIsWrittenReadsBackTheSame) {
  std::mt19937 random(7);
  for (int i = 0; i < 300; ++i) {
    const SoilFile file = some_file(random);
    const std::string text = write_soil_file(file);
    EXPECT_EQ(parse(text), file) << text;
    EXPECT_EQ(write_soil_file(parse(text)), text);
    if (i == 0) expect_strict(write_soil_file(read_soil_file(asset("strata.soil"))));
  }
}

TEST(SoilFile, WhatWouldNotReadBackIsNotWritten) {
  const auto refused = [](SoilRow const& soil) {
    SoilFile file;
    file.soils.push_back(soil);
    return input_error_of([&] { write_soil_file(file); });
  };
  EXPECT_TRUE(contains(refused({.name = "A#B"}), "the soil file to be written:3:7: expected '{'"));
  EXPECT_TRUE(contains(refused({.name = "A", .porosity = std::nan("")}), "POROSITY: expected a number from 0 to 1"));
  EXPECT_TRUE(contains(refused({.name = "A", .erodes = "B"}), "expected a soil of this file, found 'B'"));
  EXPECT_TRUE(contains(refused({.name = "A "}), "would change when it is read"));
  EXPECT_TRUE(contains(refused({.name = "B {\nDENSITY 1\n}\nSOIL A"}), "would change when it is read"));
  EXPECT_TRUE(contains(refused({.name = "A", .color = 0x1000000}), "COLOR: expected six"));
}

TEST(SoilFile, ShippedFilesReadAndComeBackTheSame) {
  EXPECT_EQ(assets(), (std::vector<std::string>{"butte.soil", "plain_rock.soil", "rock_and_sand.soil",
                                                "rock_gravel_pebbles.soil", "sand.soil", "strata.soil"}));
  for (std::string const& name : assets()) {
    SCOPED_TRACE(name);
    const SoilFile file = read_soil_file(asset(name));
    EXPECT_FALSE(file.layers.empty());
    EXPECT_EQ(parse(write_soil_file(file)), file);
    expect_strict(read_bytes(asset(name)));
    for (SoilRow const& soil : file.soils) EXPECT_NE(soil.transports, kSoilFileAir) << soil.name;
  }
}

TEST(SoilFile, NineLayersASeedAndSoilsThatSayOnlyWhatDiffers) {
  const SoilFile file = read_soil_file(asset("strata.soil"));
  EXPECT_EQ(file.world.seed, 20611);
  ASSERT_EQ(file.layers.size(), 9u);
  EXPECT_EQ(file.layers.front().soil, "Dark Shale");
  EXPECT_EQ(file.layers[4].min, 0.02);
  EXPECT_EQ(file.layers.back().soil, "Loose Sand");
  ASSERT_EQ(file.soils.size(), 4u);
  EXPECT_EQ(file.soils[1].transports, "Dark Shale") << "the limestone names no soil of its own";
  EXPECT_EQ(file.soils[2].abrades, "Loose Sand") << "which comes after it";
  EXPECT_EQ(file.soils[3].friction, 0.14) << "from the first of them";
}

TEST(SoilFile, HugeNamesMakeNoHugeLines) {
  const std::string huge(5u << 20, 'x');
  const std::string text =
      fmt::format("SOIL {0} {{\nDENSITY 1\nERODES {0}y\n}}\nSOIL A{0} {{\n}}\nLAYER sand {{\n}}\n", huge);
  for (std::string const& line : mistakes(text)) EXPECT_LT(line.size(), 400u);
  EXPECT_LT(input_error_of([&] { parse_soil_file(text, "t.soil"); }).size(), 400u);
  for (auto const& read : {std::function<void()>([&] { parse_scenario(huge + " = 1", "t.toml", {}); }),
                           std::function<void()>([&] { parse_scenario("seed = \"" + huge + "\"", "t.toml", {}); }),
                           std::function<void()>([&] { parse_scenario("[soils." + huge + "]", "t.toml", {}); }),
                           std::function<void()>([&] { parse_parameter_setting("wind.speed=" + huge); }),
                           std::function<void()>([&] { parse_parameter_setting(huge); }),
                           std::function<void()>([&] { parse_place("wall " + huge + "=1"); }),
                           std::function<void()>([&] { load_shipped_scenario(huge); })}) {
    EXPECT_LT(input_error_of(read).size(), 2100u);
  }
}

TEST(SoilFile, TheDocumentHasARowForEachKey) {
  const std::string document = read_source("docs/soil-files.md");
  for (SoilFileKey const& key : soil_file_keys()) {
    const std::string range = key.minimum == key.maximum ? "" : fmt::format("{} to {}", key.minimum, key.maximum);
    const std::string row = fmt::format("| {} | `{}` | {} |", key.section, key.name, key.meaning);
    const std::size_t at = document.find(row);
    ASSERT_NE(at, std::string::npos) << row;
    EXPECT_TRUE(contains(document.substr(at, document.find('\n', at) - at), "| " + range)) << row << range;
  }
}

}  // namespace
}  // namespace barchan::test::soil_file_test
