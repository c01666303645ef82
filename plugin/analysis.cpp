#include "analysis.h"

#include "arch_branches.h"
#include "device_module.h"
#include "host_module.h"
#include "host_ops.h"
#include "names.h"
#include "prepare.h"
#include "signatures.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/CBindingWrapping.h"
#include <map>
#include <set>

using namespace clang;

namespace m2k {
namespace {

std::string mainFile(CompilerInstance &CI) {
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  return Inputs.empty() || !Inputs[0].isFile() ? std::string("<input>")
                                               : Inputs[0].getFile().str();
}

// ---- in the child ---------------------------------------------------------

class Child {
public:
  Child(AnalysisInput &In, int Out) : In(In), Out(Out) {}

  void run() {
    uint64_t Start = m2k_clock_ns();
    Definitions Defs = collectDefinitions(In.AST);
    DeviceModule Device =
        buildDeviceModule(In.CI, In.AST, Defs, In.ParseErrors);
    if (!Device.Mod)
      return step(("no code could be generated: " + Device.Errors.front().Text)
                      .c_str());
    HostModule Host = buildHost(Defs, Device);
    m2k_stats_time(&Stats, M2K_TIMER_EMIT, Start);
    uint64_t Middle = m2k_clock_ns();
    prepareModule(*Device.Mod);
    if (Host.Mod)
      prepareHost(Device, Host);
    m2k_stats_time(&Stats, M2K_TIMER_PREPARE, Middle);
    dump(Device, Host);
    describe(Device);
    for (const auto *List : {&Device.LeftOuts, &Host.LeftOuts})
      LeftOuts.insert(LeftOuts.end(), List->begin(), List->end());
    outline();
    m2k_child_inject(In.Options.fault);
    finish(m2k_run(In.A, input(Device, Host), &Stats));
    m2k_stats_time(&Stats, M2K_TIMER_TOTAL, Start);
    print();
  }

private:
  void step(const char *What) {
    m2k_child_send(Out, M2K_CHILD_STEP, What, strlen(What));
  }

  void send(m2k_child_text Kind, const m2k_report *Report) {
    Text Json;
    m2k_report_to_json(Report, &Json);
    m2k_child_send(Out, Kind, Json.c_str(), Json.size());
  }

  const char *copy(const std::string &S) { return m2k_strdup(In.A, S.c_str()); }

  /// Which left-out function a kernel calls; null for none.
  const char *
  leftOutIn(const llvm::Function &F,
            const std::map<std::string, const LeftOut *> &LeftOuts) {
    for (const llvm::BasicBlock &BB : F)
      for (const llvm::Instruction &I : BB) {
        const auto *Call = dyn_cast<llvm::CallBase>(&I);
        const llvm::Function *Callee =
            Call ? Call->getCalledFunction() : nullptr;
        auto Found =
            Callee ? LeftOuts.find(Callee->getName().str()) : LeftOuts.end();
        if (Found != LeftOuts.end())
          return copy("it calls '" + Found->second->Name +
                      "', which contains errors");
      }
    return nullptr;
  }

  void describe(const DeviceModule &Device) {
    std::map<std::string, const LeftOut *> LeftOuts;
    ASTNameGenerator Names(In.AST);
    for (const LeftOut &L : Device.LeftOuts)
      if (L.Decl)
        LeftOuts[Names.getName(L.Decl)] = &L;
    for (const KernelInfo &K : Device.Kernels) {
      m2k_run_kernel R = {};
      R.mangled = copy(K.Mangled);
      R.display = copy(K.Printed);
      R.loc = In.Where.presumed(In.A, K.Decl->getLocation());
      R.sig = *signatureOf(In.A, K.Decl);
      std::vector<const m2k_case *> Cases = In.Cases.casesOf(K.Decl);
      R.cases = arrayIn(In.A, Cases);
      R.ncases = static_cast<uint32_t>(Cases.size());
      if (const llvm::Function *F = Device.Mod->getFunction(K.Mangled))
        R.incomplete = leftOutIn(*F, LeftOuts);
      if (isMeant(K.Printed, K.Mangled) || Launched.count(K.Mangled))
        Kernels.push_back(R);
    }
  }

  /// Does only= ask for this one?
  bool isMeant(llvm::StringRef Printed, llvm::StringRef Mangled) const {
    return !In.Options.only || Printed.contains(In.Options.only) ||
           Mangled.contains(In.Options.only);
  }

  HostModule buildHost(const Definitions &Defs, const DeviceModule &Device) {
    auto IsNamed = [&](const FunctionDecl *FD) {
      return !In.Cases.casesOf(FD).empty();
    };
    return buildHostModule(
        {In.CI, In.AST, Defs, In.ParseErrors, In.Branches, Device, IsNamed});
  }

  /// only= keeps an op with the kernels that it launches, and a kernel with the
  /// ops that launch it.
  void chooseOps(const DeviceModule &Device, std::vector<HostOp> &Ops) {
    std::set<std::string> Meant;
    for (const KernelInfo &K : Device.Kernels)
      if (isMeant(K.Printed, K.Mangled))
        Meant.insert(K.Mangled);
    llvm::erase_if(Ops, [&](const HostOp &Op) {
      if (!isMeant(printedName(Op.Decl), Op.Function->getName()))
        return llvm::none_of(Op.Kernels, [&](const std::string &Kernel) {
          return Meant.count(Kernel) != 0;
        });
      Launched.insert(Op.Kernels.begin(), Op.Kernels.end());
      return false;
    });
  }

  void prepareHost(const DeviceModule &Device, HostModule &Host) {
    chooseOps(Device, Host.Ops);
    std::vector<llvm::Function *> Roots;
    for (const HostOp &Op : Host.Ops) {
      Roots.push_back(Op.Function);
      Ops.push_back(describeOp(In.A, Op, In.Where, In.Cases));
    }
    prepareHostModule(*Host.Mod, Roots);
  }

  void dump(const DeviceModule &Device, const HostModule &Host) {
    if (In.Options.dump & M2K_DUMP_IR)
      Device.Mod->print(llvm::errs(), nullptr);
    if (!(In.Options.dump & M2K_DUMP_HOST) || !Host.Mod)
      return;
    for (const m2k_run_op &Op : Ops)
      printOp(Op, llvm::errs());
    Host.Mod->print(llvm::errs(), nullptr);
  }

  void addLeftOuts(m2k_report *Report) {
    for (const LeftOut &L : LeftOuts)
      m2k_report_remark(Report, In.Where.presumed(In.A, L.Loc),
                        copy("'" + L.Name + "' is left out because " + L.Why));
  }

  /// What is true if nothing better comes: every kernel is unknown.
  void outline() {
    m2k_report *Report = m2k_report_new(In.A);
    for (const m2k_run_kernel &K : Kernels) {
      m2k_kernel_result *Result =
          m2k_report_kernel(Report, K.display, K.mangled, K.loc);
      m2k_case_result *Case = m2k_report_case(Report, Result, "", K.loc);
      m2k_case_reason(Report, Case, M2K_VERDICT_UNKNOWN, "not-reached",
                      "the analysis ended before this kernel", K.loc);
    }
    addLeftOuts(Report);
    m2k_report_finish(Report);
    send(M2K_CHILD_OUTLINE, Report);
  }

  const m2k_run_input *input(const DeviceModule &Device,
                             const HostModule &Host) {
    Input.module = llvm::wrap(Device.Mod.get());
    Input.host_module = llvm::wrap(Host.Mod.get());
    Input.ops = Ops.data();
    Input.nops = static_cast<uint32_t>(Ops.size());
    Input.kernels = Kernels.data();
    Input.nkernels = static_cast<uint32_t>(Kernels.size());
    Input.options = &In.Options;
    Input.source = copy(mainFile(In.CI));
    Input.arch = copy(In.CI.getTargetOpts().CPU);
    Input.progress = progress;
    Input.data = this;
    return &Input;
  }

  void atKernel(uint32_t Kernel) {
    if (Kernel >= Kernels.size())
      return;
    step(("in kernel '" + std::string(Kernels[Kernel].display) + "', " +
          std::to_string(Kernel + 1) + " of " + std::to_string(Kernels.size()))
             .c_str());
  }

  /// Passes on now and then what the run has so far.
  static void progress(void *Self, uint32_t Kernel, m2k_report *SoFar) {
    auto *C = static_cast<Child *>(Self);
    C->atKernel(Kernel);
    if (!Kernel || m2k_clock_ns() - C->LastSent < SendEveryNs)
      return;
    m2k_report_finish(SoFar); // sorts and sums up; may be done again
    C->send(M2K_CHILD_REPORT, SoFar);
    SoFar->finished = false;
    C->LastSent = m2k_clock_ns();
  }

  void finish(m2k_report *Report) {
    addLeftOuts(Report);
    m2k_stats_add(&Stats, M2K_STAT_FUNCTIONS_LEFT_OUT, LeftOuts.size());
    m2k_report_finish(Report);
    send(M2K_CHILD_REPORT, Report);
  }

  void print() {
    Text Lines;
    if (In.Options.stats)
      m2k_stats_print(&Stats, &Lines);
    if (In.Options.time)
      m2k_stats_print_time(&Stats, &Lines);
    llvm::errs() << Lines.c_str();
  }

  static constexpr uint64_t SendEveryNs = 200000000;

  AnalysisInput &In;
  int Out;
  uint64_t LastSent = 0;
  m2k_stats Stats = {};
  std::vector<m2k_run_kernel> Kernels;
  std::vector<m2k_run_op> Ops;
  std::set<std::string> Launched; // kernels, by ops that only= asks for
  std::vector<LeftOut> LeftOuts;
  m2k_run_input Input = {};
};

void work(void *Data, int Out) {
  Child(*static_cast<AnalysisInput *>(Data), Out).run();
}

// ---- in the compiler ------------------------------------------------------

m2k_report *read(m2k_arena *A, const m2k_str &Json, std::string &Why) {
  if (!Json.len)
    return nullptr;
  Text Reason;
  m2k_report *Report = m2k_report_from_json(A, Json.at, Json.len, &Reason);
  if (!Report)
    Why = std::string("the analysis answered nonsense: ") + Reason.c_str();
  return Report;
}

m2k_outcome outcomeOf(m2k_child_end End) {
  switch (End) {
  case M2K_CHILD_DONE:
    return M2K_OUTCOME_COMPLETE;
  case M2K_CHILD_OUT_OF_TIME:
    return M2K_OUTCOME_OUT_OF_TIME;
  case M2K_CHILD_OUT_OF_MEMORY:
    return M2K_OUTCOME_OUT_OF_MEMORY;
  case M2K_CHILD_CRASHED:
  case M2K_CHILD_NOT_STARTED:
    break;
  }
  return M2K_OUTCOME_CRASHED;
}

/// Adds the kernels of From that Into lacks.
void addKernels(m2k_report *Into, const m2k_report *From) {
  for (uint32_t I = 0; I < From->kernels.len; I++) {
    const m2k_kernel_result *K = From->kernels.at[I];
    uint32_t Before = Into->kernels.len;
    m2k_kernel_result *New =
        m2k_report_kernel(Into, K->name, K->mangled, K->loc);
    if (Into->kernels.len == Before)
      continue;
    New->verdict = K->verdict;
    New->cases = K->cases;
  }
  for (uint32_t I = 0; I < From->remarks.len; I++)
    m2k_report_remark(Into, From->remarks.at[I].loc, From->remarks.at[I].text);
}

/// The best report there is: the one that came, filled up from the outline.
m2k_report *bestReport(AnalysisInput &In, const m2k_child_result &Result,
                       std::string &Why) {
  m2k_report *Report = read(In.A, Result.text[M2K_CHILD_REPORT], Why);
  if (Report && Result.end == M2K_CHILD_DONE)
    return Report;
  m2k_report *Outline = read(In.A, Result.text[M2K_CHILD_OUTLINE], Why);
  if (!Report)
    Report = m2k_report_new(In.A);
  if (Outline)
    addKernels(Report, Outline);
  if (!Report->source) {
    Report->source = m2k_strdup(In.A, mainFile(In.CI).c_str());
    Report->arch = m2k_strdup(In.A, In.CI.getTargetOpts().CPU.c_str());
  }
  Report->outcome = Result.end == M2K_CHILD_DONE ? M2K_OUTCOME_CRASHED
                                                 : outcomeOf(Result.end);
  return Report;
}

} // namespace

m2k_report *analyse(AnalysisInput &In, std::string &Headline,
                    std::string &Log) {
  m2k_child_job Job = {work, &In, In.Options.budget_ms, In.Options.budget_mb};
  m2k_child_result Result;
  m2k_child_run(&Job, &Result);
  std::string Why = Result.why;
  m2k_report *Report = bestReport(In, Result, Why);
  const char *Step = m2k_str_text(&Result.text[M2K_CHILD_STEP]);
  if (Result.end != M2K_CHILD_DONE && *Step)
    Why += Why.empty() ? Step : std::string(", ") + Step;
  else if (Report->outcome != M2K_OUTCOME_COMPLETE && Why.empty())
    Why = *Step ? Step : m2k_outcome_word(Report->outcome);
  if (!Why.empty())
    Headline = "m2k: '" + mainFile(In.CI) + "' not analysed" +
               (Result.text[M2K_CHILD_REPORT].len ? " to the end: " : ": ") +
               Why;
  const m2k_options &O = In.Options;
  if (O.dump || O.stats || O.time || O.trace)
    Log = m2k_str_text(&Result.log);
  m2k_child_result_free(&Result);
  return Report;
}

} // namespace m2k
