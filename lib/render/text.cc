// SPDX-License-Identifier: Apache-2.0
#include "render/text.h"

#include <algorithm>

#include "render/prelude.h"
#include "render/step_trace.h"
#include "render/text_steps.h"

namespace tfprof {

namespace {

constexpr size_t kColumnGap = 2;

void AppendTable(std::string& out, const Table& table) {
  std::vector<size_t> widths;
  for (size_t column = 0; column < table.columns.size(); ++column) {
    size_t width = table.columns[column].size();
    for (const auto& row : table.rows) {
      width = std::max(width, row[column].size());
    }
    widths.push_back(width);
  }
  const auto append_line = [&](const std::vector<std::string>& cells) {
    for (size_t column = 0; column < cells.size(); ++column) {
      out += cells[column];
      if (column + 1 < cells.size()) {
        out.append(widths[column] - cells[column].size() + kColumnGap, ' ');
      }
    }
    out += '\n';
  };
  append_line(table.columns);
  for (const auto& row : table.rows) append_line(row);
}

Status RenderTree(const ViewTree& tree, Diagnostics& diagnostics,
                  TextOutput& out) {
  AppendPrelude(out.text(), tree);
  if (tree.view->text == TextStyle::kOpList) return RenderOpText(tree, out);
  return RenderTreeText(tree, diagnostics, out);
}

// tfprof: a checker without anything to say is named all the same.
void AppendAdvice(std::string& out, const Advice& advice) {
  for (const Advice::Entry& entry : advice.entries) {
    out += fmt::format("\n{}:\n", entry.checker);
    for (const Advice::Statement& statement : entry.statements) {
      out += statement.text + '\n';
    }
  }
}

}  // namespace

Status RenderText(const Report& report, Diagnostics& diagnostics,
                  Writer& writer) {
  TextOutput out(writer);
  bool is_first = true;
  for (const Section& section : report.sections) {
    if (!is_first) out.text() += '\n';
    is_first = false;
    if (!section.heading.empty()) out.text() += section.heading + '\n';
    for (const std::string& note : section.notes) out.text() += note + '\n';
    if (const auto* tree = std::get_if<ViewTree>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderTree(*tree, diagnostics, out));
    } else if (const auto* table = std::get_if<Table>(&section.block)) {
      AppendTable(out.text(), *table);
    } else if (const auto* advice = std::get_if<Advice>(&section.block)) {
      AppendAdvice(out.text(), *advice);
    } else if (const auto* steps = std::get_if<StepTables>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderStepTables(*steps, out));
    } else if (const auto* trace =
                   std::get_if<std::vector<StepTimeline>>(&section.block)) {
      // A trace has no other text than JSON.
      TFPROF_RETURN_IF_ERROR(out.Flush());
      TFPROF_RETURN_IF_ERROR(WriteStepTrace(*trace, writer));
    }
  }
  return out.Flush();
}

}  // namespace tfprof
