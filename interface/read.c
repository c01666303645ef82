#include "interface/read.h"

#include "interface/header.h"
#include "interface/json_form.h"
#include "interface/traced.h"
#include "passes/base/str.h"
#include "passes/base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

m2k_iface_form m2k_iface_form_of(const char *text, size_t len) {
  size_t at = 0;
  while (at < len &&
         (text[at] == ' ' || (text[at] >= '\t' && text[at] <= '\r')))
    at++;
  if (at < len && text[at] == '{')
    return M2K_IFACE_JSON;
  return at < len && text[at] == '[' ? M2K_IFACE_TRACED : M2K_IFACE_HEADER;
}

int m2k_iface_parse(m2k_arena *arena, const char *file, const char *text,
                    size_t len, m2k_store *store, m2k_errors *errors,
                    m2k_errors *notes) {
  switch (m2k_iface_form_of(text, len)) {
  case M2K_IFACE_JSON:
    return m2k_json_form_parse(arena, file, text, len, store, errors);
  case M2K_IFACE_TRACED:
    return m2k_traced_parse(arena, file, text, len, store, errors, notes);
  case M2K_IFACE_HEADER:
    break;
  }
  return m2k_header_parse(arena, file, text, len, store, errors);
}

static int failed(m2k_errors *errors, const char *path, const char *what) {
  m2k_error(errors, (m2k_loc){.file = path}, "cannot read '%s': %s", path,
            what);
  return -1;
}

/* At most one byte more than is allowed, so that no file fills the memory. */
static bool read_text(FILE *in, m2k_str *text) {
  char buf[16 * 1024];
  size_t got = 1;
  while (got && text->len <= M2K_IFACE_MAX_BYTES) {
    got = fread(buf, 1, sizeof buf, in);
    m2k_str_add_n(text, buf, got);
  }
  return !ferror(in);
}

static int read_one(m2k_arena *arena, const char *path, m2k_store *store,
                    m2k_errors *errors, m2k_errors *notes) {
  const char *name = m2k_strdup(arena, path);
  FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  m2k_str text = {0};
  int status = -1;
  if (!in || !read_text(in, &text))
    failed(errors, name, strerror(errno));
  else if (text.len > M2K_IFACE_MAX_BYTES)
    m2k_error(errors, (m2k_loc){.file = name, .line = 1, .col = 1},
              "file too large: expected at most %d MiB",
              (int)(M2K_IFACE_MAX_BYTES >> 20));
  else
    status =
        m2k_iface_parse(arena, in == stdin ? "<stdin>" : name,
                        m2k_str_text(&text), text.len, store, errors, notes);
  if (in && in != stdin)
    fclose(in);
  m2k_str_free(&text);
  return status;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int read_directory(m2k_arena *arena, const char *path, m2k_store *store,
                          m2k_errors *errors, m2k_errors *notes) {
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
    if (read_one(arena, names.at[i], store, errors, notes) < 0)
      status = -1;
  m2k_vec_free(&names);
  return status;
}

int m2k_iface_read(m2k_arena *arena, const char *path, m2k_store *store,
                   m2k_errors *errors, m2k_errors *notes) {
  struct stat info;
  bool is_file = strcmp(path, "-") == 0;
  if (!is_file && stat(path, &info) != 0)
    return failed(errors, m2k_strdup(arena, path), strerror(errno));
  if (!is_file && S_ISDIR(info.st_mode))
    return read_directory(arena, path, store, errors, notes);
  return read_one(arena, path, store, errors, notes);
}
