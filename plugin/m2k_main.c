/* The command-line tool: which sub-command, and faults that become exit
 * codes. */
#include "passes/base/options.h"
#include "plugin/m2k_cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: m2k COMMAND …\n"
    "\n"
    "  check FILE|DIR…   check kernel files and print what was found\n"
    "  iface …           read, convert and compare interfaces of models\n"
    "\n"
    "  m2k COMMAND --help   about a command\n"
    "  m2k --version        the version\n"
    "\n"
    "exit codes: 0 nothing to complain about; 1 findings, bad input or a\n"
    "difference; 2 a file or kernel could not be analysed; 64 wrong usage;\n"
    "70 a fault of m2k itself\n";

/* m2k_bug aborts after its message. */
static void at_fault(int number) {
  static const char text[] = "m2k: internal fault\n";
  if (number != SIGABRT)
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(M2K_EXIT_FAULT);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    m2k_command *run;
  } commands[] = {{"check", m2k_check_command}, {"iface", m2k_iface_command}};
  signal(SIGABRT, at_fault);
  signal(SIGSEGV, at_fault);
  signal(SIGBUS, at_fault);
  const char *name = argc > 1 ? argv[1] : "";
  if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
    fputs(usage, stdout);
    return M2K_EXIT_OK;
  }
  if (strcmp(name, "--version") == 0) {
    printf("%s\n", m2k_version_text());
    return M2K_EXIT_OK;
  }
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(name, commands[i].name) == 0)
      return commands[i].run(argc - 1, argv + 1);
  if (*name)
    return m2k_usage_error("m2k", "unknown command '%s'", name);
  fputs(usage, stderr);
  return M2K_EXIT_USAGE;
}
