/* The version, in this one place; CMake reads it from here. */
#ifndef M2K_BASE_VERSION_H
#define M2K_BASE_VERSION_H

#define M2K_VERSION "0.1.0"

#endif
