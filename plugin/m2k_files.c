#include "plugin/m2k_files.h"

#include "passes/base/str.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(const char *path, const char *why) {
  fprintf(stderr, "m2k check: error: cannot read '%s': %s\n", path, why);
  return false;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool walk(m2k_arena *arena, const char *path, m2k_paths *out) {
  m2k_paths names = {0};
  DIR *dir = opendir(path);
  if (!dir)
    return failed(path, strerror(errno));
  for (const struct dirent *d; (d = readdir(dir));)
    if (d->d_name[0] != '.')
      m2k_vec_push(&names, m2k_printf(arena, "%s/%s", path, d->d_name));
  closedir(dir);
  if (names.len)
    qsort(names.at, names.len, sizeof *names.at, compare_names);
  bool ok = true;
  for (uint32_t i = 0; i < names.len; i++) {
    struct stat info;
    /* No links to directories: they may lead in circles. */
    if (lstat(names.at[i], &info) == 0 && S_ISDIR(info.st_mode))
      ok = walk(arena, names.at[i], out) && ok;
    else if (m2k_ends_with(names.at[i], ".cu"))
      m2k_vec_push(out, names.at[i]);
  }
  m2k_vec_free(&names);
  return ok;
}

bool m2k_find_kernel_files(m2k_arena *arena, const char *path, m2k_paths *out) {
  struct stat info;
  uint32_t before = out->len;
  if (stat(path, &info) != 0)
    return failed(path, strerror(errno));
  if (!S_ISDIR(info.st_mode)) {
    m2k_vec_push(out, m2k_strdup(arena, path));
    return true;
  }
  size_t len = strlen(path);
  while (len > 1 && path[len - 1] == '/')
    len--;
  return walk(arena, m2k_strndup(arena, path, len), out) &&
         (out->len > before || failed(path, "the directory holds no *.cu"));
}

const char *m2k_own_directory(m2k_arena *arena) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  while (n > 0 && path[n - 1] != '/')
    n--;
  return n > 0 ? m2k_strndup(arena, path, (size_t)n) : NULL;
}

const char *m2k_find_clang(m2k_arena *arena) {
  const char *given = getenv("M2K_CLANG"), *at = getenv("PATH");
  if (given && *given)
    return access(given, X_OK) == 0 ? given : NULL;
  while (at && *at) {
    size_t n = strcspn(at, ":");
    const char *path =
        m2k_printf(arena, "%.*s/clang++-%d", (int)n, at, M2K_LLVM_MAJOR);
    if (access(path, X_OK) == 0)
      return path;
    at += n + (at[n] == ':');
  }
  return NULL;
}
