pasch_test(test_throws rollout/test_throws.c LABEL quick)
target_include_directories(test_throws PRIVATE ${PROJECT_SOURCE_DIR}/src) # their header is no public one
target_link_libraries(test_throws PRIVATE pasch_rollout)
pasch_test(test_rollout rollout/test_rollout.c LABEL quick)
target_sources(test_rollout PRIVATE search/positions.c)
target_link_libraries(test_rollout PRIVATE pasch_cli) # for its threads
pasch_test(test_rollout_games rollout/test_rollout_games.c LABEL quick)
target_sources(test_rollout_games PRIVATE exact/tables.c)
target_link_libraries(test_rollout_games PRIVATE pasch_exact pasch_cli) # the latter for its threads
