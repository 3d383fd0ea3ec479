# Writes OUTPUT, a C++ file that contains every file of SHADERS by name.
string(CONCAT text
  "// Generated from shaders/; do not edit.\n"
  "#include \"render/shader_library.hpp\"\n\n"
  "namespace barchan::render {\n\n"
  "std::span<EmbeddedShader const> embedded_shaders() {\n"
  "  static constexpr EmbeddedShader kShaders[] = {\n")
foreach(shader ${SHADERS})
  get_filename_component(name ${shader} NAME)
  file(READ ${shader} source)
  string(APPEND text "      {\"${name}\", R\"glsl(${source})glsl\"},\n")
endforeach()
string(APPEND text "  };\n  return kShaders;\n}\n\n}  // namespace barchan::render\n")
file(WRITE ${OUTPUT}.new "${text}")
file(RENAME ${OUTPUT}.new ${OUTPUT})
