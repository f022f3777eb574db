# antlr_generate(<out-var> <grammar.g4>): runs the ANTLR tool at build time and returns the list
# of generated C++ sources. The tool is Debian's 4.7.2, whose output the 4.9 runtime accepts.
find_program(ANTLR4_TOOL antlr4 REQUIRED)
find_path(ANTLR4_INCLUDE_DIR antlr4-runtime.h PATH_SUFFIXES antlr4-runtime REQUIRED)
find_library(ANTLR4_RUNTIME NAMES libantlr4-runtime.a antlr4-runtime REQUIRED)

function(antlr_generate out grammar)
  get_filename_component(name ${grammar} NAME_WE)
  get_filename_component(grammar_dir ${grammar} DIRECTORY)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/antlr)
  set(sources ${dir}/${name}Lexer.cpp ${dir}/${name}Parser.cpp)
  add_custom_command(
    OUTPUT ${sources} ${dir}/${name}Lexer.h ${dir}/${name}Parser.h
    COMMAND ${CMAKE_COMMAND} -E make_directory ${dir}
    COMMAND ${ANTLR4_TOOL} -Dlanguage=Cpp -no-listener -no-visitor -Werror
            -package isl::grammar -o ${dir} ${name}.g4
    WORKING_DIRECTORY ${grammar_dir}
    DEPENDS ${grammar}
    COMMENT "Generating the parser of ${name}.g4"
    VERBATIM)
  set(${out} ${sources} PARENT_SCOPE)
endfunction()
