pasch_test(test_exact exact/test_exact.c LABEL quick)
pasch_test(test_exact_full exact/test_exact_full.c LABEL quick)
foreach(name test_exact test_exact_full)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src) # some of their headers are no public ones
  target_sources(${name} PRIVATE exact/tables.c)
  target_link_libraries(${name} PRIVATE pasch_exact pasch_search)
endforeach()

# Not built by themselves: what docs/strength.md says of the tables.
foreach(name measure_exact solve_eureka)
  add_executable(${name} EXCLUDE_FROM_ALL exact/${name}.c exact/tables.c)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE pasch_testing pasch_exact)
endforeach()
