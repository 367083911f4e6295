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
// A column is no wider than this: what is longer goes on and shifts its row, so
// that one long name does not cost its length in every row.
constexpr size_t kMostWidth = 200;

// Text stands left, numbers right; no line ends in blanks. Each cell is worded
// twice rather than kept.
Status RenderTable(const Table& table, TextOutput& out) {
  const size_t columns = table.columns.size();
  std::vector<size_t> widths;
  std::vector<bool> is_number(columns, false);
  for (const Column& column : table.columns) {
    widths.push_back(std::min(column.title.size(), kMostWidth));
  }
  for (const auto& row : table.rows) {
    for (size_t i = 0; i < columns; ++i) {
      const size_t size = TextOf(row[i], table.columns[i].unit).size();
      widths[i] = std::min(std::max(widths[i], size), kMostWidth);
      // One number makes a column of numbers: others may be missing.
      is_number[i] = is_number[i] || row[i].index() >= 2;
    }
  }
  const auto append_line = [&](auto text_of) {
    std::string& text = out.text();
    for (size_t i = 0; i < columns; ++i) {
      const std::string cell = text_of(i);
      const size_t blanks = widths[i] - std::min(widths[i], cell.size());
      if (is_number[i]) text.append(blanks, ' ');
      text += cell;
      if (!is_number[i]) text.append(blanks, ' ');
      text.append(kColumnGap, ' ');
    }
    text.resize(text.find_last_not_of(' ') + 1);
    text += '\n';
    return out.Drain();
  };
  TFPROF_RETURN_IF_ERROR(
      append_line([&](size_t i) { return table.columns[i].title; }));
  for (const auto& row : table.rows) {
    TFPROF_RETURN_IF_ERROR(append_line(
        [&](size_t i) { return TextOf(row[i], table.columns[i].unit); }));
  }
  return {};
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
      TFPROF_RETURN_IF_ERROR(RenderTable(*table, out));
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
