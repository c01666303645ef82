# One static library per row of layers.txt: passes/sym becomes m2k_sym. Sources
# are found by name, so a new file needs no edit here. A layer without any .c
# yet is an interface library, which can be linked all the same.

function(m2k_layer dir uses)
  get_filename_component(name "${dir}" NAME)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${dir}/*.c")
  set(scope INTERFACE)
  if(sources)
    set(scope PUBLIC)
    add_library(m2k_${name} STATIC ${sources})
    target_link_libraries(m2k_${name} PRIVATE m2k_warnings)
  else()
    add_library(m2k_${name} INTERFACE)
  endif()
  target_include_directories(m2k_${name} ${scope} "${PROJECT_SOURCE_DIR}")
  foreach(use IN LISTS uses)
    get_filename_component(use_name "${use}" NAME)
    target_link_libraries(m2k_${name} ${scope} m2k_${use_name})
  endforeach()
endfunction()

function(m2k_layers)
  file(STRINGS "${PROJECT_SOURCE_DIR}/cmake/layers.txt" rows REGEX "^[a-z]")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/cmake/layers.txt")
  set(seen)
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^([^ |]+) *\\|([^|]*)\\|.*$" "\\1" dir "${row}")
    string(REGEX REPLACE "^([^ |]+) *\\|([^|]*)\\|.*$" "\\2" uses "${row}")
    # These three are no C layers.
    if(dir MATCHES "^(plugin|include|runtime-stubs)$")
      continue()
    endif()
    string(STRIP "${uses}" uses)
    separate_arguments(uses)
    if(uses STREQUAL "all")
      set(uses ${seen})
    endif()
    m2k_layer("${dir}" "${uses}")
    list(APPEND seen "${dir}")
    get_filename_component(name "${dir}" NAME)
    list(APPEND names "${name}")
  endforeach()
  set(M2K_LAYERS "${names}" PARENT_SCOPE)
endfunction()

m2k_layers()

# One file in passes/check is one check; list.c reads this list of them.
file(GLOB checks CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/passes/check/*.c")
set(check_list "")
foreach(check IN LISTS checks)
  get_filename_component(check "${check}" NAME_WE)
  if(NOT check STREQUAL "list")
    string(APPEND check_list "CHECK(${check})\n")
  endif()
endforeach()
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/passes/check/check_list.def"
  CONTENT "${check_list}")
target_include_directories(m2k_check PRIVATE
  "${PROJECT_BINARY_DIR}/generated")

# Whoever links a static library also links what it calls from outside.
find_path(M2K_Z3_INCLUDE_DIR z3.h PATH_SUFFIXES z3 REQUIRED)
find_library(M2K_Z3_LIBRARY z3 REQUIRED)
find_path(M2K_JANSSON_INCLUDE_DIR jansson.h REQUIRED)
find_library(M2K_JANSSON_LIBRARY jansson REQUIRED)
find_path(M2K_UTHASH_INCLUDE_DIR uthash.h REQUIRED)

function(m2k_layer_needs name include library)
  get_target_property(type m2k_${name} TYPE)
  set(scope PUBLIC)
  if(type STREQUAL "INTERFACE_LIBRARY")
    set(scope INTERFACE)
  endif()
  target_include_directories(m2k_${name} SYSTEM ${scope} "${include}")
  target_link_libraries(m2k_${name} ${scope} ${library})
endfunction()

m2k_layer_needs(base "${M2K_UTHASH_INCLUDE_DIR}" "")
m2k_layer_needs(smt "${M2K_Z3_INCLUDE_DIR}" "${M2K_Z3_LIBRARY}")
m2k_layer_needs(report "${M2K_JANSSON_INCLUDE_DIR}" "${M2K_JANSSON_LIBRARY}")
m2k_layer_needs(interface "${M2K_JANSSON_INCLUDE_DIR}"
  "${M2K_JANSSON_LIBRARY}")
m2k_layer_needs(ir "${M2K_LLVM_INCLUDE_DIR}" "")

# Everything: what the plugin links.
add_library(m2k_core INTERFACE)
foreach(name IN LISTS M2K_LAYERS)
  target_link_libraries(m2k_core INTERFACE m2k_${name})
endforeach()
