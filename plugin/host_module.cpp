#include "host_module.h"

#include "arch_branches.h"
#include "names.h"
#include "reach.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Instructions.h"

using namespace clang;

namespace m2k {
namespace {

bool isKernel(const FunctionDecl *FD) { return FD->hasAttr<CUDAGlobalAttr>(); }

bool isHostFunction(const FunctionDecl *FD) {
  return isKernel(FD) || !FD->hasAttr<CUDADeviceAttr>() ||
         FD->hasAttr<CUDAHostAttr>();
}

/// A function that hands others to a framework, which calls them later, leads
/// to no launch by itself.
bool registersOps(const FunctionDecl *FD) {
  return llvm::any_of(FD->parameters(), [](const ParmVarDecl *P) {
    const CXXRecordDecl *RD =
        P->getType().getNonReferenceType()->getAsCXXRecordDecl();
    std::string Name = RD ? RD->getQualifiedNameAsString() : "";
    return Name == "torch::Library" || Name == "pybind11::module_" ||
           Name == "torch::stable::detail::StableLibrary";
  });
}

class Builder {
public:
  explicit Builder(const HostInput &In)
      : In(In), SM(In.AST.getSourceManager()) {}

  HostModule build() {
    switchToHost();
    // Host code may use what only the host's processor has. What cannot be
    // generated is left out, which can bring new errors to light.
    for (unsigned Round = 0; Round < MostRounds && !tryToBuild(); Round++)
      if (!leaveOutFailed())
        break;
    return std::move(Out);
  }

private:
  static constexpr unsigned MostRounds = 8;

  bool tryToBuild() {
    OwnCodeGen Gen(In.CI, In.AST, "m2k.host");
    for (VarDecl *VD : In.Defs.Variables) {
      giveBackToHost(VD);
      if (wanted(VD))
        Gen.add(VD);
    }
    for (FunctionDecl *FD : In.Defs.Functions)
      if (isHostFunction(FD) && FD->doesThisDeclarationHaveABody())
        function(Gen, FD);
    if (Gen.generate()) {
      for (llvm::Function &F : Gen.module())
        describe(Gen.generator(), F);
      findOps(Gen);
    }
    static_cast<OwnModule &>(Out) = Gen.release();
    return Out.Mod != nullptr;
  }

  /// Takes functions away that no code could be generated for. False: it is not
  /// known which they are.
  bool leaveOutFailed() {
    size_t Before = Out.LeftOuts.size();
    for (FunctionDecl *FD : In.Defs.Functions) {
      if (!FD->doesThisDeclarationHaveABody())
        continue;
      for (const CodeGenError &E : Out.Errors) {
        if (E.Loc.isInvalid() || !isAround(FD, SM, E.Loc))
          continue;
        Out.LeftOuts.push_back(
            {printedName(FD), FD->getLocation(), "clang says: " + E.Text, FD});
        FD->setBody(nullptr);
        break;
      }
    }
    if (Out.LeftOuts.size() != Before)
      return true;
    Out.LeftOuts.push_back({"host code", SourceLocation(),
                            "clang says: " + Out.Errors.front().Text, nullptr});
    return false;
  }

  /// Everything that the code generator asks to tell the two sides apart, and
  /// what makes host code look the same whatever the user's flags are.
  void switchToHost() {
    LangOptions &Lang = In.CI.getLangOpts();
    Lang.CUDAIsDevice = false;
    Lang.IgnoreExceptions = true; // calls, no invokes; `throw` ends a path
    // Before CUDA 9.2 a stub passed its arguments one by one.
    bool PerThread =
        Lang.GPUDefaultStream == LangOptions::GPUDefaultStreamKind::PerThread;
    llvm::StringRef Launch =
        PerThread ? "cudaLaunchKernel_ptsz" : "cudaLaunchKernel";
    TargetOptions &Target = In.AST.getTargetInfo().getTargetOpts();
    const llvm::VersionTuple NewLaunch(9, 2);
    if (Target.SDKVersion < NewLaunch &&
        !In.AST.getTranslationUnitDecl()
             ->lookup(&In.AST.Idents.get(Launch))
             .empty())
      Target.SDKVersion = NewLaunch;
  }

  bool isUsers(const Decl *D) const {
    return !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  }

  /// In a device-side parse clang makes constants of namespaces and classes
  /// __constant__ by itself, which on the host's side have no value.
  static void giveBackToHost(VarDecl *VD) {
    const auto *Constant = VD->getAttr<CUDAConstantAttr>();
    if (Constant && Constant->isImplicit())
      VD->dropAttr<CUDAConstantAttr>();
  }

  /// A variable that is initialised at run time stays a declaration: nothing
  /// is known of what it holds.
  bool wanted(const VarDecl *VD) const {
    if (VD->isInvalidDecl() ||
        (VD->hasInit() && !VD->hasConstantInitialization()))
      return false;
    return isUsers(VD) || !In.AST.DeclMustBeEmitted(VD);
  }

  /// What may be discarded is generated only when something needs it, which
  /// drops ops that are only registered, in initialisers that we leave out.
  void function(OwnCodeGen &Gen, FunctionDecl *FD) {
    bool Users = isUsers(FD);
    bool MustBeEmitted = In.AST.DeclMustBeEmitted(FD);
    if (!Users && MustBeEmitted)
      return;
    bool HostOnly = !isKernel(FD) && !FD->hasAttr<CUDADeviceAttr>();
    if (Users && HostOnly && !MustBeEmitted && !FD->hasAttr<UsedAttr>() &&
        (FD->isUsed() || registersOps(FD) || In.IsNamed(FD)))
      FD->addAttr(UsedAttr::CreateImplicit(In.AST));
    std::vector<LeftOut> Ignored; // other people's code
    if (!leaveOut(FD, SM, In.ParseErrors, Users ? Out.LeftOuts : Ignored))
      Gen.add(FD);
  }

  const FunctionDecl *declOf(CodeGenerator &Gen, const llvm::Function &F) {
    return dyn_cast_or_null<FunctionDecl>(
        Gen.GetDeclForMangledName(F.getName()));
  }

  void describe(CodeGenerator &Gen, llvm::Function &F) {
    if (F.isIntrinsic())
      return;
    const FunctionDecl *FD = declOf(Gen, F);
    // What has no declaration is named by the code generator itself.
    std::string Plain = FD ? plainName(FD) : F.getName().str();
    llvm::StringRef Name = Plain;
    if (Name.starts_with("cuda"))
      Name.consume_back("_ptsz") || Name.consume_back("_ptds");
    F.addFnAttr(M2K_HOST_NAME_ATTR, Name);
    if (FD && isKernel(FD))
      F.addFnAttr(M2K_HOST_STUB_ATTR, kernelName(Gen, FD));
    if (FD && In.Branches.inside(SM, FD->getSourceRange()))
      F.addFnAttr(M2K_HOST_ARCH_ATTR);
  }

  /// As the device module has it; of a kernel that was left out there, as it
  /// would have had it.
  std::string kernelName(CodeGenerator &Gen, const FunctionDecl *FD) {
    for (const KernelInfo &K : In.Device.Kernels)
      if (K.Decl->getCanonicalDecl() == FD->getCanonicalDecl())
        return K.Mangled;
    return Gen.GetMangledName(GlobalDecl(FD, KernelReferenceKind::Kernel))
        .str();
  }

  static llvm::StringRef stubOf(const llvm::Function &F) {
    return F.getFnAttribute(M2K_HOST_STUB_ATTR).getValueAsString();
  }

  /// Does calling this put the device to work?
  static bool reachesDevice(const llvm::Function &F) {
    llvm::StringRef Name =
        F.getFnAttribute(M2K_HOST_NAME_ATTR).getValueAsString();
    return !stubOf(F).empty() || Name.starts_with("cudaLaunch") ||
           Name.starts_with("cudaMemcpy") || Name.starts_with("cudaMemset");
  }

  void findOps(OwnCodeGen &Gen) {
    CodeGenerator &G = Gen.generator();
    Reach Edges(Gen.module(), [&](const llvm::Function &F) {
      const FunctionDecl *FD = declOf(G, F);
      return FD && registersOps(FD);
    });
    Reach::Set Leading = Edges.leadingTo(reachesDevice);
    llvm::SetVector<llvm::Function *> Chosen;
    std::vector<llvm::Function *> Candidates;
    for (llvm::Function &F : Gen.module()) {
      const FunctionDecl *FD = F.isDeclaration() ? nullptr : declOf(G, F);
      if (!FD || isKernel(FD) || !isUsers(FD))
        continue;
      if (In.IsNamed(FD))
        Chosen.insert(&F);
      if (Leading.contains(&F))
        Candidates.push_back(&F);
    }
    for (llvm::Function *F : Edges.outermost(Candidates))
      Chosen.insert(F);
    for (llvm::Function &F : Gen.module())
      if (Chosen.contains(&F))
        op(G, Edges, F);
  }

  void op(CodeGenerator &Gen, const Reach &Edges, llvm::Function &F) {
    const FunctionDecl *FD = declOf(Gen, F);
    HostOp Op = {FD, &F, passingOf(Gen, FD), {}};
    for (const llvm::Function *Below : Edges.below(F))
      if (!stubOf(*Below).empty())
        Op.Kernels.push_back(stubOf(*Below).str());
    Out.Ops.push_back(std::move(Op));
  }

  const HostInput &In;
  const SourceManager &SM;
  HostModule Out;
};

} // namespace

HostModule buildHostModule(const HostInput &In) { return Builder(In).build(); }

} // namespace m2k
