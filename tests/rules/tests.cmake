pasch_test(test_examples rules/test_examples.c LABEL quick)
pasch_test(test_dice rules/test_dice.c LABEL quick)
pasch_test(test_games rules/test_games.c LABEL slow)
pasch_test(test_generators rules/test_generators.c LABEL slow)
