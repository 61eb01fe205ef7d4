# Fuzz targets. With PASCH_FUZZ=ON (preset fuzz) libFuzzer drives them:
#   build/fuzz/tests/fuzz_ppn -max_len=1024 -max_total_time=180 NEW tests/fuzz/corpus/fuzz_ppn
# and what is new and small is kept with -merge=1. Otherwise replay.c feeds them their corpus, as a test.
function(pasch_fuzz name)
  add_executable(${name} fuzz/${name}.c)
  target_link_libraries(${name} PRIVATE pasch_testing ${ARGN})
  set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/${name})
  if(PASCH_FUZZ)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    add_test(NAME ${name}_replay COMMAND ${name} -runs=0 ${corpus})
  else()
    target_sources(${name} PRIVATE fuzz/replay.c)
    add_test(NAME ${name}_replay COMMAND ${name} ${corpus})
  endif()
  set_tests_properties(${name}_replay PROPERTIES LABELS quick TIMEOUT 300 ENVIRONMENT "PASCH_CACHE=")
endfunction()

pasch_fuzz(fuzz_ppn)
pasch_fuzz(fuzz_ids)
pasch_fuzz(fuzz_move)
pasch_fuzz(fuzz_json pasch_cli)
pasch_fuzz(fuzz_play)
pasch_fuzz(fuzz_server pasch_server)
