pasch_test(test_movegen peers/test_movegen.c LABEL quick)
