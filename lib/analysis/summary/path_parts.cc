// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/path_parts.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analysis/tasks/waiting_types.h"
#include "base/hash.h"
#include "base/table_index.h"
#include "model/node_label.h"

namespace tfprof {

namespace {

struct KnownPart {
  static constexpr uint32_t kNone = UINT32_MAX;

  const char* type = nullptr;  // where its text stands
  uint32_t row = kNone;
};

// Parts by code line, op type and outermost scope, so that a loop that makes
// many nodes is one part. Without a line by scope and type. A part that others
// were added to has the same key.
std::string KeyOf(const DumpSummary::Part& part) {
  const std::string_view scope(part.name);
  return fmt::format(
      "{}\n{}\n{}",
      part.code.empty() ? scope : scope.substr(0, scope.find('/')), part.type,
      part.code);
}

// The two outer names of a node, its own or scopes: "gradients/encoder" of
// "gradients/encoder/while/MatMul".
std::string_view OuterNames(std::string_view node) {
  const std::string_view scopes = OuterScopes(node, 2);
  return scopes.find('/') == std::string_view::npos ? node : scopes;
}

bool BringsInput(std::string_view type) {
  const WaitingType* const known = FindWaitingType(type);
  return known != nullptr && known->waits_for == WaitingType::For::kInput;
}

// The common scope of two parts whose outermost scope is the same.
std::string_view CommonScope(std::string_view a, std::string_view b) {
  return a == b ? a : a.substr(0, a.find('/'));
}

}  // namespace

DumpSummary::Path PathPartsOf(const StepPath& path, const CodeLines& code) {
  const StepTasks& tasks = *path.tasks;
  DumpSummary::Path summary;
  summary.step = tasks.records->step;
  summary.length_ns = path.wall_ns;
  summary.gap_ns = path.chain_gap_ns;
  TableIndex parts;  // by key
  // By node, of its last type: many tasks may have the same long names.
  std::vector<KnownPart> known_parts(tasks.records->strings.size());
  for (const ChainTask& link : path.chain) {
    const StringId name = tasks.NodeOf(link.task);
    KnownPart& known_part = known_parts[name.value];
    const char* const type = tasks.TypeText(link.task).data();
    if (known_part.row != KnownPart::kNone && known_part.type == type) {
      DumpSummary::Part& sum = summary.parts[known_part.row];
      sum.path_ns += link.busy;
      ++sum.times;
      continue;
    }
    const std::string_view node = tasks.records->strings[name];
    const CodeLines::Owner owner = code.OwnerOf(node);
    DumpSummary::Part part{
        .name = std::string(OuterNames(node)),
        .type = std::string(tasks.TypeText(link.task)),
        .code =
            std::string(owner.line) + (owner.is_gradient ? " (gradient)" : ""),
        .function = std::string(code.FunctionOf(owner.line))};
    const std::string key = KeyOf(part);
    const auto next = static_cast<uint32_t>(summary.parts.size());
    const uint32_t at = parts.FindOrAdd(
        TextHash()(key), next,
        [&](uint32_t known) { return KeyOf(summary.parts[known]) == key; });
    known_part = {type, at};
    if (at == next) summary.parts.push_back(part);
    DumpSummary::Part& sum = summary.parts[at];
    sum.name = std::string(CommonScope(sum.name, part.name));
    sum.path_ns += link.busy;
    sum.brings_input = BringsInput(sum.type);
    ++sum.times;
  }
  std::sort(summary.parts.begin(), summary.parts.end(),
            [](const DumpSummary::Part& a, const DumpSummary::Part& b) {
              return std::tie(b.path_ns, a.name, a.type, a.code) <
                     std::tie(a.path_ns, b.name, b.type, b.code);
            });
  return summary;
}

}  // namespace tfprof
