pasch_test(test_examples rules/test_examples.c LABEL quick)
