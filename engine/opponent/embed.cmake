# usage: cmake -DSOURCE=DIRECTORY -DOUTPUT=weights.c -P embed.cmake
# Writes a C source with the contents of rows.bin and layers.txt, because the library must not read
# files.
file(READ ${SOURCE}/rows.bin rows HEX)
string(REGEX REPLACE "(................................)" "\\1\n" rows "${rows}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," rows "${rows}")
file(READ ${SOURCE}/layers.txt numbers)
string(REGEX REPLACE "([0-9])([ \n])" "\\1F,\\2" numbers "${numbers}")
file(WRITE ${OUTPUT}
  "#include \"engine/opponent/network.h\"\n\n"
  "const unsigned char eg_rows[(EG_FEATURES_SIGHT + EG_FEATURES_BOTH) * EG_WIDE] = {\n"
  "${rows}};\n\n"
  "const union eg_networks eg_networks = {{\n${numbers}}};\n")
