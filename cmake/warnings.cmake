option(M2K_WERROR "treat compiler warnings as errors" ON)

add_library(m2k_warnings INTERFACE)
# In C++, gcc's -Wshadow also rejects a constructor's parameter that is named
# as the member it sets, which LLVM's style asks for; clang's does not.
target_compile_options(m2k_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  $<$<OR:$<COMPILE_LANGUAGE:C>,$<CXX_COMPILER_ID:Clang>>:-Wshadow>
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<BOOL:${M2K_WERROR}>:-Werror>)
