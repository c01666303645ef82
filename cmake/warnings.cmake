option(M2K_WERROR "treat compiler warnings as errors" ON)

add_library(m2k_warnings INTERFACE)
target_compile_options(m2k_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes>
  $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
  $<$<BOOL:${M2K_WERROR}>:-Werror>)
