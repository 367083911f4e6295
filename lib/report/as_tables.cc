// SPDX-License-Identifier: Apache-2.0
#include "report/as_tables.h"

#include "report/step_sections.h"

namespace tfprof {

namespace {

Table AdviceTable(const Advice& advice) {
  Table table{{{"checker"}, {"is finding"}, {"text"}}, {}};
  for (const Advice::Entry& entry : advice.entries) {
    for (const Advice::Statement& statement : entry.statements) {
      table.AddRow({std::string(entry.checker),
                    statement.is_finding, statement.text});
    }
  }
  return table;
}

Table VerdictTable(const Verdict& verdict) {
  Table table{{{"verdict"}, {"reason"}}, {}};
  std::vector<Cell> cells = {std::string(WordsOf(verdict.status)),
                             verdict.reason};
  for (const auto& [column, cell] : verdict.numbers) {
    table.columns.push_back(column);
    cells.push_back(cell);
  }
  table.AddRow(std::move(cells));
  return table;
}

Table ChecksTable(const Verdict& verdict) {
  Table table{
      {{"status"},
       {"rule"},
       {"subject"},
       {"message"},
       {"file"},
       {"line"},
       {"is gradient"}},
      {}};
  for (const Verdict::Check& check : verdict.checks) {
    table.AddRow({std::string(WordsOf(check.status)), check.rule, check.subject,
                  check.message, check.file,
                  check.line > 0 ? Cell(check.line) : Cell(),
                  check.is_gradient});
  }
  return table;
}

}  // namespace

std::vector<PlainSection> AsTables(const Report& report) {
  std::vector<PlainSection> plain;
  const auto add = [&](const std::string& heading,
                       const std::vector<std::string>& notes) -> PlainSection& {
    return plain.emplace_back(PlainSection{heading, notes});
  };
  const auto own = [](Table&& table) {
    return std::make_shared<const Table>(std::move(table));
  };
  for (const Section& section : report.sections) {
    if (const auto* steps = std::get_if<BenchmarkTables>(&section.block)) {
      for (Section& part : SectionsOf(*steps)) {
        add(part.heading, part.notes).table =
            own(std::get<Table>(std::move(part.block)));
      }
    } else if (const auto* graph = std::get_if<GraphSummary>(&section.block)) {
      for (NamedTable& part : TablesOf(*graph)) {
        add(part.heading, {}).table = own(std::move(part.table));
      }
    } else if (const auto* dump = std::get_if<DumpSummary>(&section.block)) {
      for (NamedTable& part : TablesOf(*dump)) {
        add(part.heading, {}).table = own(std::move(part.table));
      }
    } else if (const auto* advice = std::get_if<Advice>(&section.block)) {
      add("advice", section.notes).table = own(AdviceTable(*advice));
    } else if (const auto* verdict = std::get_if<Verdict>(&section.block)) {
      add("verdict", section.notes).table = own(VerdictTable(*verdict));
      add("checks", {}).table = own(ChecksTable(*verdict));
    } else if (const auto* tree = std::get_if<ViewTree>(&section.block)) {
      add(std::string(tree->view->name), section.notes).tree = tree;
    } else if (const auto* table = std::get_if<Table>(&section.block)) {
      add(section.heading, section.notes).table =
          std::shared_ptr<const Table>(std::shared_ptr<const Table>(), table);
    } else {
      add(section.heading, section.notes);
    }
  }
  return plain;
}

}  // namespace tfprof
