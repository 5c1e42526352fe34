# Writes the licences of the crates that Cargo.lock names into the file `notices`: for each crate a line
# "NAME VERSION, LICENCE, REPOSITORY" and the texts that came with its source. Some licences demand these
# texts in every copy of the program.
cmake_minimum_required(VERSION 3.25)
cmake_path(GET cargo PARENT_PATH rust_folder)
set(home $ENV{CARGO_HOME})
if(NOT home)
  set(home $ENV{HOME}/.cargo)
endif()
set(options)
if(rust_target)
  set(options --target ${rust_target})
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env --modify PATH=path_list_prepend:${rust_folder}
    ${cargo} tree --locked --offline ${options} --edges normal,no-proc-macro --prefix none --format "{p}|{l}|{r}"
  OUTPUT_VARIABLE tree COMMAND_ERROR_IS_FATAL ANY)
# Removes the crate of this folder, which has a path, and the stars of crates that were listed before.
string(REGEX REPLACE "[^\n]* \\(/[^\n]*\n" "" tree "${tree}")
string(REPLACE " (*)" "" tree "${tree}")
string(REPLACE "\n" ";" crates "${tree}")
list(REMOVE_DUPLICATES crates)
list(SORT crates)
file(WRITE ${notices}.new "The encryption of engarde-bot contains these crates.\n")
foreach(crate IN LISTS crates)
  if(NOT crate MATCHES "^([^ ]+) v([^ |]+)[^|]*\\|([^|]*)\\|(.*)")
    continue()
  endif()
  set(name ${CMAKE_MATCH_1}-${CMAKE_MATCH_2})
  file(APPEND ${notices}.new
    "\n==== ${CMAKE_MATCH_1} ${CMAKE_MATCH_2}, ${CMAKE_MATCH_3}, ${CMAKE_MATCH_4}\n")
  file(GLOB texts ${home}/registry/src/*/${name}/LICEN[CS]E* ${home}/registry/src/*/${name}/COPY*
    ${home}/registry/src/*/${name}/NOTICE*)
  foreach(text IN LISTS texts)
    file(READ ${text} words)
    file(APPEND ${notices}.new "\n${words}")
  endforeach()
endforeach()
file(RENAME ${notices}.new ${notices})
