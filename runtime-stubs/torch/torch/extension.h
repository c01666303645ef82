#include <torch/all.h>
#include <torch/library.h>
