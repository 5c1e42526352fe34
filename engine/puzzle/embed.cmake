# usage: cmake -DPUZZLES=year.bin -DOUTPUT=year.c -P embed.cmake
# Writes a C source with the contents of year.bin, because the library must not read files.
include(${CMAKE_CURRENT_LIST_DIR}/../file/bytes.cmake)
bytes_of(${PUZZLES} bytes)
file(WRITE ${OUTPUT} "#include \"engine/puzzle/puzzle.h\"\n\n"
  "const uint8_t eg_year[EG_PUZZLE_HEAD + EG_YEAR * EG_PUZZLE_SIZE] = {\n${bytes}};\n")
