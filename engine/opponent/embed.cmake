# usage: cmake -DNETWORKS=networks.bin -DOUTPUT=weights.c -P embed.cmake
# Writes a C source with the contents of networks.bin, because the library must not read files. Writes
# the numbers of the layers as their bits, so the source is right for each byte order of a processor.
include(${CMAKE_CURRENT_LIST_DIR}/../file/bytes.cmake)
set(rows 1719296) # EG_ROWS of network.h
bytes_of(${NETWORKS} rows_text 0 ${rows})
file(READ ${NETWORKS} layers OFFSET ${rows} HEX)
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" layers "${layers}")
file(WRITE ${OUTPUT}
  "#include \"engine/opponent/network.h\"\n\n"
  "_Static_assert(EG_ROWS == ${rows}, \"embed.cmake has another number of rows\");\n"
  "const unsigned char eg_rows[EG_ROWS] = {\n${rows_text}};\n"
  "const union eg_networks eg_networks = {.bits = {\n${layers}}};\n")
