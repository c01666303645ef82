#include "interface/header.h"

#include "passes/base/str.h"
#include "passes/base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

static int failed(m2k_errors *errors, const char *path, const char *what) {
  m2k_error(errors, (m2k_loc){.file = path}, "cannot read '%s': %s", path,
            what);
  return -1;
}

static int read_one(m2k_arena *arena, const char *path, m2k_store *store,
                    m2k_errors *errors) {
  size_t len = 0;
  char *text = m2k_read_file(path, &len);
  if (!text)
    return failed(errors, m2k_strdup(arena, path), strerror(errno));
  int status = len > INT32_MAX
                   ? failed(errors, m2k_strdup(arena, path), "file too large")
                   : m2k_header_parse(arena, path, text, len, store, errors);
  free(text);
  return status;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int read_directory(m2k_arena *arena, const char *path, m2k_store *store,
                          m2k_errors *errors) {
  M2K_VEC(const char *) names = {0};
  DIR *dir = opendir(path);
  if (!dir)
    return failed(errors, m2k_strdup(arena, path), strerror(errno));
  for (const struct dirent *d; (d = readdir(dir));)
    if (m2k_ends_with(d->d_name, ".m2k.h"))
      m2k_vec_push(&names, m2k_printf(arena, "%s/%s", path, d->d_name));
  closedir(dir);
  int status = 0;
  if (names.len)
    qsort(names.at, names.len, sizeof *names.at, compare_names);
  else
    status = failed(errors, m2k_strdup(arena, path),
                    "the directory holds no *.m2k.h");
  for (uint32_t i = 0; i < names.len; i++)
    if (read_one(arena, names.at[i], store, errors) < 0)
      status = -1;
  m2k_vec_free(&names);
  return status;
}

int m2k_header_read(m2k_arena *arena, const char *path, m2k_store *store,
                    m2k_errors *errors) {
  struct stat info;
  if (stat(path, &info) != 0)
    return failed(errors, m2k_strdup(arena, path), strerror(errno));
  if (S_ISDIR(info.st_mode))
    return read_directory(arena, path, store, errors);
  return read_one(arena, path, store, errors);
}
