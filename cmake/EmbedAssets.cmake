# cmake -DFILES=<list> -DOUTPUT=<file> -P EmbedAssets.cmake: writes the texts of the files as C++ string literals.

set(rows "")
foreach(file ${FILES})
  get_filename_component(id ${file} NAME_WE)
  # CMake lists would interpret brackets and semicolons, so the text is passed as hexadecimal digits.
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" escaped "${bytes}")
  # One literal per source line keeps the generated file readable by tools with line limits.
  string(REPLACE "\\x0a" "\\x0a\"\n     \"" escaped "${escaped}")
  string(APPEND rows "    {\"${id}\",\n     \"${escaped}\"},\n")
endforeach()
file(WRITE ${OUTPUT}
"#include \"io/embedded_assets.hpp\"

namespace barchan {

std::span<EmbeddedText const> embedded_scenarios() {
  static constexpr EmbeddedText kScenarios[] = {
${rows}  };
  return kScenarios;
}

}  // namespace barchan
")
