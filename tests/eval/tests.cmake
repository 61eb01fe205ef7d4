pasch_test(test_bearoff eval/test_bearoff.c LABEL quick)
target_include_directories(test_bearoff PRIVATE ${PROJECT_SOURCE_DIR}/src) # its header is no public one
target_link_libraries(test_bearoff PRIVATE pasch_eval)

pasch_test(test_net eval/test_net.c LABEL quick)
target_include_directories(test_net PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(test_net PRIVATE pasch_eval)

pasch_test(test_engine eval/test_engine.c LABEL quick)
target_compile_definitions(test_engine PRIVATE PASCH_NETS="${PROJECT_SOURCE_DIR}/data/nets")
target_link_libraries(test_engine PRIVATE pasch_eval)

pasch_test(test_outlook eval/test_outlook.c LABEL quick)
target_sources(test_outlook PRIVATE eval/hashed.c)
target_link_libraries(test_outlook PRIVATE pasch_eval)

# Hypergammon of one and two men in all builds, of three where it takes less than a minute.
pasch_test(solve_hyper eval/solve_hyper.c LABEL quick)
target_include_directories(solve_hyper PRIVATE ${PROJECT_SOURCE_DIR}/src)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_test(NAME solve_hyper_3 COMMAND solve_hyper 3)
  set_tests_properties(solve_hyper_3 PROPERTIES LABELS slow TIMEOUT 900)
endif()
