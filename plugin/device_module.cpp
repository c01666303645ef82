#include "device_module.h"

#include "body_errors.h"
#include "decl_walk.h"
#include "event_abi.h"
#include "llvm_version.h"
#include "prepare.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/Expr.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace clang;

namespace m2k {
namespace {

/// Mutes the second code generator, and keeps what it died of.
class FirstError : public DiagnosticConsumer {
public:
  std::string Text;

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    Text = std::string(Message);
  }
};

/// -O1 without passes: clang then neither adds optnone and noinline nor leaves
/// out what the preparation needs. Lifetime markers and TBAA would only have
/// to be removed again.
CodeGenOptions ourOptions(const CodeGenOptions &Users) {
  CodeGenOptions O = Users;
  O.OptimizationLevel = 1;
  O.OptimizeSize = 0;
  O.DisableLLVMPasses = true;
  O.DisableLifetimeMarkers = true;
  O.RelaxedAliasing = true;
  O.DiscardValueNames = false;
  O.StrictReturn = true;
  O.setInlining(CodeGenOptions::NormalInlining);
  O.setDebugInfo(llvm::codegenoptions::FullDebugInfo);
  O.DebugColumnInfo = true;
  O.setProfileInstr(CodeGenOptions::ProfileNone);
  O.CoverageMapping = false;
  O.LinkBitcodeFiles.clear();
  O.DebugPrefixMap.clear();
  return O;
}

bool isDeviceFunction(const FunctionDecl *FD) {
  return FD->hasAttr<CUDADeviceAttr>() || FD->hasAttr<CUDAGlobalAttr>();
}

bool isDeviceVariable(const VarDecl *VD) {
  return VD->hasAttr<CUDADeviceAttr>() || VD->hasAttr<CUDAConstantAttr>() ||
         VD->hasAttr<CUDASharedAttr>() || VD->hasAttr<HIPManagedAttr>();
}

std::string printedName(const FunctionDecl *FD) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy = FD->getASTContext().getPrintingPolicy();
  FD->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

unsigned constantOr0(const Expr *E, const ASTContext &AST) {
  Expr::EvalResult Result;
  if (!E || E->isValueDependent() || !E->EvaluateAsInt(Result, AST))
    return 0;
  return static_cast<unsigned>(Result.Val.getInt().getLimitedValue(UINT_MAX));
}

KernelInfo describe(const FunctionDecl *FD, llvm::StringRef Mangled) {
  const ASTContext &AST = FD->getASTContext();
  KernelInfo K;
  K.Decl = FD;
  K.Mangled = Mangled.str();
  K.Printed = printedName(FD);
  for (const ParmVarDecl *P : FD->parameters())
    K.Params.push_back({P->getNameAsString(),
                        P->getType().getAsString(AST.getPrintingPolicy())});
  if (const auto *Bounds = FD->getAttr<CUDALaunchBoundsAttr>()) {
    K.MaxThreads = constantOr0(Bounds->getMaxThreads(), AST);
    K.MinBlocks = constantOr0(Bounds->getMinBlocks(), AST);
  }
  return K;
}

/// Decides for each device function whether it is handed over. A left-out
/// member function loses its body, since the code generator finds member
/// functions by itself when something calls them.
std::vector<FunctionDecl *>
soundFunctions(const Definitions &Defs, ASTContext &AST,
               llvm::ArrayRef<SourceLocation> ParseErrors,
               std::vector<LeftOut> &LeftOuts) {
  bool Broken = AST.getDiagnostics().hasUncompilableErrorOccurred();
  std::vector<FunctionDecl *> Sound;
  for (FunctionDecl *FD : Defs.Functions) {
    if (!isDeviceFunction(FD))
      continue;
    if (Broken && bodyHasErrors(FD, AST.getSourceManager(), ParseErrors)) {
      LeftOuts.push_back({printedName(FD), FD->getLocation(),
                          FD->hasAttr<CUDAGlobalAttr>(), FD});
      FD->setBody(nullptr);
      continue;
    }
    Sound.push_back(FD);
  }
  return Sound;
}

using Places = llvm::DenseSet<std::pair<unsigned, unsigned>>; // line, column

void promisedPlaces(const Stmt *S, const SourceManager &SM, Places &Out) {
  if (!S)
    return;
  if (const auto *Call = dyn_cast<CallExpr>(S))
    if (Call->getBuiltinCallee() == Builtin::BI__builtin_unreachable) {
      PresumedLoc Loc =
          SM.getPresumedLoc(SM.getExpansionLoc(Call->getExprLoc()));
      Out.insert({Loc.getLine(), Loc.getColumn()});
    }
  for (const Stmt *Child : S->children())
    promisedPlaces(Child, SM, Out);
}

/// Where a non-void function can be left without a return, clang puts the same
/// `unreachable` as for __builtin_unreachable(), at the place of whatever came
/// last. Only the AST can tell the two apart.
void noteFallOffs(llvm::Function &F, CodeGenerator &Gen,
                  const SourceManager &SM) {
  llvm::SmallVector<llvm::Instruction *> Ends;
  for (llvm::BasicBlock &BB : F)
    if (isa<llvm::UnreachableInst>(BB.getTerminator()))
      Ends.push_back(BB.getTerminator());
  const auto *FD = Ends.empty() ? nullptr
                                : dyn_cast_or_null<FunctionDecl>(
                                      Gen.GetDeclForMangledName(F.getName()));
  if (!FD || FD->getReturnType()->isVoidType() || !FD->hasBody())
    return;
  Places Promised;
  promisedPlaces(FD->getBody(), SM, Promised);
  for (llvm::Instruction *End : Ends) {
    const llvm::DebugLoc &Loc = End->getDebugLoc();
    auto *Before =
        dyn_cast_or_null<llvm::CallBase>(End->getPrevNonDebugInstruction());
    if ((!Loc || !Promised.contains({Loc.getLine(), Loc.getCol()})) &&
        !(Before && Before->doesNotReturn()))
      End->setMetadata(FallsOffMD, llvm::MDNode::get(F.getContext(), {}));
  }
}

void collectKernels(DeviceModule &Out, CodeGenerator &Gen,
                    llvm::ArrayRef<FunctionDecl *> Functions) {
  for (FunctionDecl *FD : Functions) {
    if (!FD->hasAttr<CUDAGlobalAttr>())
      continue;
    llvm::StringRef Mangled = Gen.GetMangledName(GlobalDecl(FD));
    llvm::Function *F = Out.Mod->getFunction(Mangled);
    if (!F || F->isDeclaration())
      continue;
    F->addFnAttr(M2K_KERNEL_ATTR);
    Out.Kernels.push_back(describe(FD, Mangled));
  }
}

} // namespace

DeviceModule buildDeviceModule(CompilerInstance &CI, ASTContext &AST,
                               llvm::ArrayRef<SourceLocation> ParseErrors) {
  DeviceModule Out;
  Out.Ctx = std::make_unique<llvm::LLVMContext>();
  FirstError Errors;
  DiagnosticsEngine Diags(CI.getDiagnostics().getDiagnosticIDs(),
                          new DiagnosticOptions, &Errors,
                          /*ShouldOwnClient=*/false);
  Diags.setSourceManager(&AST.getSourceManager());
  CodeGenOptions Options = ourOptions(CI.getCodeGenOpts());
  std::unique_ptr<CodeGenerator> Gen(CreateLLVMCodeGen(
      Diags, "m2k.device", &CI.getVirtualFileSystem(), CI.getHeaderSearchOpts(),
      CI.getPreprocessorOpts(), Options, *Out.Ctx));
  Definitions Defs = collectDefinitions(AST);
  std::vector<FunctionDecl *> Functions =
      soundFunctions(Defs, AST, ParseErrors, Out.LeftOuts);

  Gen->Initialize(AST);
  for (VarDecl *VD : Defs.Variables)
    if (isDeviceVariable(VD) && !VD->isInvalidDecl())
      Gen->HandleTopLevelDecl(DeclGroupRef(VD));
  for (FunctionDecl *FD : Functions)
    Gen->HandleTopLevelDecl(DeclGroupRef(FD));
  Gen->HandleTranslationUnit(AST);
  if (!Gen->GetModule()) {
    Out.Error = Errors.Text.empty() ? "no module was generated" : Errors.Text;
    return Out;
  }
  // Names and kernels are asked for while the generator still holds the module.
  llvm::Module *M = Gen->GetModule();
  Out.Mod.reset(M);
  collectKernels(Out, *Gen, Functions);
  for (llvm::Function &F : *M)
    noteFallOffs(F, *Gen, AST.getSourceManager());
  Gen->ReleaseModule();
  return Out;
}

} // namespace m2k
