# The functions of wasm/ compiled for this machine, and in WebAssembly.
add_library(pasch_web STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/wasm/text.c ${PROJECT_SOURCE_DIR}/wasm/info.c
  ${PROJECT_SOURCE_DIR}/wasm/game.c ${PROJECT_SOURCE_DIR}/wasm/state.c ${PROJECT_SOURCE_DIR}/wasm/explain.c
  ${PROJECT_SOURCE_DIR}/wasm/typed.c ${PROJECT_SOURCE_DIR}/wasm/think.c ${PROJECT_SOURCE_DIR}/wasm/tables.c
  ${PROJECT_SOURCE_DIR}/wasm/review.c
  ${PROJECT_SOURCE_DIR}/apps/cli/play/bot.c)
target_include_directories(pasch_web PUBLIC ${PROJECT_SOURCE_DIR}/wasm PRIVATE ${PROJECT_SOURCE_DIR}/apps)
target_compile_definitions(pasch_web PRIVATE _GNU_SOURCE)
target_link_libraries(pasch_web PUBLIC pasch_search pasch_exact pasch_notation m)

pasch_test(test_web web/test_web.c LABEL quick)
target_link_libraries(test_web PRIVATE pasch_web)

if(PASCH_WEB)
  find_program(NODE NAMES node nodejs REQUIRED)
  add_executable(web_native web/native.c)
  target_compile_definitions(web_native PRIVATE _GNU_SOURCE)
  target_link_libraries(web_native PRIVATE pasch_web)
  add_dependencies(web_native web)
  add_test(NAME web_core COMMAND ${NODE} ${CMAKE_CURRENT_LIST_DIR}/core.test.mjs ${PROJECT_SOURCE_DIR} ${PASCH_SHARED}
    $<TARGET_FILE:pasch> $<TARGET_FILE:web_native>)
  add_test(NAME web_units COMMAND ${NODE} ${PROJECT_SOURCE_DIR}/web/test.mjs)
  set_tests_properties(web_core web_units PROPERTIES LABELS quick TIMEOUT 600)
endif()

# The page in a real browser, as released. One at a time: each takes a core and a half. speed.mjs wants quiet.
if(PASCH_WEB AND CMAKE_BUILD_TYPE STREQUAL "Release")
  foreach(name games link offline axe keyboard speed)
    add_test(NAME browser_${name} COMMAND ${NODE} ${CMAKE_CURRENT_LIST_DIR}/browser/${name}.mjs)
    set_tests_properties(browser_${name} PROPERTIES LABELS browser TIMEOUT 1800 RESOURCE_LOCK browser
      ENVIRONMENT "PASCH=$<TARGET_FILE:pasch>")
  endforeach()
  set_tests_properties(browser_speed PROPERTIES RUN_SERIAL ON)
endif()
