// SPDX-License-Identifier: Apache-2.0
#include "recorded/event_words.h"

#include <algorithm>

#include "base/strings.h"
#include "recorded/xla_name.h"

namespace tfprof {

namespace {

// How many characters of a word the text begins with.
size_t WordLength(std::string_view text) {
  const auto is_word = [](char c) {
    return IsWordByte(c) || static_cast<unsigned char>(c) >= 0x80;
  };
  return static_cast<size_t>(
      std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
}

bool IsWord(std::string_view text) { return WordLength(text) == text.size(); }

// "PjRtFooClient::Compile", "GpuCompiler::RunBackend".
bool IsCompilerCall(std::string_view name) {
  const size_t word = WordLength(name);
  const std::string_view owner = name.substr(0, word);
  const std::string_view call = name.substr(word);
  if (owner.starts_with("PjRt") && call.starts_with("::Compile")) return true;
  constexpr std::string_view kCompiler = "Compiler";
  return owner.size() > kCompiler.size() && owner.ends_with(kCompiler) &&
         StartsWithAny(call, {"::Compile", "::RunBackend", "::RunHloPasses"});
}

// "IteratorGetNext_3:IteratorGetNextSync", "a:MultiDeviceIteratorGetNextX".
bool IsFetchOperation(std::string_view name) {
  for (size_t colon = name.find(':'); colon != name.npos;
       colon = name.find(':', colon + 1)) {
    const std::string_view type = name.substr(colon + 1);
    if (!IsWord(type)) continue;
    if (type.starts_with("MultiDeviceIteratorGetNext")) return true;
    if (type.starts_with("Iterator") && type.find("GetNext", 8) != type.npos) {
      return true;
    }
  }
  return false;
}

bool IsInputPipeline(std::string_view name) {
  return StartsWithAny(name,
                       {"Iterator::", "IteratorGetNext", "MultiDeviceIterator",
                        "EagerLocalExecute: Iterator",
                        "EagerLocalExecute: MultiDeviceIterator",
                        "EagerLocalExecute: OneShotIterator"}) ||
         IsFetchOperation(name);
}

}  // namespace

HostEvents::Name ClassifyHostEvent(std::string_view name) {
  HostEvents::Name it;
  it.is_python = name.starts_with('$');
  it.is_pool = name.starts_with("ThreadpoolListener");
  it.is_compile =
      StartsWithAny(name, {"backend_compile", "XlaCompil", "pxla_compile",
                           "tf.function-graph_building"}) ||
      IsCompilerCall(name);
  it.is_jit_call =
      name.ends_with(')') &&
      StartsWithAny(name, {"PjitFunction(", "PmapFunction(", "JitFunction("});
  it.is_function_run =
      name == "FunctionRun" || name == "SessionRun" || name == "RunGraph";
  it.is_end = name.starts_with("end: ");
  it.is_completion = name.ends_with("(wait for completion)");
  it.is_operation = ParseFrameworkName(name).has_value();
  it.is_eager = name.starts_with("EagerLocalExecute: ");
  it.is_input = IsInputPipeline(name);
  return it;
}

}  // namespace tfprof
