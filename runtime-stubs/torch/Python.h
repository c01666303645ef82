/// The names of Python's C API that an extension's registration macro needs;
/// only found where no real Python.h is on the include path before it.
#ifndef M2K_STUBS_PYTHON_H
#define M2K_STUBS_PYTHON_H

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct _object PyObject;
#define PyMODINIT_FUNC extern "C" PyObject *
#define PyModuleDef_HEAD_INIT 0
struct PyModuleDef {
  int m_base;
  const char *m_name;
  const char *m_doc;
  long m_size;
  void *m_methods;
};
extern "C" PyObject *PyModule_Create(PyModuleDef *def);

#endif
