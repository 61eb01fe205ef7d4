pasch_test(test_learn learn/test_learn.c LABEL quick)
target_link_libraries(test_learn PRIVATE pasch_learn)
