// SPDX-License-Identifier: Apache-2.0
#include "wire/graph/function_expansion.h"

#include <algorithm>

#include "base/strings.h"
#include "wire/append_field.h"
#include "wire/wire_cursor.h"

namespace tfprof {

namespace {

// The most calls through which a value is followed, so a long chain of calls
// costs no more than its length.
constexpr int kMostHops = 64;

// The most memory that any answer takes per node besides its name, and per
// input and attribute.
constexpr size_t kBytesOfNode = 400;
constexpr size_t kBytesOfPart = 16;

// The cost of a lookup besides the bytes of the name.
constexpr size_t kBytesOfLookup = 16;

// True if an attribute is the content of a large constant, which is not
// repeated for every call of the function. Looks only at its beginning, since
// it is tested at each call.
bool IsLargeValue(std::string_view attr) {
  constexpr size_t kSmall = 1024;
  constexpr std::string_view kKey = "\x0a\x05value";
  return attr.size() > kSmall && attr.starts_with(kKey);
}

}  // namespace

// The parts of "node:output:2". Inputs in the graph itself have no output name:
// "node:2".
struct FunctionExpansion::InputParts {
  explicit InputParts(std::string_view input) {
    const size_t colon = input.find(':');
    node = input.substr(0, colon);
    if (colon == std::string_view::npos) return;
    output = input.substr(colon + 1);
    const size_t last = output.rfind(':');
    const std::string_view number =
        last == std::string_view::npos ? output : output.substr(last + 1);
    index = ParseInt64(number).value_or(0);
    output = last == std::string_view::npos ? std::string_view()
                                            : output.substr(0, last);
  }

  std::string_view node;
  std::string_view output;
  int64_t index = 0;
};

FunctionExpansion::FunctionExpansion(std::string_view graph_def)
    : graph_def_(graph_def), library_(graph_def) {
  if (library_.empty()) return;
  WireCursor graph(graph_def);
  while (graph.Next()) {
    if (graph.field() != Len(1)) {
      graph.Skip();
      continue;
    }
    is_needed_ |= library_.AddCall(FunctionLibrary::kGraph, graph.View());
  }
}

// The output of a function that an input refers to: by name, else by number.
std::string_view FunctionExpansion::OutputOf(const FunctionBody& body,
                                             const InputParts& input) const {
  if (library_.FindReturned(body, input.output)) return input.output;
  return input.index >= 0 && input.index < body.outputs
             ? library_.Output(body, static_cast<uint32_t>(input.index))
             : std::string_view();
}

const CallSite* FunctionExpansion::FindCall(const Scope& scope,
                                            std::string_view node) const {
  return library_.FindCall(
      scope.body == nullptr ? FunctionLibrary::kGraph : scope.body->number,
      node);
}

bool FunctionExpansion::CanEnter(const Scope& scope,
                                 const FunctionBody& body) const {
  for (const Scope* outer = &scope; outer != nullptr; outer = outer->outer) {
    if (outer->body == &body) return false;
  }
  return scope.depth < kMostDepth;
}

FunctionExpansion::Scope FunctionExpansion::Enter(
    const Scope& scope, std::string_view caller, const CallSite& site,
    const CallSite::Callee& callee, const FunctionBody& body) {
  std::string prefix = scope.prefix;
  prefix.append(caller).append("/").append(callee.scope);
  if (callee.scope.ends_with('_')) {
    prefix.append(std::to_string(callee.branch)).append("/");
  }
  Spend(prefix.size());
  return {&body,          &scope, &site, callee.first_input, std::move(prefix),
          scope.depth + 1};
}

// The name that `input` in `scope` has in the expanded graph.
std::string FunctionExpansion::Resolve(const Scope& scope,
                                       std::string_view input) {
  const bool is_control = input.starts_with('^');
  if (is_control) input.remove_prefix(1);
  const std::string_view mark = is_control ? "^" : "";
  std::deque<Scope> entered;  // a deque, so addresses stay valid
  const Scope* at = &scope;
  for (int hop = 0; hop < kMostHops; ++hop) {
    const InputParts parts(input);
    Spend(input.size());
    if (at->body != nullptr) {
      const uint32_t* const argument =
          library_.FindArgument(*at->body, parts.node);
      if (argument != nullptr) {
        const size_t position = *argument + at->first_input;
        if (position >= at->site->inputs) break;
        input = library_.Input(*at->site, position);
        at = at->outer;
        continue;
      }
    }
    const CallSite* const call = FindCall(*at, parts.node);
    if (is_control || call == nullptr || !call->passes_outputs) break;
    const CallSite::Callee& callee = library_.Callee(*call, 0);
    const FunctionBody* const body = library_.Find(callee.function);
    if (body == nullptr || !CanEnter(*at, *body)) break;
    const std::string_view* const returned =
        library_.FindReturned(*body, OutputOf(*body, parts));
    if (returned == nullptr) break;
    entered.push_back(Enter(*at, parts.node, *call, callee, *body));
    at = &entered.back();
    input = *returned;
  }
  const InputParts parts(input);
  std::string name = std::string(mark) + at->prefix;
  // Inputs between nodes of the graph itself stay unchanged.
  return name.append(at->body == nullptr && !is_control ? input : parts.node);
}

// A node with its name and inputs in the expanded graph.
std::string FunctionExpansion::Renamed(const Scope& scope,
                                       std::string_view node_def,
                                       const CallSite* call) {
  std::string renamed;
  WireCursor node(node_def);
  while (!IsBeyond() && node.Next()) {
    if (node.field() == Len(1)) {
      const std::string name = scope.prefix + std::string(node.View());
      held_ += name.size();
      AppendField(renamed, 1, name);
    } else if (node.field() == Len(3)) {
      held_ += kBytesOfPart;
      AppendField(renamed, 3, Resolve(scope, node.View()));
    } else {
      const char* const begin = node.field_at();
      const bool is_attr = node.field() == Len(5);
      held_ += kBytesOfPart;
      const std::string_view attr = is_attr ? node.View() : std::string_view();
      if (!is_attr) node.Skip();
      if (scope.body != nullptr && IsLargeValue(attr)) continue;
      renamed.append(begin, node.at());
    }
  }
  if (call != nullptr && !call->passes_outputs) {
    AddBranchOutputs(scope, node_def, *call, renamed);
  }
  Spend(renamed.size());
  return renamed;
}

// The output of a branching node may come from any of its branches.
void FunctionExpansion::AddBranchOutputs(const Scope& scope,
                                         std::string_view node_def,
                                         const CallSite& call,
                                         std::string& renamed) {
  for (uint32_t i = 0; i < call.callees; ++i) {
    const CallSite::Callee& callee = library_.Callee(call, i);
    const FunctionBody* const body = library_.Find(callee.function);
    if (body == nullptr || !CanEnter(scope, *body)) continue;
    const Scope branch =
        Enter(scope, NameOfNode(node_def), call, callee, *body);
    for (uint32_t output = 0; output < body->outputs; ++output) {
      if (IsBeyond()) return;
      const std::string_view name = library_.Output(*body, output);
      Spend(name.size());
      const std::string_view* const returned =
          library_.FindReturned(*body, name);
      if (returned == nullptr) continue;
      held_ += kBytesOfPart;
      AppendField(renamed, 3, Resolve(branch, *returned));
    }
  }
}

void FunctionExpansion::Spend(size_t bytes) { work_ += bytes + kBytesOfLookup; }

bool FunctionExpansion::Emit(const Scope& scope, std::string_view node_def,
                             const Take& take) {
  const std::string_view name = NameOfNode(node_def);
  const CallSite* const call = FindCall(scope, name);
  ++nodes_;
  held_ += kBytesOfNode;
  if (IsBeyond()) return false;
  take(Renamed(scope, node_def, call));
  if (call == nullptr) return true;
  for (uint32_t i = 0; i < call->callees; ++i) {
    const CallSite::Callee& callee = library_.Callee(*call, i);
    Spend(callee.function.size());
    const FunctionBody* const body = library_.Find(callee.function);
    if (body == nullptr) continue;
    if (!CanEnter(scope, *body)) {
      ++unexpanded_;
      continue;
    }
    expanded_.insert(body);
    const Scope inner = Enter(scope, name, *call, callee, *body);
    // At most kMostDepth deep, for any graph.
    for (uint32_t node = 0; node < body->nodes; ++node) {
      if (!Emit(inner, library_.Node(*body, node), take)) return false;
    }
  }
  return !IsBeyond();
}

bool FunctionExpansion::Fits(const Limits& limits) {
  Run([](std::string_view) {}, limits);
  return !IsBeyond();
}

void FunctionExpansion::Run(const Take& take, const Limits& limits) {
  limits_ = limits;
  nodes_ = held_ = work_ = unexpanded_ = 0;
  expanded_.clear();
  const Scope outermost;
  WireCursor graph(graph_def_);
  while (graph.Next()) {
    if (graph.field() != Len(1)) {
      graph.Skip();
    } else if (!Emit(outermost, graph.View(), take)) {
      return;
    }
  }
}

}  // namespace tfprof
