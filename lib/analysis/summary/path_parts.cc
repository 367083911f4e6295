// SPDX-License-Identifier: Apache-2.0
#include "analysis/summary/path_parts.h"

#include <algorithm>
#include <tuple>

#include <tsl/robin_map.h>

#include "analysis/summary/short_scope.h"

namespace tfprof {

DumpSummary::Path PathPartsOf(const StepPath& path, const CodeLines& code) {
  const StepTasks& tasks = *path.tasks;
  DumpSummary::Path summary;
  summary.step = tasks.records->step;
  summary.length_ns = path.wall_ns;
  summary.gap_ns = path.chain_gap_ns;
  tsl::robin_map<std::string, size_t> part_of_key;
  for (const ChainTask& link : path.chain) {
    const std::string_view node =
        tasks.records->strings[tasks.NodeOf(link.task)];
    const CodeLines::Owner owner = code.OwnerOf(node);
    DumpSummary::Part part{.name = std::string(ShortScopeOf(node)),
                           .type = std::string(tasks.TypeText(link.task)),
                           .code = std::string(owner.line) +
                                   (owner.is_gradient ? " (gradient)" : "")};
    const auto [found, is_new] = part_of_key.try_emplace(
        part.name + '\n' + part.type + '\n' + part.code, summary.parts.size());
    if (is_new) summary.parts.push_back(std::move(part));
    DumpSummary::Part& sum = summary.parts[found->second];
    sum.path_ns += link.busy;
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
