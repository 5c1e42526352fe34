# usage: cmake -DSOURCE=schema.sql -DNAME=bot_schema_sql -DOUTPUT=schema_sql.c [-DDIALECT=schema.cmake] -P embed_sql.cmake
# Writes a C source with the SQL of a file as the string NAME. Leaves out the comments and the white
# space that only people need: SQLite stores the text of each table, and the bot compares it.
file(READ ${SOURCE} sql)
string(REGEX REPLACE "--[^\n]*" "" sql "${sql}")
string(REGEX REPLACE "[ \n]+" " " sql "${sql}")
string(REPLACE "( " "(" sql "${sql}")
string(REPLACE " )" ")" sql "${sql}")
string(REPLACE "; " ";" sql "${sql}")
string(STRIP "${sql}" sql)
if(DIALECT)
  include(${DIALECT})
endif()
# As bytes: a C compiler need not take a string literal of more than 4,095 characters.
string(HEX "${sql}" bytes)
string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "extern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}0};\n")
