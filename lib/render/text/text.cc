// SPDX-License-Identifier: Apache-2.0
#include "render/text/text.h"

#include <algorithm>

#include "base/strings.h"
#include "render/text/prelude.h"
#include "render/text/text_steps.h"
#include "render/text/text_summary.h"
#include "render/trace/step_trace.h"

namespace tfprof {

namespace {

constexpr size_t kColumnGap = 2;

// Text stands left, numbers right; no line ends in blanks.
void AppendTable(std::string& out, const Table& table) {
  const size_t columns = table.columns.size();
  std::vector<std::vector<std::string>> lines(1);
  std::vector<bool> is_number(columns, false);
  for (const Column& column : table.columns) lines[0].push_back(column.title);
  for (const auto& row : table.rows) {
    lines.emplace_back();
    for (size_t i = 0; i < columns; ++i) {
      lines.back().push_back(TextOf(row[i], table.columns[i].unit));
      // One number makes a column of numbers: others may be missing.
      is_number[i] = is_number[i] || row[i].index() >= 2;
    }
  }
  std::vector<size_t> widths(columns, 0);
  for (const auto& line : lines) {
    for (size_t i = 0; i < columns; ++i) {
      widths[i] = std::max(widths[i], line[i].size());
    }
  }
  for (const auto& line : lines) {
    for (size_t i = 0; i < columns; ++i) {
      const std::string blanks(widths[i] - line[i].size(), ' ');
      if (is_number[i]) out += blanks;
      out += line[i];
      if (!is_number[i]) out += blanks;
      out.append(kColumnGap, ' ');
    }
    out.resize(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
}

void AppendVerdict(std::string& out, const Verdict& verdict) {
  out += fmt::format("verdict: {}\n{}\n\n", WordsOf(verdict.status),
                     verdict.reason);
  for (const Verdict::Check& check : verdict.checks) {
    out += fmt::format(
        "{:<14}  {}: {}{}\n", WordsOf(check.status), check.rule, check.message,
        check.line > 0
            ? fmt::format(" ({}:{})", Printable(check.file), check.line)
            : "");
  }
}

Status RenderTree(const ViewTree& tree, Diagnostics& diagnostics,
                  TextOutput& out) {
  AppendPrelude(out.text(), tree);
  if (tree.view->policy.is_flat) return RenderOpText(tree, out);
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
    } else if (const auto* verdict = std::get_if<Verdict>(&section.block)) {
      AppendVerdict(out.text(), *verdict);
    } else if (const auto* steps = std::get_if<StepTables>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderStepTables(*steps, out));
    } else if (const auto* graph = std::get_if<GraphSummary>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderSummary(*graph, out));
    } else if (const auto* trace =
                   std::get_if<std::vector<TraceTimeline>>(&section.block)) {
      // A trace has no other text than JSON.
      TFPROF_RETURN_IF_ERROR(out.Flush());
      TFPROF_RETURN_IF_ERROR(WriteStepTrace(*trace, writer));
    }
  }
  return out.Flush();
}

}  // namespace tfprof
