// SPDX-License-Identifier: Apache-2.0
// Report: the second waist. Every command ends in one; every output format
// starts from one. It borrows from the profile and must not outlive it.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "analysis/advice.h"
#include "analysis/exported_graph.h"
#include "analysis/graph_summary.h"
#include "analysis/step_tables.h"
#include "analysis/table.h"
#include "analysis/verdict.h"
#include "view/drawing.h"
#include "view/step_timeline.h"
#include "view/timeline.h"
#include "view/view_tree.h"

namespace tfprof {

struct TreeDiff;

// A profile itself is a block too: what `convert` saves.
struct Section {
  std::string heading;             // may be empty
  std::vector<std::string> notes;  // what the block leaves out, in words
  std::variant<std::monostate, Table, ViewTree, Timeline, Advice,
               std::vector<StepTimeline>, StepTables, GraphSummary, Drawing,
               ExportedGraph, Verdict, std::shared_ptr<const TreeDiff>,
               const Profile*>
      block;
};

struct Report {
  std::vector<Section> sections;
};

}  // namespace tfprof
