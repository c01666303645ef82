#include <Python.h>
#include <torch/all.h>
