// SPDX-License-Identifier: Apache-2.0
// ProfileBuilder under Rules::attribution: the nodes of records that the graph
// does not define. TensorFlow runs the body of a function, a loop or a branch
// under names that begin with the calling node: "caller/body/_98/inner".
// profile_calls.cc is for functions that are not inlined.
#include <algorithm>

#include <fmt/format.h>

#include "model/node_label.h"
#include "model/profile_builder.h"

namespace tfprof {

namespace {

constexpr std::string_view kNoStack = "(no call stack)";

}  // namespace

ProfileBuilder::Row ProfileBuilder::RowOfType(Row row, const ExecRecord& exec) {
  if (nodes_.is_defined[row]) return row;
  const auto label = ParseNodeLabel(exec.label);
  if (!label) {
    // Eager operations are recorded under the name of their type.
    if (exec.label.empty() && device_.kind.is_canonical &&
        !nodes_.op[row].valid()) {
      nodes_.op.Set(row, nodes_.name[row]);
    }
    return row;
  }
  // A name stands for the type until a label tells it.
  if (!nodes_.op[row].valid() || nodes_.op[row] == nodes_.name[row]) {
    nodes_.op.Set(row, profile_.strings.Intern(label->type));
  }
  if (profile_.strings[nodes_.op[row]] == label->type) return row;
  const std::string name =
      fmt::format("{} ({})", profile_.strings[nodes_.name[row]], label->type);
  const Row known = FindRow(name);
  if (known != kNoRow) return known;
  const Row other = CreateRecordRow(name);
  nodes_.op.Set(other, profile_.strings.Intern(label->type));
  return other;
}

void ProfileBuilder::AttributeTypes() {
  for (Row row = 0; row < nodes_.size(); ++row) {
    if (!nodes_.op[row].valid()) {
      nodes_.op.Set(row, profile_.strings.Intern(kNoType));
    }
  }
}

StackId ProfileBuilder::StackOfCaller(std::string_view name) const {
  // Longer than any real name; each cut scans the rest of the name.
  constexpr size_t kLongestName = 1024;
  constexpr int kMostCuts = 64;
  for (const std::string_view prefix :
       {"Func/", "_arg_", "_retval_", "_send_", "_recv_"}) {
    if (name.starts_with(prefix)) name.remove_prefix(prefix.size());
  }
  name = name.substr(0, kLongestName);
  for (int cuts = 0; cuts < kMostCuts; ++cuts) {
    const Row caller = FindRow(name);
    if (caller != kNoRow && nodes_.is_defined[caller]) {
      const StackId stack = nodes_.stack[caller];
      if (stack.valid() && !profile_.stacks[stack.value].empty()) return stack;
    }
    // "a/b" for "a/b/c", "a" for a fed or fetched "a_0_0".
    const size_t end = name.find_last_of("/_");
    if (end == std::string_view::npos || end == 0) break;
    name = name.substr(0, end);
  }
  return {};
}

void ProfileBuilder::AttributeStacks() {
  if (profile_.frames.empty()) return;
  const StringId text = profile_.strings.Intern(kNoStack);
  profile_.no_stack = StackId(profile_.stacks.size());
  profile_.stacks.Push(FrameId(profile_.frames.size()));
  profile_.stacks.EndRow();
  profile_.frames.push_back(
      {.file = profile_.strings.Intern(""), .function = text});
  for (Row row = 0; row < nodes_.size(); ++row) {
    const StackId stack = nodes_.stack[row];
    const bool has_stack =
        stack.valid() && !profile_.stacks[stack.value].empty();
    if (has_stack || nodes_.step_count[row] == 0) continue;
    const std::string_view name = profile_.strings[nodes_.name[row]];
    const StackId caller = StackOfCaller(name);
    nodes_.stack.Set(row, caller.valid() ? caller : profile_.no_stack);
  }
}

}  // namespace tfprof
