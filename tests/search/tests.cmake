pasch_test(test_met search/test_met.c LABEL quick)
pasch_test(test_cubeful search/test_cube.c LABEL quick)
pasch_test(test_cube_peers search/test_cube_peers.c LABEL quick)
foreach(name test_met test_cubeful test_cube_peers)
  target_link_libraries(${name} PRIVATE pasch_search)
endforeach()
pasch_test(test_search search/test_search.c LABEL quick)
target_sources(test_search PRIVATE search/positions.c)
target_link_libraries(test_search PRIVATE pasch_cli) # for its threads
find_package(Threads REQUIRED)
pasch_test(test_cache search/test_cache.c LABEL quick)
target_include_directories(test_cache PRIVATE ${PROJECT_SOURCE_DIR}/src) # its header is no public one
target_link_libraries(test_cache PRIVATE pasch_search Threads::Threads)
