// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/event_kinds.h"

#include <algorithm>
#include <span>

#include "analysis/waiting/library_files.h"
#include "base/keyed.h"
#include "base/strings.h"
#include "recorded/event_words.h"

namespace tfprof {

namespace {

struct WaitReasonWords {
  WaitReason id;
  std::string_view words;
};

constexpr WaitReasonWords kWaitReasonWords[] = {
    {WaitReason::kInput, "input"},
    {WaitReason::kRegion, "region"},
    {WaitReason::kPython, "python"},
    {WaitReason::kHostRead, "host_read"},
    {WaitReason::kHostOp, "host_op"},
    {WaitReason::kCompile, "compile"},
    {WaitReason::kDispatch, "dispatch"},
    {WaitReason::kLaunch, "launch"},
    {WaitReason::kQueued, "queued"},
    {WaitReason::kRuntime, "runtime"},
    {WaitReason::kOtherDevice, "other_device"},
    {WaitReason::kUnknown, "unknown"},
};
static_assert(IsKeyedBy(kWaitReasonWords, &WaitReasonWords::id, kWaitReasons));

// How a text of a table stands in a name.
enum class Where : uint8_t {
  kIs,
  kBegins,
  kEnds,
  kHas,
  kBeginsWord,  // letters, digits and '_' follow, and nothing else
};

struct NamePattern {
  Where where;
  std::string_view text;
};

bool IsRestOfWord(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsWordByte(c) || static_cast<unsigned char>(c) >= 0x80;
  });
}

bool Matches(const NamePattern& pattern, std::string_view name) {
  switch (pattern.where) {
    case Where::kIs:
      return name == pattern.text;
    case Where::kBegins:
      return name.starts_with(pattern.text);
    case Where::kEnds:
      return name.ends_with(pattern.text);
    case Where::kHas:
      return Contains(name, pattern.text);
    case Where::kBeginsWord:
      return name.starts_with(pattern.text) &&
             IsRestOfWord(name.substr(pattern.text.size()));
  }
  return false;
}

using enum Where;

bool MatchesAny(std::span<const NamePattern> patterns, std::string_view name) {
  return std::any_of(
      patterns.begin(), patterns.end(),
      [&](const NamePattern& pattern) { return Matches(pattern, name); });
}

constexpr NamePattern kCompileNames[] = {
    {kBeginsWord, "backend_compile"}, {kIs, "lower_sharding_computation"},
    {kBeginsWord, "lower_jaxpr"},     {kBeginsWord, "lower_mesh"},
    {kBeginsWord, "trace_to_jaxpr"},  {kEnds, "::Compile"},
    {kEnds, "::CompileToExecutable"}, {kEnds, "CompileAndLoad"},
    {kBegins, "XlaCompile"},          {kIs, "tf.function-graph_building"},
    {kBegins, "PjRtClient::Compile"}, {kBegins, "tf_xla_compile"},
};

constexpr NamePattern kCompileFrames[] = {
    {kBeginsWord, "backend_compile"},
    {kIs, "compile_or_get_cached"},
    {kIs, "_compile_and_write_cache"},
    {kIs, "lower_sharding_computation"},
    {kBeginsWord, "_cached_lowering"},
    {kBeginsWord, "trace_to_jaxpr"},
    {kIs, "_create_pjit_jaxpr"},
    {kIs, "_trace_for_jit"},
    {kIs, "_python_pjit_helper_trace"},
    {kIs, "lower_jaxpr_to_module"},
    {kIs, "_resolve_and_lower"},
    {kIs, "_maybe_define_function"},
    {kIs, "_create_concrete_function"},
    {kIs, "func_graph_from_py_func"},
    {kIs, "_initialize"},
    {kIs, "trace_function"},
};

constexpr NamePattern kInputFrames[] = {
    {kIs, "__next__"},
    {kIs, "get_next"},
    {kIs, "next_batch"},
};

constexpr NamePattern kReadNames[] = {
    {kIs, "np.asarray(jax.Array)"},
    {kEnds, "Buffer::Await"},
    {kHas, "BlockHostUntilReady"},
    {kHas, "BlockUntilReady"},
    {kIs, "hipMemcpyWithStream"},
    {kEnds, "WaitReady"},
    {kBegins, "TFE_TensorHandleResolve"},
    {kEnds, "ToLiteral"},
    {kEnds, "ToLiteralSync"},
    {kBegins, "TransferFromDevice"},
};

// After "cu", "hip" or "cuda".
constexpr NamePattern kReadCalls[] = {
    {kBegins, "StreamSynchronize"},
    {kBegins, "CtxSynchronize"},
    {kBegins, "DeviceSynchronize"},
    {kBegins, "EventSynchronize"},
};

constexpr NamePattern kReadFrames[] = {
    {kIs, "block_until_ready"},
    {kIs, "try_to_block"},
    {kIs, "__array__"},
    {kIs, "__float__"},
    {kIs, "__int__"},
    {kIs, "__bool__"},
    {kIs, "__index__"},
    {kIs, "item"},
    {kIs, "tolist"},
    {kIs, "_value"},
    {kIs, "numpy"},
    {kIs, "_numpy"},
    {kIs, "_numpy_internal"},
    {kIs, "device_get"},
    {kIs, "effects_barrier"},
};

// After "cu", "hip" or "cuda", and "Ext".
constexpr NamePattern kLaunchCalls[] = {
    {kBegins, "Launch"}, {kBegins, "ModuleLaunch"}, {kBegins, "Memcpy"},
    {kBegins, "Memset"}, {kBegins, "GraphLaunch"},
};

constexpr NamePattern kDispatchNames[] = {
    {kBegins, "PjitFunction("},
    {kBegins, "PJRT_"},
    {kBegins, "PjRt"},
    {kBegins, "CommonPjRt"},
    {kBegins, "Tfrt"},
    {kBegins, "ExecuteHelper"},
    {kBegins, "ExecuteReplicated"},
    {kBegins, "GpuExecutable"},
    {kBegins, "Thunk::"},
    {kBegins, "Thunks::"},
    {kEnds, ":XLA GPU module"},
    {kBegins, "EagerExecute"},
    {kBegins, "EagerLocalExecute"},
    {kBegins, "EagerKernelExecute"},
    {kBegins, "KernelAndDeviceFunc"},
    {kIs, "FunctionRun"},
    {kIs, "SessionRun"},
    {kIs, "RunGraph"},
    {kBegins, "ExecutorState::"},
    {kBegins, "TFE_Py_"},
    {kIs, "ParseArguments"},
    {kIs, "shard_args"},
    {kBegins, "DevicePut"},
    {kBegins, "EagerCopyToDevice"},
    {kBegins, "tpu::System::Execute"},
    {kBegins, "DoEnqueueProgram"},
    {kBegins, "EnqueueContinuationProgram"},
    {kBegins, "Scheduled Tfrt"},
    {kIs, "LoadProgram"},
    {kIs, "Handle inputs"},
    {kIs, "AllocateOutputBufferWithInputReuse"},
    {kIs, "AllocateOutputBuffersWithInputReuse"},
    {kIs, "PartitionedCallOp"},
    {kBegins, "Wait for LaunchOnDevice"},
};

constexpr std::string_view kExecutorWait = "ThunkExecutor::Execute (wait";

constexpr NamePattern kAwaitNames[] = {
    {kBegins, kExecutorWait},
    {kEnds, "::Await"},
};

constexpr NamePattern kSyncNames[] = {
    {kIs, "EagerKernelExecute"},
    {kIs, "KernelAndDeviceFunc::Run"},
    {kIs, "SessionRun"},
    {kIs, "RunGraph"},
    {kBegins, "Wait for LaunchOnDevice"},
};

constexpr NamePattern kOtherDeviceNames[] = {
    {kIs, "Rendezvous"},
    {kBegins, "Wait: pending_threads"},
    {kBegins, "Wait for rendezvous"},
    {kBegins, "barrier"},
    {kHas, "ncclCommWait"},
    {kBegins, "InvokeRendezvous"},
};

constexpr NamePattern kRuntimeNames[] = {
    {kHas, "::"},
    {kBegins, "Wait for "},
    {kIs, "MemoryAllocation"},
    {kIs, "MemoryDeallocation"},
    {kIs, "RecordUsage"},
    {kBegins, "ThenExecuteCallback"},
    {kIs, "convert_to_tensor"},
    {kIs, "tf.constant"},
    {kBegins, "TFE_"},
    {kBegins, "Validate"},
    {kBegins, "TensorHandle"},
    {kBegins, "end: "},
    {kIs, "Linearize"},
    {kIs, "XlaLinearize"},
    {kIs, "MapDmaBuffer"},
    {kIs, "Acquire semaphore"},
    {kIs, "Release semaphore"},
    {kIs, "H2D Dispatch"},
    {kIs, "D2H Dispatch"},
    {kBegins, "PCIe"},
    {kIs, "ReadSyncFlag"},
    {kIs, "CompleteCallbacks"},
    {kIs, "dce"},
    {kIs, "ParallelFor"},
    {kIs, "PrefetchConsume"},
    {kIs, "PrefetchProduce"},
    {kBegins, "MapAndBatch"},
    {kIs, "ComputeSemaphoreAcquire"},
    {kIs, "Resolve constant globals"},
    {kIs, "Build buffer allocations"},
    {kIs, "MakeOutputBuffers"},
    {kBegins, "Wait: "},
    {kBegins, "EagerCopy"},
};

// Calls of the drivers of GPUs: what follows "cuda", "cu" or "hip".
bool IsDriverCall(std::string_view name, bool may_have_ext,
                  std::span<const NamePattern> patterns) {
  for (const std::string_view maker : {"cuda", "cu", "hip"}) {
    if (!name.starts_with(maker)) continue;
    const std::string_view call = name.substr(maker.size());
    if (MatchesAny(patterns, call)) return true;
    if (may_have_ext && call.starts_with("Ext") &&
        MatchesAny(patterns, call.substr(3))) {
      return true;
    }
  }
  return false;
}

bool IsDispatch(std::string_view name) {
  return MatchesAny(kDispatchNames, name) ||
         (name.starts_with("ThunkExecutor") &&
          !name.starts_with(kExecutorWait));
}

// "dense/MatMul:MatMul".
bool IsNameAndType(std::string_view name) {
  const size_t colon = name.rfind(':');
  if (colon == name.npos || colon == 0) return false;
  const std::string_view type = name.substr(colon + 1);
  const auto is_letter_or_digit = [](char c) {
    return c != '_' && IsWordByte(c);
  };
  const bool is_type = !type.empty() &&
                       (type[0] == '_' || (type[0] >= 'A' && type[0] <= 'Z')) &&
                       std::all_of(type.begin(), type.end(), IsWordByte);
  const std::string_view of = name.substr(0, colon);
  return is_type && (of[0] == '.' || is_letter_or_digit(of[0])) &&
         std::all_of(of.begin(), of.end(), [](char c) {
           return IsWordByte(c) || c == '.' || c == '/' || c == '>' || c == '-';
         });
}

EventKind ClassifyFrame(std::string_view name) {
  EventKind kind;
  kind.is_frame = true;
  if (name == "$builtins next") kind.reason = WaitReason::kInput;
  const FrameName frame = ParseFrameName(name);
  if (frame.function.empty()) return kind;
  if (!frame.file.starts_with('<')) kind.file = OwnerOfFile(frame.file);
  if (MatchesAny(kCompileFrames, frame.function)) {
    kind.reason = WaitReason::kCompile;
  } else if (MatchesAny(kInputFrames, frame.function)) {
    kind.reason = WaitReason::kInput;
  } else if (MatchesAny(kReadFrames, frame.function)) {
    kind.reason = WaitReason::kHostRead;
    kind.is_read = true;
  }
  return kind;
}

}  // namespace

std::string_view WordsOf(WaitReason reason) {
  return kWaitReasonWords[static_cast<size_t>(reason)].words;
}

FrameName ParseFrameName(std::string_view name) {
  if (!name.starts_with('$')) return {};
  // The last ":LINE " that something follows.
  for (size_t space = name.rfind(' '); space != name.npos && space > 1;
       space = name.rfind(' ', space - 1)) {
    size_t digits = space;
    while (digits > 0 && IsDigit(name[digits - 1])) --digits;
    const bool is_line =
        digits < space && digits > 2 && name[digits - 1] == ':';
    if (!is_line || space + 1 == name.size()) continue;
    return {name.substr(1, digits - 2), name.substr(digits, space - digits),
            name.substr(space + 1)};
  }
  return {};
}

EventKind ClassifyEvent(std::string_view name) {
  if (name.starts_with('$')) return ClassifyFrame(name);
  EventKind kind;
  kind.is_marker = name == "TraceContext";
  kind.is_operation = IsNameAndType(name);
  kind.is_compile = MatchesAny(kCompileNames, name);
  kind.is_read =
      MatchesAny(kReadNames, name) || IsDriverCall(name, false, kReadCalls);
  kind.is_await = MatchesAny(kAwaitNames, name);
  kind.is_sync = MatchesAny(kSyncNames, name);
  kind.is_call = IsDriverCall(name, true, kLaunchCalls);
  const bool is_input = ClassifyHostEvent(name).is_input;
  const bool is_other = MatchesAny(kOtherDeviceNames, name);
  const bool is_dispatch = IsDispatch(name);
  using enum WaitReason;
  kind.reason = kind.is_compile ? kCompile
                : is_input      ? kInput
                : is_other      ? kOtherDevice
                : kind.is_read  ? kHostRead
                : kind.is_call  ? kLaunch
                : is_dispatch   ? kDispatch
                                : kUnknown;
  kind.is_runtime = kind.reason != kUnknown || kind.is_operation ||
                    MatchesAny(kRuntimeNames, name);
  return kind;
}

std::vector<EventKind> ClassifyEvents(const RecordedHost& host,
                                      const OwnFiles& own) {
  std::vector<EventKind> kinds;
  kinds.reserve(host.events.names.size());
  for (const HostEvents::Name& of : host.events.names) {
    const std::string_view name = host.Text(of.text);
    EventKind& kind = kinds.emplace_back(ClassifyEvent(name));
    const bool is_library = kind.file == EventKind::File::kLibrary ||
                            kind.file == EventKind::File::kMaybeLibrary;
    if (is_library && (own.are_all || own.Match(ParseFrameName(name).file))) {
      kind.file = EventKind::File::kOwn;
    }
  }
  return kinds;
}

}  // namespace tfprof
