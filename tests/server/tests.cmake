# The server: its parts in C, and the whole driven over its sockets by Node.
pasch_test(test_server_dice server/test_dice.c LABEL quick)
pasch_test(test_server_store server/test_store.c LABEL quick)
pasch_test(test_server_hall server/test_hall.c LABEL quick)
foreach(name test_server_dice test_server_store test_server_hall)
  target_link_libraries(${name} PRIVATE pasch_server)
endforeach()

# Play by the rules library, for the scripts; the crowd is for load.mjs.
add_executable(server_puppet server/puppet.c server/player.c)
add_executable(server_crowd server/crowd.c server/player.c ${PROJECT_SOURCE_DIR}/apps/server/turns.c)
foreach(name server_puppet server_crowd)
  target_link_libraries(${name} PRIVATE pasch_record)
  target_compile_definitions(${name} PRIVATE _GNU_SOURCE)
endforeach()

find_program(NODE node)
if(NODE)
  foreach(name api games kill hostile silent)
    add_test(NAME server_${name}
      COMMAND ${NODE} ${CMAKE_CURRENT_LIST_DIR}/${name}.mjs $<TARGET_FILE:pasch> $<TARGET_FILE:server_puppet>)
    set_tests_properties(server_${name} PROPERTIES LABELS quick TIMEOUT 300)
  endforeach()
  set_tests_properties(server_games server_silent PROPERTIES LABELS slow)
endif()
