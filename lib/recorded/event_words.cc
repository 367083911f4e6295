// SPDX-License-Identifier: Apache-2.0
#include "recorded/event_words.h"

#include <algorithm>
#include <initializer_list>

#include "recorded/xla_name.h"

namespace tfprof {

namespace {

bool BeginsWithOne(std::string_view text,
                   std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) {
    return text.starts_with(start);
  });
}

// How many characters of a word the text begins with.
size_t WordLength(std::string_view text) {
  const auto is_word = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
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
         BeginsWithOne(call, {"::Compile", "::RunBackend", "::RunHloPasses"});
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
  return BeginsWithOne(name,
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
      BeginsWithOne(name, {"backend_compile", "XlaCompil", "pxla_compile",
                           "tf.function-graph_building"}) ||
      IsCompilerCall(name);
  it.is_jit_call =
      name.ends_with(')') &&
      BeginsWithOne(name, {"PjitFunction(", "PmapFunction(", "JitFunction("});
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
