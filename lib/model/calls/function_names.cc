// SPDX-License-Identifier: Apache-2.0
#include "model/calls/function_names.h"

#include <algorithm>

#include "base/strings.h"

namespace tfprof {

namespace {

// Nobody writes longer names, and each cut scans the rest of the name.
constexpr size_t kLongestCallName = 1024;
// Steps of one search: functions that call each other several times make more
// paths than can be followed.
constexpr int kMostSearchSteps = 256;

std::string_view FirstPart(std::string_view name) {
  return name.substr(0, name.find('/'));
}

// Takes off the prefix that TensorFlow gives to names when it inlines a body.
std::string_view WithoutFunc(std::string_view name) {
  constexpr std::string_view kFunc = "Func/";
  return name.starts_with(kFunc) ? name.substr(kFunc.size()) : name;
}

// "add" of "body/_98/add"; the whole if it does not begin with a branch.
std::string_view WithoutBranch(std::string_view name) {
  const size_t number = name.find("/_");
  if (number == std::string_view::npos ||
      name.substr(0, number).find('/') != std::string_view::npos) {
    return name;
  }
  const size_t end = name.find('/', number + 2);
  if (end == std::string_view::npos ||
      !IsNumber(name.substr(number + 2, end - number - 2))) {
    return name;
  }
  return name.substr(end + 1);
}

}  // namespace

void FunctionNames::Keep(Body& body, const NodeDefinition& node) {
  const StringId name = strings_.Intern(node.name);
  Node kept{strings_.Intern(node.op), {}};
  for (const std::string_view callee : node.functions) {
    kept.callees.push_back(strings_.Intern(callee));
  }
  body.nodes.insert({name.value, std::move(kept)});
}

void FunctionNames::AddNode(const NodeDefinition& node) {
  if (!node.functions.empty()) Keep(bodies_[kGraph], node);
}

void FunctionNames::BeginFunction(const FunctionRecord& function) {
  function_of_name_.insert({strings_.Intern(function.name).value,
                            static_cast<Function>(bodies_.size())});
  Body& body = bodies_.emplace_back();
  for (const std::string_view value : function.values) {
    body.values.insert(strings_.Intern(value).value);
    first_parts_.insert(strings_.Intern(value).value);
  }
}

void FunctionNames::AddFunctionNode(const NodeDefinition& node) {
  Keep(bodies_.back(), node);
  first_parts_.insert(strings_.Intern(FirstPart(node.name)).value);
}

bool FunctionNames::HasCalls() const {
  return bodies_.size() > 1 && !bodies_[kGraph].nodes.empty();
}

bool FunctionNames::AnyFits(std::string_view name) const {
  const StringId part = strings_.Find(FirstPart(WithoutFunc(name)));
  return part.valid() && first_parts_.contains(part.value);
}

bool FunctionNames::HasValue(const Body& body, std::string_view name) const {
  constexpr std::string_view kReturned = "_retval_RetVal";
  if (name.ends_with(kReturned)) name.remove_suffix(kReturned.size());
  const StringId id = strings_.Find(name);
  return id.valid() && body.values.contains(id.value);
}

FunctionNames::Found FunctionNames::FindInCallees(const Node& caller,
                                                  std::string_view rest,
                                                  int& steps) const {
  rest = WithoutBranch(rest);
  for (const StringId callee : caller.callees) {
    const auto function = function_of_name_.find(callee.value);
    if (function == function_of_name_.end()) continue;
    const Found found = Find(function->second, rest, steps);
    if (found.fit == Fit::kNode) return found;
  }
  return {Fit::kPart, {}, nullptr};
}

FunctionNames::Found FunctionNames::Find(Function function,
                                         std::string_view name,
                                         int& steps) const {
  const Body& body = bodies_[function];
  for (std::string_view cut = name;;) {
    if (++steps > kMostSearchSteps) return {};
    const bool is_whole = cut.size() == name.size();
    const StringId id = strings_.Find(cut);
    const auto node =
        id.valid() ? body.nodes.find(id.value) : body.nodes.end();
    if (node != body.nodes.end()) {
      const Node& known = node->second;
      if (is_whole) return {Fit::kNode, strings_[known.op], &known};
      if (known.callees.empty()) return {Fit::kPart, {}, nullptr};
      return FindInCallees(known, name.substr(cut.size() + 1), steps);
    }
    if (function == kGraph) {
      const std::string_view type = graph_type_(cut);
      if (!type.empty() && is_whole) return {Fit::kNode, type, nullptr};
      if (!type.empty()) return {Fit::kPart, {}, nullptr};
    }
    const size_t end = cut.rfind('/');
    if (end == std::string_view::npos) break;
    cut = cut.substr(0, end);
  }
  return {HasValue(body, name) ? Fit::kPart : Fit::kNone, {}, nullptr};
}

FunctionNames::Fit FunctionNames::FitOf(Function function,
                                        std::string_view name) const {
  int steps = 0;
  name = WithoutFunc(name).substr(0, kLongestCallName);
  return Find(function, name, steps).fit;
}

std::string_view FunctionNames::TypeOf(Function function,
                                       std::string_view name) const {
  int steps = 0;
  return Find(function, name, steps).type;
}

std::vector<FunctionNames::Function> FunctionNames::CalleesOf(
    Function function, std::string_view name) const {
  int steps = 0;
  const Found found = Find(function, name, steps);
  std::vector<Function> callees;
  if (found.node == nullptr) return callees;
  for (const StringId callee : found.node->callees) {
    const auto known = function_of_name_.find(callee.value);
    if (known != function_of_name_.end()) callees.push_back(known->second);
  }
  return callees;
}

}  // namespace tfprof
