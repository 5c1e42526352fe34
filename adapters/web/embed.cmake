# usage: cmake -DSOURCE=page -DLANGUAGES=languages.h -DOUTPUT=files.c -P embed.cmake
# Writes a C source with the files of the page, and with the file languages.mjs: the languages of the bot.
include(${CMAKE_CURRENT_LIST_DIR}/../../engine/file/bytes.cmake)
set(type_.html "text/html; charset=utf-8")
set(type_.css "text/css; charset=utf-8")
set(type_.mjs "text/javascript; charset=utf-8")
set(type_.svg "image/svg+xml")

set(patterns)
foreach(extension html css mjs svg)
  list(APPEND patterns ${SOURCE}/*.${extension})
endforeach()
file(GLOB files RELATIVE ${SOURCE} ${patterns})
list(TRANSFORM files PREPEND ${SOURCE}/)

file(READ ${LANGUAGES} languages)
string(REGEX MATCHALL "\n\t[A-Z]+\\([A-Z]+, [a-z]+, \"[^\"]*\", \"[^\"]*\"" languages "${languages}")
list(TRANSFORM languages REPLACE ".*, ([a-z]+), .*, (\".*\")" "\\1: \\2")
list(JOIN languages ", " languages)
get_filename_component(folder ${OUTPUT} DIRECTORY)
file(WRITE ${folder}/languages.mjs
  "// The languages of the bot by their codes.\nexport const LANGUAGES = { ${languages} };\n")
list(APPEND files ${folder}/languages.mjs)

set(number 0)
foreach(file IN LISTS files)
  get_filename_component(extension ${file} LAST_EXT)
  get_filename_component(name ${file} NAME)
  bytes_of(${file} bytes)
  file(SHA256 ${file} hash)
  string(SUBSTRING ${hash} 0 32 hash)
  string(APPEND arrays "static const unsigned char bytes_${number}[] = {\n${bytes}};\n")
  string(APPEND rows "\t{\"/${name}\", \"${type_${extension}}\", \"\\\"${hash}\\\"\", "
    "bytes_${number}, sizeof bytes_${number}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}
  "#include \"adapters/web/site.h\"\n\n${arrays}\n"
  "const struct web_file web_files[] = {\n${rows}};\n"
  "const size_t web_files_count = ${number};\n")
