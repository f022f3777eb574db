# Turns a helper class into a C++ array, with the compile-time stand-ins renamed to the classes they
# stand for (names of equal length, so the constant pool keeps its shape).
# cmake -DINPUT=IslRT.class -DOUTPUT=IslRTClass.inc -P EmbedClass.cmake
file(READ ${INPUT} hex HEX)
function(rename from to)
  string(HEX "java/lang/${from}" from_hex)
  string(HEX "java/lang/${to}" to_hex)
  string(REPLACE ${from_hex} ${to_hex} hex "${hex}")
  set(hex "${hex}" PARENT_SCOPE)
endfunction()
rename(IslObj Object)
rename(IslThr Thread)
string(REGEX REPLACE "(..)" "0x\\1," hex "${hex}")
file(WRITE ${OUTPUT} "// Generated from runtime/java by cmake/EmbedClass.cmake.\n${hex}\n")
