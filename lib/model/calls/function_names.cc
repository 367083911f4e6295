// SPDX-License-Identifier: Apache-2.0
#include "model/calls/function_names.h"

#include <algorithm>

#include "base/strings.h"

namespace tfprof {

namespace {

// Longer than any real name; each cut scans the rest of the name.
constexpr size_t kLongestCallName = 1024;
// Limit on the steps of a search: functions that call each other several times
// make too many paths.
constexpr int kMostSearchSteps = 256;

std::string_view FirstPart(std::string_view name) {
  return name.substr(0, name.find('/'));
}

// Removes the prefix of names in inlined bodies.
std::string_view WithoutFunc(std::string_view name) {
  constexpr std::string_view kFunc = "Func/";
  return name.starts_with(kFunc) ? name.substr(kFunc.size()) : name;
}

// "add" for "body/_98/add"; the whole name if it does not begin with a branch.
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

// The first of two nodes with one name counts.
void FunctionNames::Keep(Function function, const NodeDefinition& node) {
  const StringId name = strings_.Intern(node.name);
  const auto next = static_cast<uint32_t>(nodes_.size());
  const uint32_t row = node_index_.FindOrAdd(
      HashOf(function, name), next, [&](uint32_t known) {
        return nodes_[known].name == name && nodes_[known].function == function;
      });
  if (row < next) return;
  nodes_.push_back({name, function, strings_.Intern(node.op), 0});
  if (node.functions.empty()) return;
  nodes_.back().callees = static_cast<uint32_t>(callees_.size());
  for (const std::string_view callee : node.functions) {
    callees_.Push(strings_.Intern(callee));
  }
  callees_.EndRow();
}

const FunctionNames::Node* FunctionNames::NodeOf(Function function,
                                                 StringId name) const {
  const uint32_t row =
      node_index_.Find(HashOf(function, name), [&](uint32_t known) {
        return nodes_[known].name == name && nodes_[known].function == function;
      });
  return row == TableIndex::kNone ? nullptr : &nodes_[row];
}

void FunctionNames::AddNode(const NodeDefinition& node) {
  if (node.functions.empty()) return;
  Keep(kGraph, node);
  has_calls_ = true;
}

void FunctionNames::BeginFunction(const FunctionRecord& function) {
  const Function added = functions_++;
  function_of_name_.insert({strings_.Intern(function.name).value, added});
  for (const std::string_view value : function.values) {
    const StringId name = strings_.Intern(value);
    const std::pair pair(added, name);
    const auto next = static_cast<uint32_t>(values_.size());
    const uint32_t row =
        value_index_.FindOrAdd(HashOf(added, name), next, [&](uint32_t known) {
          return values_[known] == pair;
        });
    if (row == next) values_.push_back(pair);
    first_parts_.insert(name.value);
  }
}

void FunctionNames::AddFunctionNode(const NodeDefinition& node) {
  Keep(functions_ - 1, node);
  first_parts_.insert(strings_.Intern(FirstPart(node.name)).value);
}

bool FunctionNames::HasCalls() const {
  return functions_ > 1 && has_calls_;
}

bool FunctionNames::AnyFits(std::string_view name) const {
  const StringId part = strings_.Find(FirstPart(WithoutFunc(name)));
  return part.valid() && first_parts_.contains(part.value);
}

bool FunctionNames::HasValue(Function function, std::string_view name) const {
  constexpr std::string_view kReturned = "_retval_RetVal";
  if (name.ends_with(kReturned)) name.remove_suffix(kReturned.size());
  const StringId id = strings_.Find(name);
  if (!id.valid()) return false;
  const std::pair pair(function, id);
  const auto is_it = [&](uint32_t row) { return values_[row] == pair; };
  return value_index_.Find(HashOf(function, id), is_it) != TableIndex::kNone;
}

FunctionNames::Found FunctionNames::FindInCallees(const Node& caller,
                                                  std::string_view rest,
                                                  int& steps) const {
  rest = WithoutBranch(rest);
  for (const StringId callee : callees_[caller.callees]) {
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
  for (std::string_view cut = name;;) {
    if (++steps > kMostSearchSteps) return {};
    const bool is_whole = cut.size() == name.size();
    const StringId id = strings_.Find(cut);
    const Node* const node = id.valid() ? NodeOf(function, id) : nullptr;
    if (node != nullptr) {
      if (is_whole) return {Fit::kNode, strings_[node->op], node};
      if (node->callees == 0) return {Fit::kPart, {}, nullptr};
      return FindInCallees(*node, name.substr(cut.size() + 1), steps);
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
  return {HasValue(function, name) ? Fit::kPart : Fit::kNone, {}, nullptr};
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
  for (const StringId callee : callees_[found.node->callees]) {
    const auto known = function_of_name_.find(callee.value);
    if (known != function_of_name_.end()) callees.push_back(known->second);
  }
  return callees;
}

}  // namespace tfprof
