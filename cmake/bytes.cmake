# Sets OUT to the bytes of a file as the values of a C array, such as 0x1f,0x8b, in lines of sixteen.
function(bytes_of FILE OUT)
  file(READ ${FILE} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  set(${OUT} "${bytes}" PARENT_SCOPE)
endfunction()
