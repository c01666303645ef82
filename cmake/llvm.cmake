# The one place that pins the LLVM and Clang major version. ./dev and lit read
# the number from the next line.
set(M2K_LLVM_MAJOR 19)

set(M2K_LLVM_ROOT "/usr/lib/llvm-${M2K_LLVM_MAJOR}" CACHE PATH
    "where LLVM ${M2K_LLVM_MAJOR} is installed")
find_program(M2K_LLVM_CONFIG
  NAMES llvm-config-${M2K_LLVM_MAJOR} llvm-config
  HINTS "${M2K_LLVM_ROOT}/bin" REQUIRED)

function(m2k_llvm_config out)
  execute_process(COMMAND "${M2K_LLVM_CONFIG}" ${ARGN}
    OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

m2k_llvm_config(M2K_LLVM_VERSION --version)
if(NOT M2K_LLVM_VERSION MATCHES "^${M2K_LLVM_MAJOR}\\.")
  message(FATAL_ERROR "'${M2K_LLVM_CONFIG}' is version ${M2K_LLVM_VERSION}, "
    "expected ${M2K_LLVM_MAJOR}")
endif()
m2k_llvm_config(M2K_LLVM_INCLUDE_DIR --includedir)
m2k_llvm_config(M2K_LLVM_LIB_DIR --libdir)
m2k_llvm_config(M2K_LLVM_BIN_DIR --bindir)

# Headers only: what the plugin and the library layers use. They link no LLVM;
# the symbols come from the process that loads the plugin.
add_library(m2k_llvm_headers INTERFACE)
target_include_directories(m2k_llvm_headers SYSTEM INTERFACE
  "${M2K_LLVM_INCLUDE_DIR}")

# Headers and library: unit tests and fuzzers.
find_library(M2K_LLVM_LIBRARY
  NAMES LLVM-${M2K_LLVM_MAJOR} LLVM
  HINTS "${M2K_LLVM_LIB_DIR}" NO_DEFAULT_PATH REQUIRED)
add_library(m2k_llvm INTERFACE)
target_link_libraries(m2k_llvm INTERFACE m2k_llvm_headers
  "${M2K_LLVM_LIBRARY}")
