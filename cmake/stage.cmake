# What must lie beside libm2k.so for its configuration files to find it. The
# directories are links, so that an edited or deleted header never leaves a
# stale copy behind; `cp -rL` of the build directory's four entries is a
# working installation, since the .cfg files name everything by <CFGDIR>.
foreach(dir include runtime-stubs)
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${dir}")
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${dir}"
      "${PROJECT_BINARY_DIR}/${dir}" SYMBOLIC)
  endif()
endforeach()

configure_file("${PROJECT_SOURCE_DIR}/cmake/m2k.cfg.in"
  "${PROJECT_BINARY_DIR}/m2k.cfg" @ONLY)
set(m2k_stubs_cfg "${PROJECT_SOURCE_DIR}/runtime-stubs/m2k-stubs.cfg.in")
if(EXISTS "${m2k_stubs_cfg}")
  configure_file("${m2k_stubs_cfg}" "${PROJECT_BINARY_DIR}/m2k-stubs.cfg"
    @ONLY)
endif()
