# isl_add_agent(NAME SPEC leak.isl... [OUTPUT_DIRECTORY DIR] [OPTIONS -DUserParameter=20 ...])
#
# Compiles the specs to the agent NAME.so when the target NAME is built, and again when a spec
# changes. The property AGENT_FILE of the target is the path of the agent; with CTest, for example:
#
#   isl_add_agent(leak SPEC leak.isl)
#   add_test(NAME soak COMMAND ${Java_JAVA_EXECUTABLE}
#     -agentpath:$<TARGET_PROPERTY:leak,AGENT_FILE>=max-vso=8 -jar app.jar)
function(isl_add_agent name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT_DIRECTORY" "SPEC;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "isl_add_agent(${name}): unknown arguments: ${arg_UNPARSED_ARGUMENTS}; "
                        "valid are SPEC, OPTIONS, OUTPUT_DIRECTORY")
  endif()
  if(NOT arg_SPEC)
    message(FATAL_ERROR "isl_add_agent(${name}): no spec; write isl_add_agent(${name} SPEC leak.isl)")
  endif()
  if(NOT arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(specs)
  foreach(spec IN LISTS arg_SPEC)
    get_filename_component(path ${spec} ABSOLUTE BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
    if(NOT EXISTS ${path})
      message(FATAL_ERROR "isl_add_agent(${name}): there is no file ${path}")
    endif()
    list(APPEND specs ${path})
  endforeach()
  set(agent ${arg_OUTPUT_DIRECTORY}/${name}.so)
  add_custom_command(
    OUTPUT ${agent}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${arg_OUTPUT_DIRECTORY}
    COMMAND Isl::islc ${arg_OPTIONS} ${specs} -o ${agent}
    DEPENDS ${specs} Isl::islc
    COMMENT "Compiling the agent ${name}.so"
    VERBATIM)
  add_custom_target(${name} ALL DEPENDS ${agent})
  set_target_properties(${name} PROPERTIES AGENT_FILE ${agent})
endfunction()
