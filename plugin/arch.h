// Which of the architectures of one command reports.
#ifndef M2K_PLUGIN_ARCH_H
#define M2K_PLUGIN_ARCH_H

#include <string>
#include <vector>

namespace m2k {

/// The architectures that the compiler driver was told to compile for, from
/// the command line of the process that started this one (each architecture
/// is compiled in a process of its own, which only knows its own). Sorted as
/// the driver goes through them; empty when that cannot be found out.
std::vector<std::string> architecturesOfCommand();

/// Whether the compile for Own is the one that reports: for the architecture
/// that was Asked for, or else the first. Why is set when the command has no
/// such architecture.
bool reportsFor(const std::string &Own, const char *Asked, std::string &Why);

} // namespace m2k

#endif // M2K_PLUGIN_ARCH_H
