# usage: cmake -DSOURCE=avatar.png -DOUTPUT=avatar.c -P embed.cmake
# Writes a C source with the contents of the avatar.
include(${CMAKE_CURRENT_LIST_DIR}/../../engine/file/bytes.cmake)
bytes_of(${SOURCE} bytes)
file(WRITE ${OUTPUT}
  "#include \"bot/picture/picture.h\"\n\n"
  "const unsigned char bot_avatar[] = {\n${bytes}};\n"
  "const size_t bot_avatar_size = sizeof(bot_avatar);\n")
