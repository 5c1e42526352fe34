# usage: cmake -DSOURCE=avatar.png -DOUTPUT=avatar.c -P embed.cmake
# Writes a C source with the contents of the avatar.
file(READ ${SOURCE} bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT}
  "#include \"bot/picture/avatar.h\"\n\n"
  "const unsigned char bot_avatar[] = {\n${bytes}};\n"
  "const size_t bot_avatar_size = sizeof(bot_avatar);\n")
