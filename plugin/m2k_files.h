/*
 * Where things are: the files that a user names, and the compiler and its
 * configuration that belong to this tool.
 */
#ifndef M2K_PLUGIN_M2K_FILES_H
#define M2K_PLUGIN_M2K_FILES_H

#include "passes/base/arena.h"
#include "passes/base/vec.h"

#include <stdbool.h>

typedef M2K_VEC(const char *) m2k_paths;

/* Appends the file, or the *.cu below the directory in order of name, hidden
 * ones left out; names in `arena`. False, after a message, when there is none
 * or it cannot be read. */
bool m2k_find_kernel_files(m2k_arena *arena, const char *path, m2k_paths *out);

/* The directory of the running program, null when it cannot be known. */
const char *m2k_own_directory(m2k_arena *arena);
/* clang++ of the version that the plugin loads into: $M2K_CLANG, or
 * clang++-VERSION in PATH. Null when there is none. */
const char *m2k_find_clang(m2k_arena *arena);

#endif
