# Embeds the files of assets/ in the program, so that it runs from any folder.

# Adds to `target` a generated source that defines barchan::embedded_scenarios() (src/io/embedded_assets.hpp). It is
# regenerated when a scenario is added, removed or edited.
function(barchan_embed_assets target)
  file(GLOB scenarios CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/scenarios/*.toml)
  set(output ${PROJECT_BINARY_DIR}/generated/embedded_assets.cpp)
  set(script ${PROJECT_SOURCE_DIR}/cmake/EmbedAssets.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} "-DFILES=${scenarios}" -DOUTPUT=${output} -P ${script}
    DEPENDS ${scenarios} ${script}
    COMMENT "Embedding scenarios"
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
