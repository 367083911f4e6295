// SPDX-License-Identifier: Apache-2.0
#include "render/text/text.h"

#include "base/strings.h"
#include "render/text/cut.h"
#include "render/text/dump_summary_text.h"
#include "render/text/prelude.h"
#include "render/text/table_text.h"
#include "render/text/text_steps.h"
#include "render/text/text_summary.h"
#include "render/trace/step_trace.h"
#include "report/as_tables.h"
#include "report/tree_table.h"

namespace tfprof {

namespace {

// The verdict is one line; tables that explain it follow.
void AppendVerdict(std::string& out, const Verdict& verdict) {
  out += fmt::format("{}: {}\n", WordsOf(verdict.status), verdict.reason);
}

Status RenderTree(const ViewTree& tree, Diagnostics& diagnostics,
                  TextOutput& out) {
  AppendPrelude(out.text(), tree);
  if (tree.view->policy.is_flat) return RenderOpText(tree, out);
  return RenderTreeText(tree, diagnostics, out);
}

// tfprof: a checker without advice is named, too.
void AppendAdvice(std::string& out, const Advice& advice) {
  for (const Advice::Entry& entry : advice.entries) {
    out += fmt::format("\n{}:\n", entry.checker);
    for (const Advice::Statement& statement : entry.statements) {
      out += statement.text + '\n';
    }
  }
}

void AppendLines(const std::vector<std::string>& texts, size_t width,
                 std::string& out) {
  for (const std::string& text : texts) {
    out += Wrapped(Printable(text), width) + '\n';
  }
}

}  // namespace

Status RenderText(const Report& report, const TextSize& size,
                  Diagnostics& diagnostics, Writer& writer) {
  TextOutput out(writer);
  bool is_first = true;
  for (const Section& section : report.sections) {
    if (!is_first) out.text() += '\n';
    is_first = false;
    if (!section.heading.empty()) out.text() += section.heading + '\n';
    for (const std::string& note : section.notes) {
      out.text() += Printable(note) + '\n';
    }
    if (const auto* tree = std::get_if<ViewTree>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderTree(*tree, diagnostics, out));
    } else if (const auto* table = std::get_if<Table>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(AppendTable(*table, size, out));
    } else if (const auto* advice = std::get_if<Advice>(&section.block)) {
      AppendAdvice(out.text(), *advice);
    } else if (const auto* verdict = std::get_if<Verdict>(&section.block)) {
      AppendVerdict(out.text(), *verdict);
    } else if (const auto* steps =
                   std::get_if<BenchmarkTables>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderBenchmarkTables(*steps, out));
    } else if (const auto* graph = std::get_if<GraphSummary>(&section.block)) {
      TFPROF_RETURN_IF_ERROR(RenderSummary(*graph, out));
    } else if (const auto* dump = std::get_if<DumpSummary>(&section.block)) {
      AppendDumpSummary(*dump, out.text());
    } else if (const auto* trace = std::get_if<TracedSteps>(&section.block)) {
      // Traces have no text form: JSON is written.
      TFPROF_RETURN_IF_ERROR(out.Flush());
      TFPROF_RETURN_IF_ERROR(WriteStepTrace(*trace, writer));
    }
  }
  for (const std::string& remark : report.remarks) out.text() += remark + '\n';
  return out.Flush();
}

Status RenderTable(const Report& report, const TextSize& size, Diagnostics&,
                   Writer& writer) {
  TextOutput out(writer);
  // The summary screen has its own layout.
  if (report.sections.size() == 1 &&
      std::holds_alternative<DumpSummary>(report.sections[0].block)) {
    AppendDumpSummary(std::get<DumpSummary>(report.sections[0].block),
                      out.text());
    return out.Flush();
  }
  const std::vector<PlainSection> sections = AsTables(report);
  for (const PlainSection& section : sections) {
    if (&section != &sections.front()) out.text() += '\n';
    if (sections.size() > 1) out.text() += section.heading + '\n';
    AppendLines(section.notes, size.width, out.text());
    if (section.tree != nullptr) {
      TFPROF_RETURN_IF_ERROR(AppendTable(TableOf(*section.tree), size, out));
    } else if (!section.table->columns.empty()) {
      TFPROF_RETURN_IF_ERROR(AppendTable(*section.table, size, out));
    }
  }
  AppendLines(report.remarks, size.width, out.text());
  return out.Flush();
}

}  // namespace tfprof
