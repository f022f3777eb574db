# The installed tree and the Debian package. Everything finds everything else relative to itself:
# bin/islc -> ../lib/isl, ../include/isl; so the tree works wherever it is put.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS islc RUNTIME DESTINATION bin)
install(TARGETS isl RUNTIME DESTINATION bin)
# ISL_PORTABLE_TREE: what scripts/lib/portable-agents made, for every Linux of this architecture; else the runtime
# is this machine's, and agents are compiled when they are wanted.
set(ISL_PORTABLE_TREE "" CACHE PATH "A folder with lib/ and agents/ to install in place of this build's runtime")
# agents/ in an archive, lib/isl/agents below /usr.
set(ISL_AGENTS_FOLDER agents CACHE STRING "Where the prebuilt agents go")
if(ISL_PORTABLE_TREE)
  install(FILES ${ISL_PORTABLE_TREE}/lib/libisl-runtime.a DESTINATION lib/isl)
  install(DIRECTORY ${ISL_PORTABLE_TREE}/agents/ DESTINATION ${ISL_AGENTS_FOLDER} FILES_MATCHING PATTERN "*.so" PATTERN "*.isl")
else()
  install(TARGETS isl-runtime ARCHIVE DESTINATION lib/isl)
endif()
install(DIRECTORY runtime/include/isl DESTINATION include)
install(DIRECTORY examples editors DESTINATION share/isl)
install(FILES README.md CHANGELOG.md LICENSE ${CMAKE_BINARY_DIR}/share/doc/isl/messages.md DESTINATION share/doc/isl)
install(DIRECTORY docs DESTINATION share/doc/isl)
install(FILES junit/README.md DESTINATION share/isl/junit)
install(FILES packaging/isl.gradle DESTINATION share/isl)
install(FILES man/islc.1 man/isl.1 DESTINATION share/man/man1)
install(FILES completions/islc completions/isl DESTINATION share/bash-completion/completions)

# find_package(Isl) in the build tree (-DIsl_DIR=build/release) and in the installed one.
set(ISL_CONFIG_BIN ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
configure_package_config_file(cmake/IslConfig.cmake.in ${CMAKE_BINARY_DIR}/IslConfig.cmake
  INSTALL_DESTINATION ${CMAKE_BINARY_DIR} INSTALL_PREFIX ${CMAKE_BINARY_DIR}
  PATH_VARS ISL_CONFIG_BIN)
set(ISL_CONFIG_BIN bin)
configure_package_config_file(cmake/IslConfig.cmake.in
  ${CMAKE_BINARY_DIR}/install-config/IslConfig.cmake
  INSTALL_DESTINATION lib/cmake/Isl PATH_VARS ISL_CONFIG_BIN)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/IslConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_file(cmake/IslAgent.cmake ${CMAKE_BINARY_DIR}/IslAgent.cmake COPYONLY)
install(FILES ${CMAKE_BINARY_DIR}/install-config/IslConfig.cmake
  ${CMAKE_BINARY_DIR}/IslConfigVersion.cmake cmake/IslAgent.cmake DESTINATION lib/cmake/Isl)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME isl)
set(CPACK_PACKAGE_VENDOR "ISL")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CONTACT "ISL maintainers <isl@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "find memory problems of Java programs from specs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"islc compiles a spec of a memory problem to a JVM agent; the agent watches an
unmodified program on HotSpot 17 to 25 and reports where the objects with the
problem were allocated, what holds them and how much of the heap they are.")
set(CPACK_PACKAGE_INSTALL_DIRECTORY isl)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION java)
# Agents that are compiled need a host compiler; those that came along need nothing. The shared libraries of islc
# are found by dpkg-shlibdeps.
set(compiler "g++ | clang | c++-compiler, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openjdk-17-jdk-headless | java17-sdk-headless | java-sdk-headless")
if(ISL_STATIC)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)
else()
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
if(ISL_PORTABLE_TREE)
  string(APPEND CPACK_DEBIAN_PACKAGE_RECOMMENDS ", ${compiler}")
else()
  set(CPACK_DEBIAN_PACKAGE_DEPENDS ${compiler})
endif()
include(CPack)
