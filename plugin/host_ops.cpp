#include "host_ops.h"

#include "names.h"
#include "signatures.h"

#include "clang/AST/Decl.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace m2k {
namespace {

const m2k_run_param *describe(m2k_arena *A, const Passing &How) {
  std::vector<m2k_run_param> Params;
  for (const Passing::Param &P : How.Params) {
    m2k_run_param R = {};
    R.how = P.How;
    R.first = P.First;
    R.count = argumentsOf(P);
    R.offsets = arrayIn(A, P.Offsets);
    Params.push_back(R);
  }
  return arrayIn(A, Params);
}

const char *kindWord(m2k_param_kind Kind) {
  switch (Kind) {
  case M2K_PARAM_OTHER:
    return "other";
  case M2K_PARAM_TENSOR:
    return "tensor";
  case M2K_PARAM_LIST:
    return "list of";
  case M2K_PARAM_POINTER:
    return "pointer";
  case M2K_PARAM_INT:
    return "int";
  case M2K_PARAM_FLOAT:
    return "float";
  case M2K_PARAM_BOOL:
    return "bool";
  case M2K_PARAM_STRING:
    return "string";
  case M2K_PARAM_STRUCT:
    return "struct";
  case M2K_PARAM_ARRAY:
    return "array of";
  }
  return "?";
}

void printKind(const m2k_sig_param &P, llvm::raw_ostream &Out) {
  Out << kindWord(P.kind);
  if (P.kind == M2K_PARAM_INT)
    Out << ' ' << (P.is_unsigned ? 'u' : 'i') << P.bits;
  if (P.optional)
    Out << ", optional, flag at " << P.engaged;
  if (P.kind == M2K_PARAM_LIST || P.kind == M2K_PARAM_ARRAY) {
    for (uint32_t I = 0; I < P.nfields; I++) {
      printKind(P.fields[I], Out << " (");
      Out << ')';
    }
  } else if (P.nfields) {
    Out << " {";
    for (uint32_t I = 0; I < P.nfields; I++) {
      const m2k_sig_param &Field = P.fields[I];
      Out << (I ? "; " : "") << (Field.name ? Field.name : "") << " at "
          << Field.offset << ": ";
      printKind(Field, Out);
    }
    Out << '}';
  }
  if (P.size)
    Out << ", " << P.size << " bytes";
}

void printPassing(const m2k_run_param &P, llvm::raw_ostream &Out) {
  if (P.how == M2K_PASS_IGNORED)
    Out << "not passed";
  else if (P.how == M2K_PASS_POINTER)
    Out << "address in %" << P.first;
  else
    for (uint32_t I = 0; I < P.count; I++)
      Out << (I ? ", " : "") << '%' << P.first + I << " at " << P.offsets[I];
}

} // namespace

m2k_run_op describeOp(m2k_arena *A, const HostOp &Op, const Places &Where,
                      Annotations &Cases) {
  m2k_run_op R = {};
  R.mangled = m2k_strdup(A, Op.Function->getName().str().c_str());
  R.display = m2k_strdup(A, printedName(Op.Decl).c_str());
  R.loc = Where.presumed(A, Op.Decl->getLocation());
  R.sig = *signatureOf(A, Op.Decl);
  R.params = describe(A, Op.How);
  R.result = Op.How.Result;
  std::vector<const m2k_case *> About = Cases.casesOf(Op.Decl);
  R.cases = arrayIn(A, About);
  R.ncases = static_cast<uint32_t>(About.size());
  return R;
}

void printOp(const m2k_run_op &Op, llvm::raw_ostream &Out) {
  Out << "op " << Op.display << " = " << Op.mangled << ", " << Op.ncases
      << " cases\n";
  for (uint32_t I = 0; I < Op.sig.nparams; I++) {
    const m2k_sig_param &P = Op.sig.params[I];
    Out << "  " << (P.name ? P.name : "(unnamed)") << ": ";
    if (P.type)
      Out << '\'' << P.type << "', ";
    printKind(P, Out);
    Out << "; ";
    printPassing(Op.params[I], Out);
    Out << '\n';
  }
  if (Op.result != NoArgument)
    Out << "  result: address in %" << Op.result << '\n';
}

} // namespace m2k
