#include <array>

#include "io/read_obstacles.hpp"
#include "io/script_file.hpp"
#include "support.hpp"

namespace {

// Every number of words that a command of src/ui/script.cpp takes.
constexpr std::array<barchan::ScriptForm, 10> kForms{{{"frames N", 1, 1},
                                                      {"set GROUP.KEY VALUE", 2, 2},
                                                      {"drag NAME DX DY", 3, 3},
                                                      {"click NAME [left|right|middle]", 1, 2},
                                                      {"mouse_down [left|right|middle]", 0, 1},
                                                      {"mouse_drag X0 Y0 X1 Y1 [left|right|middle]", 4, 5},
                                                      {"place SHAPE KEY=VALUE ...", 1, 64},
                                                      {"remove all, or remove SHAPE KEY=VALUE ...", 1, 64},
                                                      {"change_obstacle NUMBER KEY=VALUE ...", 1, 64},
                                                      {"remove_obstacle NUMBER", 1, 1}}};

template <class Callable>
void expect_result_or_refusal(Callable callable) {
  try {
    callable();
  } catch (std::invalid_argument const&) {
  }
}

}  // namespace

void barchan::fuzz::script(Bytes bytes) {
  expect_result_or_input_error([&] {
    for (ScriptLine const& line : parse_script(text_of(bytes), "fuzz.txt", kForms)) {
      ScriptForm const& form = kForms.at(line.form);
      require(line.number >= 1 && line.words.size() >= form.least && line.words.size() <= form.most,
              "a line has the words of its form");
      std::string sentence;
      for (std::string const& word : line.words) {
        sentence += word + ' ';
        expect_result_or_refusal([&] { require(std::isfinite(script_number(word)), "a number is finite"); });
        expect_result_or_refusal([&] { require(script_count(word) >= 0, "a count is not negative"); });
      }
      if (form.name() == "place") expect_result_or_input_error([&] { parse_place(sentence, "place"); });
      if (form.name() == "change_obstacle") {
        expect_result_or_input_error([&] { parse_obstacle_change(sentence, "change_obstacle"); });
      }
      if (form.name() == "remove_obstacle") {
        expect_result_or_input_error([&] { parse_remove_obstacle(sentence, "remove_obstacle"); });
      }
      if (form.name() == "remove") expect_result_or_input_error([&] { parse_remove(sentence, "remove"); });
    }
  });
}
