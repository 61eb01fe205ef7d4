pasch_test(test_met search/test_met.c LABEL quick)
pasch_test(test_cubeful search/test_cube.c LABEL quick)
pasch_test(test_cube_peers search/test_cube_peers.c LABEL quick)
target_sources(test_cube_peers PRIVATE search/peers.c)
foreach(name test_met test_cubeful test_cube_peers)
  target_link_libraries(${name} PRIVATE pasch_search)
endforeach()
pasch_test(test_search search/test_search.c LABEL quick)
target_sources(test_search PRIVATE search/positions.c)
target_link_libraries(test_search PRIVATE pasch_cli) # for its threads
pasch_test(test_cube_search search/test_cube_search.c LABEL quick)
target_sources(test_cube_search PRIVATE search/peers.c search/positions.c)
target_link_libraries(test_cube_search PRIVATE pasch_cli) # the same
pasch_test(test_turns search/test_turns.c LABEL quick)
target_sources(test_turns PRIVATE eval/hashed.c)
target_link_libraries(test_turns PRIVATE pasch_cli) # the same
find_package(Threads REQUIRED)
pasch_test(test_cache search/test_cache.c LABEL quick)
target_include_directories(test_cache PRIVATE ${PROJECT_SOURCE_DIR}/src) # its header is no public one
target_link_libraries(test_cache PRIVATE pasch_search Threads::Threads)
pasch_test(test_level search/test_level.c LABEL quick)
target_sources(test_level PRIVATE search/positions.c)
target_link_libraries(test_level PRIVATE pasch_search)
pasch_test(test_openings search/test_openings.c LABEL quick)
target_link_libraries(test_openings PRIVATE pasch_search pasch_notation)
pasch_test(test_rated search/test_rated.c LABEL quick)
target_sources(test_rated PRIVATE search/rated.c)
target_link_libraries(test_rated PRIVATE pasch_search)

# Not built by itself: tools/measure-levels.sh.
add_executable(measure_levels EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/measure_levels.c
  ${CMAKE_CURRENT_LIST_DIR}/rated.c)
target_link_libraries(measure_levels PRIVATE pasch_testing pasch_search)
