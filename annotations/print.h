/*
 * m2k_case → text, in one canonical spelling: clauses in the order case, user
 * and fixed, tensor, scalar, assume, launch, template; decimal integers, other
 * numbers as short as they can be; only the parentheses that are needed.
 * Reading the text back gives the same case, printing that the same text. */
#ifndef M2K_ANNOTATIONS_PRINT_H
#define M2K_ANNOTATIONS_PRINT_H

#include "annotations/clause.h"
#include "passes/base/str.h"

/* A text in double quotes, with the escapes that are read back. */
void m2k_string_print(const char *text, m2k_str *out);
void m2k_expr_print(const m2k_expr *expr, m2k_str *out);
void m2k_set_print(const m2k_set *set, m2k_str *out);
void m2k_param_ref_print(const m2k_param_ref *param, m2k_str *out);
void m2k_value_print(const m2k_clause_value *value, m2k_str *out);
void m2k_tensor_print(const m2k_tensor_clause *tensor, m2k_str *out);
void m2k_scalar_print(const m2k_scalar_clause *scalar, m2k_str *out);
void m2k_launch_print(const m2k_launch_clause *launch, m2k_str *out);
/* The macro's argument on one line, the target first where there is one. */
void m2k_case_print(const m2k_case *c, m2k_str *out);
/* The whole `__m2k_iface…(…)`, one clause a line. */
void m2k_case_print_macro(const m2k_case *c, m2k_str *out);

#endif
