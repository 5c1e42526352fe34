# Sets OUT to the bytes of a file as the values of a C array, such as 0x1f,0x8b, in lines of sixteen.
# An offset and a number of bytes may follow; without them, takes the whole file.
function(bytes_of FILE OUT)
  if(ARGC GREATER 2)
    file(READ ${FILE} bytes OFFSET ${ARGV2} LIMIT ${ARGV3} HEX)
  else()
    file(READ ${FILE} bytes HEX)
  endif()
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  set(${OUT} "${bytes}" PARENT_SCOPE)
endfunction()
