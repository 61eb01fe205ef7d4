pasch_test(test_perft perft/test_perft.c LABEL quick)
add_test(NAME test_perft_deep COMMAND test_perft deep)
set_tests_properties(test_perft_deep PROPERTIES LABELS slow TIMEOUT 900)

# Not built by itself: `ninja make_perft`, then `make_perft GAME > tests/perft/GAME.perft`.
add_executable(make_perft EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/make_perft.c)
target_link_libraries(make_perft PRIVATE pasch_testing)
