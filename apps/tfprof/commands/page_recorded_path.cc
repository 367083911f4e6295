// SPDX-License-Identifier: Apache-2.0
#include "commands/page_recorded_path.h"

#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "analysis/waiting/path_sections.h"
#include "report/dump_summary.h"

namespace tfprof {

namespace {

constexpr int64_t kMostRows = 2'000;
constexpr size_t kMostParts = 100;  // the page shows a few

struct PageHeading {
  std::string_view of_table;
  std::string_view of_page;
};

constexpr PageHeading kPageHeadings[] = {{"path steps", "path totals"},
                                         {"path by name", "path by scope"},
                                         {"path pieces", "path"}};

// The parts of the process whose step is longest.
DumpSummary::Path PartsOfLongest(const RecordedPath& path) {
  const ChainOfStep* longest = nullptr;
  for (uint32_t i = 0; i < path.pieces.size(); ++i) {
    const ChainOfStep* const chain = path.MedianOf(i);
    if (chain == nullptr) continue;
    if (longest == nullptr ||
        path.StepOf(*chain).length_ps > path.StepOf(*longest).length_ps) {
      longest = chain;
    }
  }
  DumpSummary::Path parts;
  if (longest == nullptr) return parts;
  parts.step = path.StepOf(*longest).number;
  parts.length_ns = path.StepOf(*longest).length_ps / 1000;
  for (const ChainPart& part : path.PartsOf(longest->process)) {
    if (parts.parts.size() == kMostParts) break;
    const bool has_name = !part.name.empty();
    parts.parts.push_back(
        {.name = std::string(has_name ? part.name : part.Kind()),
         .type = std::string(has_name ? part.Kind() : ""),
         .times = static_cast<int64_t>(part.times),
         .path_ns = part.path_ps / 1000});
  }
  return parts;
}

}  // namespace

std::vector<Section> RecordedPathParts(
    const std::shared_ptr<const RecordedPath>& path) {
  std::vector<Section> sections = PathSectionsOf(path, {true, kMostRows});
  for (Section& section : sections) {
    for (const PageHeading& heading : kPageHeadings) {
      if (section.heading != heading.of_table) continue;
      section.heading = heading.of_page;
      break;
    }
    auto* const table = std::get_if<Table>(&section.block);
    if (section.heading != "path by scope" || table == nullptr) continue;
    for (TableColumn& column : table->columns) {
      if (column.title == "share") column.title = "path";
    }
  }
  sections.front().notes.push_back(
      fmt::format("of step {}, the step of median length",
                  path->capture->steps[path->median].number));
  DumpSummary summary;
  summary.path = PartsOfLongest(*path);
  for (NamedTable& table : TablesOf(summary)) {
    if (table.heading != "path") continue;
    sections.push_back({"path by part", {}, std::move(table.table)});
  }
  return sections;
}

}  // namespace tfprof
