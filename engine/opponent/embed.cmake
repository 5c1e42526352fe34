# cmake -DINPUT=rows.bin -DOUTPUT=rows.c -P embed.cmake: the file as an array of bytes.
file(READ ${INPUT} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT}
  "#include \"engine/opponent/network.h\"\n\n"
  "const unsigned char eg_rows[(EG_FEATURES_SIGHT + EG_FEATURES_BOTH) * EG_WIDE] = {\n"
  "${bytes}};\n")
