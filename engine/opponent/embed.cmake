# usage: cmake -DSOURCE=DIRECTORY -DOUTPUT=weights.c -P embed.cmake
# Writes a C source with the contents of rows.bin and layers.txt, because the library must not read
# files.
include(${CMAKE_CURRENT_LIST_DIR}/../../cmake/bytes.cmake)
bytes_of(${SOURCE}/rows.bin rows)
file(READ ${SOURCE}/layers.txt numbers)
string(REGEX REPLACE "([0-9])([ \n])" "\\1F,\\2" numbers "${numbers}")
file(WRITE ${OUTPUT}
  "#include \"engine/opponent/network.h\"\n\n"
  "const unsigned char eg_rows[(EG_FEATURES_SIGHT + EG_FEATURES_BOTH) * EG_WIDE] = {\n"
  "${rows}};\n\n"
  "const union eg_networks eg_networks = {{\n${numbers}}};\n")
