#include "io/preset_file.hpp"
#include "support.hpp"

/// A preset that is read can be written and read again.
void barchan::fuzz::preset(Bytes bytes) {
  expect_result_or_input_error([&] {
    const Preset read = parse_preset(text_of(bytes), "fuzz.preset");
    require(!read.title.empty() && !read.settings.empty(), "a preset has a title and values");
    const Preset again = parse_preset(preset_text(read), "written.preset");
    require(again.title.size() == read.title.size(), "the title comes back");
    require(preset_differences(read, again).empty(), "the values come back");
  });
}
