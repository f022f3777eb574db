# Warnings of the house for first-party targets: link isl_warnings PRIVATE.
add_library(isl_warnings INTERFACE)
target_compile_options(isl_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(ISL_WERROR)
  target_compile_options(isl_warnings INTERFACE -Werror)
endif()
