#include "passing.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;
using namespace clang::CodeGen;

namespace m2k {
namespace {

const CGFunctionInfo &arrange(CodeGenerator &Gen, const FunctionDecl *FD) {
  const ASTContext &AST = FD->getASTContext();
  const auto *Type = FD->getType()->castAs<FunctionProtoType>();
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  if (Method && Method->isImplicitObjectMemberFunction())
    return arrangeCXXMethodType(Gen.CGM(), Method->getParent(), Type, Method);
  return arrangeFreeFunctionType(
      Gen.CGM(),
      AST.getCanonicalType(QualType(Type, 0)).castAs<FunctionProtoType>());
}

/// The pieces that a value is passed in, each one LLVM argument.
std::vector<uint64_t> pieces(const ABIArgInfo &Info,
                             const llvm::DataLayout &Layout) {
  auto *Struct = dyn_cast<llvm::StructType>(Info.getCoerceToType());
  if (!Struct || !Info.isDirect() || !Info.getCanBeFlattened())
    return {Info.getDirectOffset()};
  std::vector<uint64_t> Offsets;
  const llvm::StructLayout *Fields = Layout.getStructLayout(Struct);
  for (unsigned I = 0; I < Struct->getNumElements(); I++)
    Offsets.push_back(Info.getDirectOffset() + Fields->getElementOffset(I));
  return Offsets;
}

Passing::Param param(QualType Type, const ABIArgInfo &Info, uint32_t First,
                     const llvm::DataLayout &Layout) {
  switch (Info.getKind()) {
  case ABIArgInfo::Direct:
  case ABIArgInfo::Extend:
    if (Type->isReferenceType())
      return {M2K_PASS_POINTER, First, {}};
    return {M2K_PASS_DIRECT, First, pieces(Info, Layout)};
  case ABIArgInfo::Indirect:
  case ABIArgInfo::IndirectAliased:
    return {M2K_PASS_POINTER, First, {}};
  case ABIArgInfo::Ignore:
    return {M2K_PASS_IGNORED, First, {}};
  case ABIArgInfo::Expand:
  case ABIArgInfo::CoerceAndExpand:
  case ABIArgInfo::InAlloca:
    break; // no target that device code is generated for does this
  }
  llvm::report_fatal_error("a host parameter is passed in an unknown way");
}

} // namespace

uint32_t argumentsOf(const Passing::Param &P) {
  return P.How == M2K_PASS_IGNORED   ? 0
         : P.How == M2K_PASS_POINTER ? 1
                                     : static_cast<uint32_t>(P.Offsets.size());
}

Passing passingOf(CodeGenerator &Gen, const FunctionDecl *FD) {
  const CGFunctionInfo &Function = arrange(Gen, FD);
  const llvm::DataLayout &Layout = Gen.GetModule()->getDataLayout();
  Passing Out;
  uint32_t Next = 0;
  if (Function.getReturnInfo().isIndirect())
    Out.Result = Next++;
  bool IsThis = Function.isInstanceMethod();
  for (const CGFunctionInfoArgInfo &Arg : Function.arguments()) {
    Passing::Param P = param(Arg.type, Arg.info, Next, Layout);
    Next += argumentsOf(P);
    if (!IsThis)
      Out.Params.push_back(std::move(P));
    IsThis = false;
  }
  return Out;
}

} // namespace m2k
