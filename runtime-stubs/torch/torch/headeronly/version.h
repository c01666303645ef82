/// The release whose stable interface these headers declare.
#ifndef M2K_STUBS_TORCH_HEADERONLY_VERSION_H
#define M2K_STUBS_TORCH_HEADERONLY_VERSION_H

#define TORCH_VERSION_MAJOR 2
#define TORCH_VERSION_MINOR 13
#define TORCH_VERSION_PATCH 0
#define TORCH_ABI_VERSION                                                      \
  ((0ULL + TORCH_VERSION_MAJOR) << 56 | (0ULL + TORCH_VERSION_MINOR) << 48)

#endif
