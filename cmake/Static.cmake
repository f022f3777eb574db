# ISL_STATIC: isl and islc need nothing of the machine that they are put on, its C library included.
# Neither loads a library at run time or asks for users or hosts by name, where a static glibc would still want the
# machine's own.
# Debian has no static library of fmt. The same objects in both, so that they are compiled once (ccache).
set(ISL_FMT fmt::fmt-header-only)
# ISL_SHARED_FMT: a build with checkers links Debian's library: fmt in each file is two thirds of what isl takes there.
if(ISL_SHARED_FMT)
  set(ISL_FMT fmt::fmt)
endif()
if(ISL_STATIC)
  set(CMAKE_FIND_LIBRARY_SUFFIXES .a)
  add_link_options(-static)
  set(ISL_SOURCES "")
else()
  # A build tree finds specs and headers in the sources; a tree that moves has them beside bin.
  set(ISL_SOURCES ${CMAKE_SOURCE_DIR})
endif()

# After find_package(LLVM): Debian's Support names the solver z3, which nothing of it here calls and of which
# there is no static library.
macro(isl_llvm_static)
  if(ISL_STATIC)
    get_target_property(libraries LLVMSupport INTERFACE_LINK_LIBRARIES)
    list(FILTER libraries EXCLUDE REGEX "z3")
    set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${libraries}")
  endif()
endmacro()
