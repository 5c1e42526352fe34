# usage: cmake -DTEXTS=en.def -DLANGUAGES=languages.h -DOUTPUT=DIR -P lists.cmake
# Writes two lists for C into the folder DIR: names.inc, NAME(X) for each message M(X, ...) of TEXTS; and
# tables.inc, which makes the tables of each language. Nothing else of TEXTS is in names.inc. So after a
# change of a text, only the few files that contain texts are compiled again.
file(READ ${TEXTS} texts)
string(REGEX MATCHALL "\nM\\([A-Z0-9_]+" names "${texts}")
list(TRANSFORM names REPLACE "\nM\\((.+)" "NAME(\\1)")
list(JOIN names "\n" names)
# file(CONFIGURE) leaves a file as it is if it has the same content.
file(CONFIGURE OUTPUT ${OUTPUT}/names.inc CONTENT "${names}\n")

file(READ ${LANGUAGES} languages)
string(REGEX MATCHALL "\n\t[A-Z]+\\([A-Z]+, [a-z]+" languages "${languages}")
foreach(language IN LISTS languages)
  string(REGEX REPLACE ".*, " "" code "${language}")
  string(APPEND tables "#define LANG ${code}\n#define LANG_FILE \"bot/text/lang/${code}.def\"\n"
    "#include \"bot/text/lang/table.inc\"\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT}/tables.inc CONTENT "${tables}")
