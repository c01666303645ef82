#include "signatures.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace m2k {
namespace {

constexpr unsigned MaxDepth = 8; // of structs in structs

std::string recordName(QualType T) {
  const auto *RD = T->getAsCXXRecordDecl();
  return RD ? RD->getQualifiedNameAsString() : std::string();
}

/// Names of element types that are classes, in PyTorch and in CUDA.
m2k_dtype classDtype(llvm::StringRef Name) {
  return llvm::StringSwitch<m2k_dtype>(Name)
      .Cases("c10::Half", "__half", M2K_DTYPE_f16)
      .Cases("c10::BFloat16", "__nv_bfloat16", M2K_DTYPE_bf16)
      .Cases("c10::Float8_e4m3fn", "c10::Float8_e4m3fnuz", "__nv_fp8_e4m3",
             M2K_DTYPE_f8e4m3)
      .Cases("c10::Float8_e5m2", "c10::Float8_e5m2fnuz", "__nv_fp8_e5m2",
             M2K_DTYPE_f8e5m2)
      .Default(M2K_DTYPE_any);
}

class Builder {
public:
  Builder(m2k_arena *A, const ASTContext &AST) : A(A), AST(AST) {}

  m2k_sig_param param(llvm::StringRef Name, QualType T, unsigned Depth = 0) {
    m2k_sig_param P = {};
    P.name = Name.empty() ? nullptr : m2k_strdup(A, Name.str().c_str());
    P.kind = M2K_PARAM_OTHER;
    QualType Object = T.getNonReferenceType();
    fill(P, Object, Depth);
    if (hasLayout(Object))
      P.size =
          static_cast<uint32_t>(AST.getTypeSizeInChars(Object).getQuantity());
    P.by_reference = T->isReferenceType();
    P.type = m2k_strdup(A, T.getAsString(AST.getPrintingPolicy()).c_str());
    return P;
  }

  m2k_dtype dtype(QualType T) {
    T = T.getCanonicalType().getUnqualifiedType();
    if (T->isDependentType())
      return M2K_DTYPE_any;
    if (const auto *Enum = T->getAs<EnumType>())
      T = Enum->getDecl()->getIntegerType();
    if (T.isNull() || T->isRecordType())
      return T.isNull() ? M2K_DTYPE_any : classDtype(recordName(T));
    if (T->isBooleanType())
      return M2K_DTYPE_bool;
    if (T->isBFloat16Type())
      return M2K_DTYPE_bf16;
    if (!T->isIntegerType() && !T->isRealFloatingType())
      return M2K_DTYPE_any;
    uint64_t Size = AST.getTypeSize(T);
    if (T->isRealFloatingType())
      return Size == 64   ? M2K_DTYPE_f64
             : Size == 32 ? M2K_DTYPE_f32
             : Size == 16 ? M2K_DTYPE_f16
                          : M2K_DTYPE_any;
    bool Signed = T->isSignedIntegerType();
    switch (Size) {
    case 64:
      return Signed ? M2K_DTYPE_i64 : M2K_DTYPE_u64;
    case 32:
      return Signed ? M2K_DTYPE_i32 : M2K_DTYPE_u32;
    case 16:
      return Signed ? M2K_DTYPE_i16 : M2K_DTYPE_u16;
    case 8:
      return Signed ? M2K_DTYPE_i8 : M2K_DTYPE_u8;
    default:
      return M2K_DTYPE_any;
    }
  }

private:
  static bool hasLayout(QualType T) {
    if (T->isDependentType() || !T->isObjectType() || T->isIncompleteType())
      return false;
    const CXXRecordDecl *RD =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return !RD || !RD->isInvalidDecl();
  }

  void fill(m2k_sig_param &P, QualType T, unsigned Depth) {
    T = T.getCanonicalType().getUnqualifiedType();
    // A function's array parameter has become a pointer; a field's has not.
    if (const auto *Array = AST.getAsConstantArrayType(T)) {
      P.kind = M2K_PARAM_ARRAY;
      P.count = static_cast<uint32_t>(Array->getSize().getLimitedValue());
      m2k_sig_param Element = param("", Array->getElementType(), Depth + 1);
      P.fields = arrayIn<m2k_sig_param>(A, {Element});
      P.nfields = 1;
    } else if (T->isPointerType()) {
      pointer(P, T->getPointeeType());
    } else if (T->isDependentType()) {
      return;
    } else if (T->isBooleanType()) {
      P.kind = M2K_PARAM_BOOL;
    } else if (T->isIntegralOrEnumerationType()) {
      P.kind = M2K_PARAM_INT;
      P.is_unsigned = T->isUnsignedIntegerOrEnumerationType();
      P.bits = static_cast<uint32_t>(AST.getTypeSize(T));
    } else if (T->isRealFloatingType()) {
      P.kind = M2K_PARAM_FLOAT;
    } else if (T->isRecordType()) {
      record(P, T, Depth);
    }
  }

  void pointer(m2k_sig_param &P, QualType Element) {
    P.kind = M2K_PARAM_POINTER;
    P.elem_kind = M2K_DTYPE_KIND_ANY;
    if (Element->isDependentType() || Element->isIncompleteType() ||
        Element->isVoidType())
      return;
    m2k_dtype Type = dtype(Element);
    P.elem_kind = m2k_dtype_kind_of(Type);
    // A vector or a struct of elements is a view of them: no size to compare.
    if (Type == M2K_DTYPE_any)
      return;
    P.elem_size = m2k_dtype_size(Type);
    P.elem_name = m2k_dtype_name(Type);
  }

  void record(m2k_sig_param &P, QualType T, unsigned Depth) {
    std::string Name = recordName(T);
    if (classDtype(Name) != M2K_DTYPE_any) {
      P.kind = M2K_PARAM_FLOAT;
      return;
    }
    enum Known { None, Tensor, List, Optional, String, Opaque };
    Known K =
        llvm::StringSwitch<Known>(Name)
            .Cases("at::Tensor", "torch::stable::Tensor", Tensor)
            .Cases("std::vector", "c10::ArrayRef", "c10::List", "c10::IListRef",
                   "torch::headeronly::HeaderOnlyArrayRef", List)
            .Cases("std::optional", "c10::optional", Optional)
            .Cases("std::basic_string", "std::basic_string_view",
                   "c10::basic_string_view", "std::__cxx11::basic_string",
                   String)
            .Cases("c10::Scalar", "at::TensorBase", Opaque)
            .Default(None);
    if (K == Tensor)
      P.kind = M2K_PARAM_TENSOR;
    else if (K == String)
      string(P, T->getAsCXXRecordDecl()->getDefinition(), Depth);
    else if (K == List || K == Optional)
      wrapped(P, T, K == List, Depth);
    else if (K == None && T->getAsCXXRecordDecl()->hasDefinition())
      fields(P, T->getAsCXXRecordDecl()->getDefinition(), Depth);
  }

  void wrapped(m2k_sig_param &P, QualType T, bool List, unsigned Depth) {
    const auto *Spec =
        dyn_cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
    if (!Spec || !Spec->getTemplateArgs().size() ||
        Spec->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
      return;
    m2k_sig_param Inner =
        param("", Spec->getTemplateArgs()[0].getAsType(), Depth + 1);
    if (!List) {
      std::optional<uint64_t> Flag = engagedFlag(Spec->getDefinition());
      if (!Flag)
        return;
      Inner.name = P.name;
      P = Inner;
      P.optional = true;
      P.engaged = static_cast<uint32_t>(*Flag);
    } else {
      P.kind = M2K_PARAM_LIST;
      P.fields = arrayIn<m2k_sig_param>(A, {Inner});
      P.nfields = 1;
    }
  }

  /// A string is known by its fields: the pointer and the length.
  void string(m2k_sig_param &P, const CXXRecordDecl *RD, unsigned Depth) {
    if (RD)
      fields(P, RD, Depth);
    P.kind = M2K_PARAM_STRING;
  }

  /// The byte offset of the flag that says whether an optional holds a value,
  /// by the names of libstdc++, libc++ and c10; the value is at 0 in all.
  std::optional<uint64_t> engagedFlag(const CXXRecordDecl *RD) {
    if (!RD || RD->isInvalidDecl())
      return std::nullopt;
    const ASTRecordLayout &Layout = AST.getASTRecordLayout(RD);
    for (const FieldDecl *F : RD->fields()) {
      uint64_t At = Layout.getFieldOffset(F->getFieldIndex()) / 8;
      if (F->getType()->isBooleanType() &&
          (F->getName() == "_M_engaged" || F->getName() == "__engaged_" ||
           F->getName() == "init_"))
        return At;
      if (F->getName() == "_M_payload")
        if (auto Inside = engagedFlag(F->getType()->getAsCXXRecordDecl()))
          return At + *Inside;
    }
    for (const CXXBaseSpecifier &Base : RD->bases()) {
      const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
      if (auto Inside = engagedFlag(B))
        return Layout.getBaseClassOffset(B).getQuantity() + *Inside;
    }
    return std::nullopt;
  }

  /// Appends the fields of `RD`, which begins at byte `At`; known offsets only
  /// with a layout.
  void fieldsOf(std::vector<m2k_sig_param> &Fields, const CXXRecordDecl *RD,
                uint64_t At, bool Known, unsigned Depth) {
    const ASTRecordLayout *Layout =
        Known ? &AST.getASTRecordLayout(RD) : nullptr;
    for (const CXXBaseSpecifier &Base : RD->bases()) {
      const auto *B = Base.getType()->getAsCXXRecordDecl();
      if (!B || !B->hasDefinition() || Depth > MaxDepth)
        continue;
      bool BaseKnown = Known && !Base.isVirtual();
      uint64_t Offset =
          BaseKnown ? Layout->getBaseClassOffset(B).getQuantity() : 0;
      fieldsOf(Fields, B->getDefinition(), At + Offset, BaseKnown, Depth + 1);
    }
    for (const FieldDecl *F : RD->fields()) {
      m2k_sig_param P = param(F->getName(), F->getType(), Depth + 1);
      if (!Known || F->isBitField())
        P.size = 0;
      else
        P.offset = static_cast<uint32_t>(
            At + Layout->getFieldOffset(F->getFieldIndex()) / 8);
      Fields.push_back(P);
    }
  }

  void fields(m2k_sig_param &P, const CXXRecordDecl *RD, unsigned Depth) {
    if (Depth > MaxDepth)
      return;
    P.kind = M2K_PARAM_STRUCT;
    std::vector<m2k_sig_param> Fields;
    bool Known = !RD->isDependentContext() && !RD->isInvalidDecl();
    fieldsOf(Fields, RD, 0, Known, Depth);
    P.fields = arrayIn(A, Fields);
    P.nfields = static_cast<uint32_t>(Fields.size());
  }

  m2k_arena *A;
  const ASTContext &AST;
};

class Arguments {
public:
  Arguments(Builder &B, m2k_arena *A, const ASTContext &AST)
      : B(B), A(A), AST(AST) {}

  std::vector<m2k_template_value> Values;

  void instance(const TemplateParameterList &Names,
                const TemplateArgumentList &Args) {
    for (unsigned I = 0; I < Names.size() && I < Args.size(); I++)
      argument(Names.getParam(I), Args[I]);
  }

  /// A template as it is written: which names there are.
  void pattern(const TemplateParameterList &Names) {
    for (const NamedDecl *Name : Names)
      if (!Name->getName().empty())
        add(Name).type = isa<NonTypeTemplateParmDecl>(Name) ? nullptr : "?";
  }

private:
  m2k_template_value &add(const NamedDecl *Name) {
    Values.push_back({});
    Values.back().name = m2k_strdup(A, Name->getNameAsString().c_str());
    Values.back().dtype = M2K_DTYPE_any;
    return Values.back();
  }

  void argument(const NamedDecl *Name, const TemplateArgument &Arg) {
    if (Name->getName().empty())
      return;
    if (Arg.getKind() == TemplateArgument::Type) {
      m2k_template_value &V = add(Name);
      QualType T = Arg.getAsType().getCanonicalType();
      V.type = m2k_strdup(A, T.getAsString(AST.getPrintingPolicy()).c_str());
      V.dtype = B.dtype(T);
    } else if (Arg.getKind() == TemplateArgument::Integral) {
      const llvm::APSInt &N = Arg.getAsIntegral();
      if (N.getSignificantBits() <= 64)
        add(Name).value = N.isSigned() ? m2k_i128(N.getSExtValue())
                                       : m2k_i128(N.getZExtValue());
    }
  }

  Builder &B;
  m2k_arena *A;
  const ASTContext &AST;
};

/// Of `__launch_bounds__`; 0 without it, and in a template's pattern.
uint32_t maxThreads(const FunctionDecl *FD) {
  const auto *Bounds = FD->getAttr<CUDALaunchBoundsAttr>();
  const Expr *Most = Bounds ? Bounds->getMaxThreads() : nullptr;
  if (!Most || Most->isValueDependent())
    return 0;
  std::optional<llvm::APSInt> N =
      Most->getIntegerConstantExpr(FD->getASTContext());
  return N && N->isStrictlyPositive()
             ? static_cast<uint32_t>(N->getLimitedValue(UINT32_MAX))
             : 0;
}

} // namespace

const m2k_signature *signatureOf(m2k_arena *A, const FunctionDecl *FD) {
  const ASTContext &AST = FD->getASTContext();
  Builder B(A, AST);
  auto *S = M2K_NEW(A, m2k_signature);
  S->function = m2k_strdup(A, FD->getQualifiedNameAsString().c_str());
  S->kernel = FD->hasAttr<CUDAGlobalAttr>();
  S->max_threads = maxThreads(FD);
  std::vector<m2k_sig_param> Params;
  for (const ParmVarDecl *P : FD->parameters())
    Params.push_back(B.param(P->getName(), P->getType()));
  S->params = arrayIn(A, Params);
  S->nparams = static_cast<uint32_t>(Params.size());
  Arguments Args(B, A, AST);
  if (const FunctionTemplateDecl *T = FD->getDescribedFunctionTemplate())
    Args.pattern(*T->getTemplateParameters());
  else if (const FunctionTemplateDecl *Primary = FD->getPrimaryTemplate())
    Args.instance(*Primary->getTemplateParameters(),
                  *FD->getTemplateSpecializationArgs());
  S->args = arrayIn(A, Args.Values);
  S->nargs = static_cast<uint32_t>(Args.Values.size());
  return S;
}

} // namespace m2k
