# The program as people and scripts use it: bash scripts that get the binary as their argument. 77 = skipped.
foreach(name help errors games show moves bench bearoff nets batch bots human resume terminal docs duel rollout thinks)
  add_test(NAME cli_${name} COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/${name}.sh $<TARGET_FILE:pasch>)
  set_tests_properties(cli_${name} PROPERTIES LABELS quick TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
# These make the exact tables of all games, which sanitizers make ten times as slow.
set_tests_properties(cli_thinks cli_human PROPERTIES TIMEOUT 1800)
pasch_test(test_gnubg_peer cli/test_gnubg_peer.c LABEL quick)
target_sources(test_gnubg_peer PRIVATE search/peers.c)
target_link_libraries(test_gnubg_peer PRIVATE pasch_cli)
