/* From a text to a prepared module. */
#include "driver.h"

#include "llvm-c/BitReader.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static bool write_text(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  if (!f || fputs(text, f) < 0 || fclose(f) != 0) {
    fprintf(stderr, "differential: cannot write '%s': %s\n", path,
            strerror(errno));
    return false;
  }
  return true;
}

/* The plugin's own code generation has these settings (device_module.cpp). */
static bool run_clang(const char *source, const char *object, bool quiet) {
  const char *arguments[] = {M2K_CLANG,
                             "-x",
                             "cuda",
                             "-std=c++17",
                             "--cuda-device-only",
                             "--cuda-gpu-arch=sm_90",
                             "--cuda-path=/nonexistent",
                             "--cuda-feature=+ptx80",
                             "-nocudainc",
                             "-nocudalib",
                             "-Xclang",
                             "-target-sdk-version=12.4",
                             "-DCUDA_VERSION=12040",
                             "-isystem",
                             M2K_SOURCE_DIR "/include",
                             "-isystem",
                             M2K_SOURCE_DIR "/runtime-stubs/cuda",
                             "-include",
                             M2K_SOURCE_DIR "/runtime-stubs/nvcc_compat.h",
                             "-w",
                             "-O1",
                             "-Xclang",
                             "-disable-llvm-passes",
                             "-Xclang",
                             "-disable-lifetime-markers",
                             "-fno-strict-aliasing",
                             "-g",
                             "-fno-discard-value-names",
                             "-emit-llvm",
                             "-c",
                             source,
                             "-o",
                             object,
                             NULL};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (quiet)
    posix_spawn_file_actions_addclose(&actions, STDERR_FILENO);
  pid_t pid;
  int error = posix_spawn(&pid, M2K_CLANG, &actions, NULL,
                          (char *const *)(uintptr_t)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error || waitpid(pid, &status, 0) != pid)
    return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static bool parse(const char *path, batch *out) {
  LLVMMemoryBufferRef buffer;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    fprintf(stderr, "differential: %s\n", message);
    LLVMDisposeMessage(message);
    return false;
  }
  out->context = LLVMContextCreate();
  bool bad = LLVMParseBitcodeInContext2(out->context, buffer, &out->module);
  LLVMDisposeMemoryBuffer(buffer);
  if (bad)
    LLVMContextDispose(out->context);
  return !bad;
}

bool batch_load(const diff_options *o, const char *name, const char *text,
                bool quiet, batch *out) {
  m2k_arena *arena = m2k_arena_new();
  const char *source = m2k_printf(arena, "%s/%s.cu", o->scratch, name);
  const char *object = m2k_printf(arena, "%s/%s.bc", o->scratch, name);
  m2k_str whole = {0};
  m2k_str_add(&whole, "#include <cuda_runtime.h>\n");
  m2k_str_add(&whole, text);
  bool ok = write_text(source, m2k_str_text(&whole)) &&
            run_clang(source, object, quiet) && parse(object, out);
  if (ok)
    diff_prepare(out->module);
  else if (!quiet)
    fprintf(stderr, "differential: cannot compile '%s'\n", source);
  unlink(object);
  m2k_str_free(&whole);
  m2k_arena_free(arena);
  return ok;
}

void batch_free(batch *b) {
  LLVMDisposeModule(b->module);
  LLVMContextDispose(b->context);
}
