// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/matched_names.h"

#include <map>
#include <string_view>
#include <vector>

#include "model/profile_builder.h"

namespace tfprof {

namespace {

bool IsDefined(const Profile& profile, std::string_view name) {
  const NodeId node = profile.FindNode(name);
  return node.valid() && profile.nodes.is_defined[node.value];
}

}  // namespace

MatchedNames MatchNames(const Profile& profile, const Recordings& hosts) {
  std::map<std::string_view, double> time_of_name;
  for (const auto& host : hosts) {
    std::vector<double> time_of_row(host->rows.size());
    host->ForEachCell(host->cell_runs, [&](const Recording::Cell& cell) {
      time_of_row[cell.row] += static_cast<double>(cell.self_ps);
    });
    for (size_t i = 0; i < host->rows.size(); ++i) {
      const Recording::Row& row = host->rows[i];
      if (row.kind == Recording::RowKind::kInstruction) continue;
      time_of_name[host->strings[row.name]] += time_of_row[i];
    }
  }
  MatchedNames found;
  double all = 0;
  double matched = 0;
  for (const auto& [name, time] : time_of_name) {
    ++found.names;
    all += time;
    if (!IsDefined(profile, name) &&
        !IsDefined(profile, WithoutInlineNumbers(name))) {
      continue;
    }
    ++found.matched;
    matched += time;
  }
  if (all > 0) found.time_share = matched / all;
  return found;
}

}  // namespace tfprof
