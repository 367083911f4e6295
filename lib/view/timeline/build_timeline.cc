// SPDX-License-Identifier: Apache-2.0
#include "view/timeline/build_timeline.h"

#include <utility>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// The reference stops here with a failed check.
void WarnAboutOverflow(const ViewTree& tree, uint32_t row, int64_t children,
                       Diagnostics& diagnostics) {
  const int64_t total = tree[Measure::kMicros].total[row];
  diagnostics.Warn(
      "rows that took less time than their children",
      fmt::format("{}: {} us, but its children took {} us; the dump has "
                  "negative times",
                  Printable(tree.NameOf(row).str()), total, children));
}

}  // namespace

// A row begins where its previous sibling ends, the first where its parent
// does.
ViewTimeline BuildFlames(const ViewTree& tree, Diagnostics& diagnostics) {
  const Column<int64_t>& total = tree[Measure::kMicros].total;
  ViewTimeline timeline;
  timeline.name_of = [&forest = *tree.forest](uint32_t row) {
    return forest.NameOf(row);
  };
  timeline.spans.reserve(tree.size());
  std::vector<bool> drawn(tree.size(), false);
  std::vector<int64_t> start(tree.size(), 0);
  std::vector<int64_t> used(tree.size(), 0);  // by children
  for (uint32_t row = 0; row < tree.size(); ++row) {
    const uint32_t parent = tree.parent[row];
    if (row > 0) {
      // tfprof: a row without time is dropped with everything below it.
      if (!drawn[parent] || total[row] <= 0) continue;
      start[row] = WrapAdd(start[parent], used[parent]);
      used[parent] = WrapAdd(used[parent], total[row]);
    }
    drawn[row] = true;
    const uint32_t depth = tree.depth[row];
    if (depth == timeline.processes.size()) {
      timeline.processes.push_back(
          {fmt::format("Scope:{}", depth),
           static_cast<uint32_t>(timeline.spans.size())});
    }
    timeline.spans.push_back(
        {depth, 0, start[row], total[row], tree.ForestRow(row)});
  }
  for (uint32_t row = 0; row < tree.size(); ++row) {
    // Times of recordings were rounded independently.
    if (drawn[row] && used[row] > total[row] && !tree.profile->is_recording) {
      WarnAboutOverflow(tree, row, used[row], diagnostics);
    }
  }
  return timeline;
}

ViewTimeline BuildTimeline(ViewTree tree, Diagnostics& diagnostics,
                           const RowsByStep* rows_of) {
  return tree.view->timeline == TimelineStyle::kExecutions
             ? BuildExecutions(std::move(tree), rows_of)
             : BuildFlames(tree, diagnostics);
}

}  // namespace tfprof
