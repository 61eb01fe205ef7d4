pasch_test(test_bearoff eval/test_bearoff.c LABEL quick)
target_include_directories(test_bearoff PRIVATE ${PROJECT_SOURCE_DIR}/src) # its header is no public one
target_link_libraries(test_bearoff PRIVATE pasch_eval)

pasch_test(test_net eval/test_net.c LABEL quick)
target_include_directories(test_net PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(test_net PRIVATE pasch_eval)
