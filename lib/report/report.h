// SPDX-License-Identifier: Apache-2.0
// Report: the result of every command and the input of every output format. It
// borrows from the profile and must not outlive it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/writer.h"
#include "report/advice.h"
#include "report/benchmark_tables.h"
#include "report/dump_summary.h"
#include "report/exported_graph.h"
#include "report/graph_summary.h"
#include "report/table.h"
#include "report/tree_pair.h"
#include "report/verdict.h"
#include "view/drawing.h"
#include "view/timeline/traced_steps.h"
#include "view/timeline/view_timeline.h"
#include "view/view_tree.h"

namespace tfprof {

// A result that is the content of a file already, such as a database.
class FileImage {
 public:
  virtual ~FileImage() = default;

  virtual Status CopyTo(Writer& writer) const = 0;
};

struct Section {
  // The content of a section. A profile itself is a block too, for `convert`.
  // The special members are in report.cc, so they are compiled once.
  struct Block
      : std::variant<std::monostate, Table, ViewTree, ViewTimeline, Advice,
                     TracedSteps, BenchmarkTables, GraphSummary, DumpSummary,
                     Drawing, ExportedGraph, Verdict,
                     std::shared_ptr<const TreePair>, const Profile*,
                     std::shared_ptr<const FileImage>> {
    using variant::variant;
    Block();
    Block(Block&&) noexcept;
    Block& operator=(Block&&) noexcept;
    ~Block();
  };

  std::string heading;             // may be empty
  std::vector<std::string> notes;  // sentences about what the block leaves out
  Block block;
};

// The steps that the numbers cover: a list for each dump.
struct ReportedSteps {
  std::vector<std::vector<int64_t>> of_dump;
  std::string_view are;  // ChosenSteps::are
  // Of a recording: what its steps are called; empty if they have no name or
  // several.
  std::optional<std::string> name = {};
};

// The title of a page.
struct PageTitle {
  std::string version;             // of this program
  std::vector<std::string> dumps;  // the older of two dumps first
};

struct Report {
  std::vector<Section> sections;
  std::optional<ReportedSteps> steps;
  // Lines for people at the end of the report. Data formats have the same facts
  // in `steps` and in fields of their own.
  std::vector<std::string> remarks = {};
  std::optional<PageTitle> title;
};

}  // namespace tfprof
