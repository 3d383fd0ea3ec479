#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "io/activity.hpp"
#include "io/file.hpp"
#include "io/mistakes.hpp"
#include "io/soil_file.hpp"
#include "io/soil_file_keys.hpp"
#include "io/text.hpp"
#include "land/composition.hpp"

namespace barchan {

namespace {

using namespace soil_file;

constexpr std::uint64_t kLargestFile = 16u << 20;
constexpr std::size_t kMostSoils = 60;
constexpr std::size_t kLongestName = 64;  // bytes
constexpr std::string_view kBlanks = " \t\r";

constexpr std::string_view kSections[]{"WORLD", "SOIL", "LAYER"};

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Returns whether `c` continues a character that an earlier byte began.
bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u; }

/// Size in bytes of the UTF-8 character at the front of `text`; 0 if there is none or it is invalid.
std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return (lead >= ' ' && lead != 0x7f) || kBlanks.find(text[0]) != std::string_view::npos ? 1 : 0;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const std::size_t size = std::size_t{2} + (lead >= 0xe0 ? 1 : 0) + (lead >= 0xf0 ? 1 : 0);
  const std::string_view further = text.substr(1, size - 1);
  if (further.size() + 1 < size || !std::all_of(further.begin(), further.end(), continues)) return 0;
  // An overlong form, half of a UTF-16 surrogate pair, or a code beyond the last character.
  const bool wrong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xed && byte(1) > 0x9f) ||
                     (lead == 0xf0 && byte(1) < 0x90) || (lead == 0xf4 && byte(1) > 0x8f);
  return wrong ? 0 : size;
}

/// Position of the first byte that is not text, or the size of `text`.
std::size_t first_bad_byte(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = character_size(text.substr(at));
    if (size == 0) return at;
    at += size;
  }
  return at;
}

std::optional<double> finite_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole_text = error == std::errc() && end == text.data() + text.size();
  return whole_text && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// Parses six hexadecimal digits of either case. Two further digits, an opacity, are accepted and ignored.
std::optional<std::uint32_t> color_of(std::string_view text) {
  if (text.size() != 6 && text.size() != 8) return std::nullopt;
  std::uint32_t color = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), color, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return text.size() == 8 ? color >> 8 : color;
}

/// "; did you mean 'SOIL'?" if the words differ only in case or are almost the same.
std::string near_word(std::string_view word, std::span<std::string_view const> known) {
  for (std::string_view name : known) {
    if (lower_case(name) == lower_case(word)) return fmt::format("; did you mean '{}'?", name);
  }
  return did_you_mean(word, known);
}

/// Advice on an unknown key: the section where it belongs, the similar word in `known`, or all known keys.
std::string advice_on_key(std::string_view word, std::span<std::string_view const> known) {
  std::vector<std::string_view> sections;
  for (SoilFileKey const& key : soil_file_keys()) {
    if (key.name == word) sections.push_back(key.section);
  }
  if (!sections.empty()) return fmt::format("; it belongs in {}", fmt::join(sections, " or "));
  const std::string near = near_word(word, known);
  return near.empty() ? advice(word, known) : near;
}

class Reader {
 public:
  /// Stores a view of `text`, which must outlive the reader.
  Reader(std::string_view text, std::string_view file_name) : rest_(text), mistakes_(std::string(file_name)) {}

  SoilFile read();

 private:
  enum class Section { none, world, soil, layer, unknown };
  /// A reference to a soil that may be defined later.
  struct Reference {
    TextPlace place;
    std::string_view name;
  };

  TextPlace place_of(std::string_view part) const;
  template <class... Values>
  void fail(TextPlace place, fmt::format_string<Values...> text, Values&&... values) {
    mistakes_.add(place, fmt::format(text, std::forward<Values>(values)...));
  }

  void read_line(std::string_view text);
  void open(std::string_view text);
  void open_world(std::string_view name);
  void open_soil(std::string_view name);
  void open_layer(std::string_view name);
  void check_name(std::string_view name);
  void close();
  void set(std::string_view text);
  template <class Row>
  void set_in(std::span<Key<Row> const> keys, Row& row, std::string_view text);
  template <class Row>
  void assign(Key<Row> const& key, Row& row, std::string_view value);
  void finish();

  std::string_view rest_;  ///< the part of the file after the current line
  std::string_view line_;  ///< the current line
  std::size_t line_number_ = 0;
  bool stopped_ = false;

  Section section_ = Section::none;
  TextPlace opened_;                                             ///< where the section began
  std::vector<std::pair<std::string_view, std::size_t>> given_;  ///< keys of the section and their lines

  std::size_t world_line_ = 0;  ///< line of the WORLD section; 0: none
  std::vector<std::size_t> soil_lines_;
  std::vector<Reference> references_;
  Mistakes mistakes_;
  SoilFile file_;
};

/// Columns count characters, not bytes.
TextPlace Reader::place_of(std::string_view part) const {
  const std::string_view before = line_.substr(0, static_cast<std::size_t>(part.data() - line_.data()));
  return {line_number_,
          1 + before.size() - static_cast<std::size_t>(std::count_if(before.begin(), before.end(), continues))};
}

SoilFile Reader::read() {
  if (rest_.size() > kLargestFile) {
    const double mebibytes = static_cast<double>(rest_.size()) / (1 << 20);
    // Rounded up, so that a file slightly above the limit does not seem to be within it.
    fail({}, "expected at most 16 MiB, found {:.1f} MiB; make the file smaller", std::ceil(10.0 * mebibytes) / 10.0);
    stopped_ = true;
  }
  if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
  while (!rest_.empty() && !stopped_) {
    line_ = rest_.substr(0, rest_.find('\n'));
    ++line_number_;
    rest_.remove_prefix(std::min(line_.size() + 1, rest_.size()));
    read_line(trimmed(line_.substr(0, line_.find('#'))));
  }
  if (!stopped_) finish();
  mistakes_.refuse();
  return std::move(file_);
}

void Reader::read_line(std::string_view text) {
  if (text.empty()) return;
  if (const std::size_t bad = first_bad_byte(text); bad < text.size()) {
    fail(place_of(text.substr(bad)), "expected text in UTF-8, found the byte 0x{:02X}; check that this is a .soil file",
         static_cast<unsigned char>(text[bad]));
    stopped_ = true;
    return;
  }
  const std::string_view word = text.substr(0, text.find_first_of(" \t{"));
  if (text.find('{') != std::string_view::npos || std::count(std::begin(kSections), std::end(kSections), word) > 0) {
    open(text);
  } else if (text.front() != '}') {
    set(text);
  } else {
    if (text.size() > 1) {
      fail(place_of(text.substr(1)), "expected '}}' alone on its line, found '{}'; move the rest to another line",
           printable(text));
    }
    if (section_ == Section::none)
      fail(place_of(text), "expected '}}' only at the end of a section, found one outside any section; remove it");
    close();
  }
}

void Reader::open(std::string_view text) {
  if (section_ != Section::none) {
    fail(place_of(text),
         "expected '}}' to end the section that begins on line {}, found '{}'; add '}}' before this line", opened_.line,
         printable(text));
    close();
  }
  const std::size_t brace = text.find('{');
  const std::string_view head = trimmed(text.substr(0, brace));
  const std::string_view word = head.substr(0, head.find_first_of(kBlanks));
  const std::string_view name = trimmed(head.substr(word.size()));
  const auto* const section = std::find(std::begin(kSections), std::end(kSections), word);
  static constexpr Section kOrder[]{Section::world, Section::soil, Section::layer, Section::unknown};
  section_ = kOrder[section - std::begin(kSections)];
  opened_ = place_of(text);
  if (section_ == Section::unknown) {
    fail(opened_, "expected a section WORLD, SOIL or LAYER, found '{}'{}", printable(text), near_word(word, kSections));
  }
  if (section_ == Section::world) open_world(name);
  if (section_ == Section::soil) open_soil(name);
  if (section_ == Section::layer) open_layer(name);
  if (brace == std::string_view::npos) {
    fail(place_of(text.substr(text.size())), "expected '{{' after '{}', found the end of the line; add '{{'",
         printable(text));
    return;
  }
  const std::string_view behind = trimmed(text.substr(brace + 1));
  if (behind.empty()) return;
  fail(place_of(behind), "expected the end of the line after '{{', found '{}'; put each key on a separate line",
       printable(behind));
  if (behind.ends_with('}')) section_ = Section::none;
}

void Reader::open_world(std::string_view name) {
  if (!name.empty()) fail(place_of(name), "expected '{{' after WORLD, found '{}'", printable(name));
  if (world_line_ != 0) {
    fail(opened_, "expected one WORLD, found a second; remove this one or the first, which is on line {}", world_line_);
  } else {
    world_line_ = line_number_;
  }
}

void Reader::open_soil(std::string_view name) {
  if (file_.soils.size() == kMostSoils) {
    fail(opened_, "expected at most {} soils, found more; leave some out", kMostSoils);
    stopped_ = true;
    return;
  }
  check_name(name);
  if (name == kSoilFileAir)
    fail(place_of(name), "expected a name other than 'Air', which every file already has, found 'Air'");
  for (std::size_t i = 0; i < file_.soils.size(); ++i) {
    if (file_.soils[i].name != name) continue;
    fail(place_of(name),
         "expected a name that no other soil has, found '{}', which is also the name of the soil on line {}; rename "
         "one of them",
         printable(name), soil_lines_[i]);
    break;
  }
  // As in SoilMachine, a section begins with the values of the previous one.
  SoilRow row = file_.soils.empty() ? SoilRow() : file_.soils.back();
  row.name = name;
  file_.soils.push_back(std::move(row));
  soil_lines_.push_back(line_number_);
}

void Reader::open_layer(std::string_view name) {
  if (file_.layers.size() == kMostLandLayers) {
    fail(opened_, "expected at most {} layers, found more; leave some out", kMostLandLayers);
    stopped_ = true;
    return;
  }
  check_name(name);
  if (name == kSoilFileAir) {
    fail(place_of(name), "expected a soil, found 'Air', which has no matter; remove this layer");
  } else if (!name.empty()) {
    references_.push_back({place_of(name), name});
  }
  file_.layers.emplace_back().soil = name;
}

void Reader::check_name(std::string_view name) {
  if (name.empty()) fail(place_of(name), "expected the name of a soil, found none; add it");
  if (name.size() > kLongestName) {
    fail(place_of(name), "expected a name of at most {} bytes, found '{}'", kLongestName, printable(name));
  }
  if (name.find_first_of("}\t\r") != std::string_view::npos) {
    fail(place_of(name), "expected a name without braces or tabs, found '{}'", printable(name));
  }
}

void Reader::close() {
  const bool dense = std::any_of(given_.begin(), given_.end(), [](auto const& key) { return key.first == "DENSITY"; });
  if (section_ == Section::soil && file_.soils.size() == 1 && !dense) {
    fail(opened_, "expected DENSITY in the first soil, because no earlier soil gives it a DENSITY, found none; add it");
  }
  section_ = Section::none;
  given_.clear();
}

void Reader::set(std::string_view text) {
  if (section_ == Section::none) {
    fail(place_of(text), "expected a section WORLD, SOIL or LAYER, found '{}'", printable(text));
  }
  if (section_ == Section::world) set_in<SoilWorld>(kWorldKeys, file_.world, text);
  if (section_ == Section::soil) set_in<SoilRow>(kSoilKeys, file_.soils.back(), text);
  if (section_ == Section::layer) set_in<LayerRow>(kLayerKeys, file_.layers.back(), text);
}

template <class Row>
void Reader::set_in(std::span<Key<Row> const> keys, Row& row, std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
  const std::string_view value = trimmed(text.substr(word.size()));
  const auto key = std::find_if(keys.begin(), keys.end(), [&](Key<Row> const& known) { return known.name == word; });
  if (key == keys.end()) {
    fail(place_of(word), "unknown key '{}' in the section that begins on line {}{}", printable(word), opened_.line,
         advice_on_key(word, names_of(keys, &Key<Row>::name)));
    return;
  }
  const auto before =
      std::find_if(given_.begin(), given_.end(), [&](auto const& given) { return given.first == word; });
  if (before != given_.end()) {
    fail(place_of(word), "expected {} only once in a section, found it on line {} too; remove one", word,
         before->second);
    return;
  }
  given_.emplace_back(word, line_number_);
  assign(*key, row, value);
}

template <class Row>
void Reader::assign(Key<Row> const& key, Row& row, std::string_view value) {
  const auto refuse_value = [&](std::string_view expected) {
    fail(place_of(value), "{}: expected {}, found {}", key.name, expected,
         value.empty() ? "nothing" : fmt::format("'{}'", printable(value)));
  };
  const auto put = [&](auto member) {
    using Value = std::decay_t<decltype(row.*member)>;
    if constexpr (std::is_same_v<Value, std::string>) {
      if (value.empty()) return refuse_value("the name of a soil");
      row.*member = value;
      references_.push_back({place_of(value), value});
    } else if constexpr (std::is_same_v<Value, std::uint32_t>) {
      const auto color = color_of(value);
      if (!color) return refuse_value("six hexadecimal digits, as in D9A066");
      row.*member = *color;
    } else {
      constexpr bool kWhole = !std::is_same_v<Value, double>;
      const auto number = finite_number(value);
      if (!number || *number < key.minimum || *number > key.maximum || (kWhole && *number != std::floor(*number))) {
        return refuse_value(fmt::format("a {}number from {} to {}", kWhole ? "whole " : "", key.minimum, key.maximum));
      }
      if constexpr (std::is_same_v<Value, std::optional<std::int64_t>>) {
        row.*member = static_cast<std::int64_t>(*number);
      } else {
        row.*member = static_cast<Value>(*number);
      }
    }
  };
  std::visit(put, key.member);
}

void Reader::finish() {
  if (section_ != Section::none) {
    fail(opened_, "expected '}}' to end this section, found the end of the file; add '}}'");
    close();
  }
  if (file_.soils.empty()) fail({}, "expected at least one SOIL, found none; add one");
  std::vector<std::string_view> names{kSoilFileAir};
  for (SoilRow const& soil : file_.soils) names.push_back(soil.name);
  for (Reference const& reference : references_) {
    if (std::find(names.begin(), names.end(), reference.name) != names.end()) continue;
    fail(reference.place, "expected a soil of this file, found '{}'{}", printable(reference.name),
         advice(reference.name, names));
  }
}

}  // namespace

SoilFile parse_soil_file(std::string_view text, std::string_view file_name) {
  const Activity activity("reading", file_name);
  return Reader(text, file_name).read();
}

SoilFile read_soil_file(std::filesystem::path const& path) {
  return parse_soil_file(read_text_file(path, kLargestFile), path.string());
}

}  // namespace barchan
