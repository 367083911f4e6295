// SPDX-License-Identifier: Apache-2.0
// Report: the second waist. Every command ends in one; every output format
// starts from one. It borrows from the profile and must not outlive it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "analysis/advice.h"
#include "analysis/step_tables.h"
#include "view/step_timeline.h"
#include "view/timeline.h"
#include "view/view_tree.h"

namespace tfprof {

// Rows of text under headings.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;

  // REQUIRES: as many cells as there are columns.
  void AddRow(std::vector<std::string> cells);
};

// A profile itself is a block too: what `convert` saves.
struct Section {
  std::string heading;             // may be empty
  std::vector<std::string> notes;  // what the block leaves out, in words
  std::variant<std::monostate, Table, ViewTree, Timeline, Advice,
               std::vector<StepTimeline>, StepTables, const Profile*>
      block;
};

struct Report {
  std::vector<Section> sections;
};

}  // namespace tfprof
