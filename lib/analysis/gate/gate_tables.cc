// SPDX-License-Identifier: Apache-2.0
#include "analysis/gate/gate_tables.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <iterator>

#include <fmt/format.h>

#include "analysis/code_location.h"
#include "analysis/gate/words.h"
#include "base/median.h"
#include "base/strings.h"

namespace tfprof {

namespace {

constexpr size_t kMostRows = 10;

std::string_view WordOf(const StepTest& test) {
  switch (test.state) {
    case StepState::kUnknown:
      return "unknown";
    case StepState::kSame:
      return "same";
    case StepState::kNoEvidence:
      return "not proven";
    case StepState::kTooFewRuns:
      return "too few runs";
    case StepState::kBelowFloor:
      return "below the floor";
    case StepState::kWorse:
      return test.is_accepted ? "accepted" : test.decides ? "worse" : "more";
    case StepState::kBetter:
      return test.decides ? "better" : "less";
  }
  return "";
}

// "9.91ms ± 1%": the median, and half the range as a share of it.
std::string WithSpread(const std::vector<double>& values, Unit unit) {
  if (values.empty()) return "";
  const double median = Median(values);
  std::string text = TextOf(median, unit);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (values.size() > 1 && median > 0) {
    text += fmt::format(" \u00b1 {:.0f}%", 50 * (*most - *least) / median);
  }
  return text;
}

std::string ChangeText(double before, double after) {
  if (before <= 0) return "";
  return fmt::format("{:+.1f}%", 100 * (after / before - 1));
}

std::string PText(const std::optional<double>& p) {
  return p ? fmt::format("{:.3f}", *p) : "";
}

// All explanations in one note.
std::vector<std::string> Explained(const GateResult& result) {
  if (result.explanations.empty()) return {};
  return {fmt::format("{}", fmt::join(result.explanations, "; ")), ""};
}

Table MeasuresForPeople(const std::vector<StepTest>& steps) {
  Table table{{{"measure"}, {"before"}, {"after"}, {"change"}, {"p"}, {""}},
              {}};
  for (const StepTest& test : steps) {
    const Unit unit = InfoOf(test.measure).unit;
    table.AddRow({NameOf(test), WithSpread(test.before, unit),
                  WithSpread(test.after, unit),
                  ChangeText(test.before_median, test.after_median),
                  PText(test.p_adjusted), std::string(WordOf(test))});
  }
  return table;
}

// The value in the column of its unit; empty cells in the others.
std::vector<Cell> ByUnit(double value, const StepMeasureInfo& info) {
  const bool is_count = info.unit == Unit::kCount;
  const auto if_it = [value](bool is_it) {
    return is_it ? Cell(value) : Cell();
  };
  return {if_it(info.unit == Unit::kMicros), if_it(info.unit == Unit::kBytes),
          if_it(is_count && !info.is_of_programs),
          if_it(is_count && info.is_of_programs)};
}

Table MeasuresForPrograms(const std::vector<StepTest>& steps) {
  using enum Unit;
  Table table{{{"measure"},
               {"device"},
               {"before", kMicros},
               {"before", kBytes},
               {"before parallelism"},
               {"before float ops"},
               {"after", kMicros},
               {"after", kBytes},
               {"after parallelism"},
               {"after float ops"},
               {"ratio"},
               {"ratio low"},
               {"ratio high"},
               {"p"},
               {"p adjusted"},
               {"alpha"},
               {"decides"},
               {"verdict"}},
              {}};
  for (const StepTest& test : steps) {
    const auto& estimate = test.estimate;
    const StepMeasureInfo& info = InfoOf(test.measure);
    std::vector<Cell> row = {std::string(info.name), CellOfText(test.device)};
    for (const double value : {test.before_median, test.after_median}) {
      std::ranges::move(ByUnit(value, info), std::back_inserter(row));
    }
    for (Cell cell :
         {estimate ? Cell(estimate->ratio) : Cell(),
          estimate ? Cell(estimate->low) : Cell(),
          estimate ? Cell(estimate->high) : Cell(), CellOf(test.p),
          CellOf(test.p_adjusted), test.p ? Cell(test.alpha) : Cell(),
          Cell(test.decides), Cell(std::string(WordOf(test)))}) {
      row.push_back(std::move(cell));
    }
    table.AddRow(std::move(row));
  }
  return table;
}

// A last row that counts the rows that are not shown.
void AddRest(size_t more, Table& table) {
  if (more == 0) return;
  std::vector<Cell> row(table.columns.size());
  row[0] = fmt::format("and {} more, see --output=json", more);
  table.rows.push_back(std::move(row));
}

uint32_t DepthOf(const GateInput& input, uint32_t row) {
  uint32_t depth = 0;
  while (input.rows[row].parent != TestedRow::kNoParent) {
    row = input.rows[row].parent;
    ++depth;
  }
  return depth;
}

template <typename Change>
std::string CodeOf(const Change& change) {
  return CodeText(change.file, change.line, change.is_gradient);
}

std::string OperationsText(std::string_view word, size_t operations) {
  return operations == 1 ? std::string(word)
                         : fmt::format("{}, {} operations", word, operations);
}

Section RowsForPeople(const GateInput& input, const GateOptions& options,
                      const GateResult& result) {
  Section section{fmt::format("explanation by {}", input.view), {}, {}};
  Table table{
      {{input.view}, {"before"}, {"after"}, {"change"}, {"p"}, {""}, {"code"}},
      {}};
  size_t more = 0;
  for (const RowChange& row : result.rows) {
    const bool is_worth =
        row.is_proven || row.is_new || row.is_gone || input.IsRenamed(row.row);
    if (!is_worth || DepthOf(input, row.row) > static_cast<uint32_t>(std::max(
                                                   0, options.max_depth))) {
      continue;
    }
    if (table.rows.size() == kMostRows) {
      ++more;
      continue;
    }
    const auto values = [&](const std::vector<GateRun>& runs, bool is_there) {
      return is_there ? WithSpread(ValuesOf(runs, kNoisyMeasure, row.row),
                                   Unit::kMicros)
                      : std::string();
    };
    const std::string was = input.OldNameOf(row.row);
    table.AddRow(
        {RowWords(input, row.row), values(input.baseline, !row.is_new),
         values(input.candidate, !row.is_gone),
         row.ratio ? ChangeText(1, *row.ratio) : "", PText(row.p_adjusted),
         row.is_new     ? OperationsText("new", row.operations)
         : row.is_gone  ? OperationsText("gone", row.operations)
         : !was.empty() ? fmt::format("was {}", Printable(was))
                        : std::string(row.change_us > 0 ? "slower" : "faster"),
         CodeOf(row)});
  }
  AddRest(more, table);
  section.block = std::move(table);
  return section;
}

Table RowsForPrograms(const GateInput& input, const GateResult& result) {
  using enum Unit;
  Table table{{{"view"},
               {"name"},
               {"before", kMicros},
               {"after", kMicros},
               {"ratio"},
               {"p adjusted"},
               {"change", kMicros},
               {"is proven"},
               {"is new"},
               {"is gone"},
               {"operations"},
               {"renamed from"},
               {"code"}},
              {}};
  for (const RowChange& row : result.rows) {
    table.AddRow(
        {input.view, input.rows[row.row].name.str(), CellOf(row.before_us),
         CellOf(row.after_us), CellOf(row.ratio), CellOf(row.p_adjusted),
         row.change_us, row.is_proven, row.is_new, row.is_gone,
         row.operations > 0 ? Cell(static_cast<int64_t>(row.operations))
                            : Cell(),
         CellOfText(input.OldNameOf(row.row)), CellOfText(CodeOf(row))});
  }
  return table;
}

Section ExactTable(const GateInput& input, const GateResult& result,
                   bool is_for_people) {
  Section section{"exact", {}, {}};
  Table table{
      {{"name"}, {"metric"}, {"before"}, {"after"}, {"is accepted"}, {"code"}},
      {}};
  size_t more = 0;
  for (const ExactChange& change : result.exact) {
    const bool is_unknown = !change.before && !change.after;
    if (is_for_people && is_unknown) continue;
    if (is_for_people && table.rows.size() == kMostRows) {
      ++more;
      continue;
    }
    table.AddRow(
        {is_for_people || change.row == 0 ? RowWords(input, change.row)
                                          : input.rows[change.row].name.str(),
         std::string(InfoOf(change.measure).key), CellOf(change.before),
         CellOf(change.after), change.is_accepted, CellOfText(CodeOf(change))});
  }
  AddRest(more, table);
  section.block = std::move(table);
  return section;
}

Section MovedTable(const GateInput& input, bool is_for_people) {
  Section section{"operations on other devices", {}, {}};
  Table table{{{"name"}, {"before"}, {"after"}}, {}};
  for (const MovedNode& node : input.moved) {
    if (is_for_people && table.rows.size() == kMostRows) {
      AddRest(input.moved.size() - kMostRows, table);
      break;
    }
    table.AddRow({node.name, node.before, node.after});
  }
  section.block = std::move(table);
  return section;
}

// "2026-11-22 03:34:57"
std::string DateText(int64_t micros) {
  const std::time_t seconds = micros / 1'000'000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min,
                     utc.tm_sec);
}

bool HasRows(const Section& section) {
  const auto* const table = std::get_if<Table>(&section.block);
  return table != nullptr && !table->rows.empty();
}

}  // namespace

std::vector<Section> GateTables(const GateInput& input,
                                const GateOptions& options,
                                const GateResult& result, bool is_for_people) {
  std::vector<Section> sections;
  if (is_for_people) {
    Section measures{"", Explained(result), {}};
    measures.block = MeasuresForPeople(result.steps);
    sections.push_back(std::move(measures));
    sections.push_back(RowsForPeople(input, options, result));
  } else {
    sections.push_back(
        {"measures", result.explanations, MeasuresForPrograms(result.steps)});
    sections.push_back({"rows", {}, RowsForPrograms(input, result)});
  }
  sections.push_back(ExactTable(input, result, is_for_people));
  sections.push_back(MovedTable(input, is_for_people));
  if (!is_for_people) return sections;
  std::erase_if(sections,
                [](const Section& section) { return !HasRows(section); });
  return sections;
}

Section RunsTable(const GateInput& input, bool is_for_people) {
  using enum Unit;
  Table table{{{"run"},
               {"side"},
               {"start", is_for_people ? kNone : kMicros},
               {"steps"},
               {"used"},
               {"median", kMicros},
               {"p90", kMicros},
               {"first", kMicros}},
              {}};
  const auto add = [&](const char* side, const std::vector<GateRun>& runs) {
    for (const GateRun& run : runs) {
      table.AddRow({run.name, side,
                    !run.HasDate()  ? Cell()
                    : is_for_people ? Cell(DateText(run.start_us))
                                    : Cell(run.start_us),
                    static_cast<int64_t>(run.steps),
                    static_cast<int64_t>(run.used.size()),
                    CellOf(run.Of({StepMeasure::kLength, ""})),
                    CellOf(run.Of({StepMeasure::kSlowSteps, ""})),
                    CellOf(run.Of({StepMeasure::kFirstStep, ""}))});
    }
  };
  add("baseline", input.baseline);
  add("candidate", input.candidate);
  return {"runs", {}, std::move(table)};
}

std::vector<std::pair<TableColumn, Cell>> VerdictNumbers(
    const GateOptions& options, const GateResult& result) {
  const StepTest* const length = result.Find(StepMeasure::kLength);
  const auto of_length = [&](auto value) {
    return length == nullptr ? Cell() : value(*length);
  };
  const auto of_ratio = [&](double RatioEstimate::*part) {
    return of_length([part](const StepTest& test) {
      return test.estimate ? Cell(*test.estimate.*part) : Cell();
    });
  };
  const GatePower& power = result.power;
  return {
      {{"before", Unit::kMicros},
       of_length([](const StepTest& t) { return Cell(t.before_median); })},
      {{"after", Unit::kMicros},
       of_length([](const StepTest& t) { return Cell(t.after_median); })},
      {{"ratio"}, of_ratio(&RatioEstimate::ratio)},
      {{"ratio low"}, of_ratio(&RatioEstimate::low)},
      {{"ratio high"}, of_ratio(&RatioEstimate::high)},
      {{"p"}, of_length([](const StepTest& t) { return CellOf(t.p); })},
      {{"alpha"}, options.alpha},
      {{"alpha of length"}, length == nullptr ? Cell() : Cell(result.alpha)},
      {{"least slowdown"}, CellOf(power.least_slowdown)},
      {{"runs for must show"},
       power.runs_for_must_show
           ? Cell(static_cast<int64_t>(*power.runs_for_must_show))
           : Cell()},
      {{"must show"}, options.must_show},
      {{"min slowdown"}, options.floors.min_ratio - 1},
      {{"min micros changed"}, options.floors.min_absolute},
      {{"min bytes changed"}, options.bytes_floor.absolute},
      {{"min bytes changed", Unit::kShare}, options.bytes_floor.share},
      {{"matched", Unit::kShare}, CellOf(result.matched_share)},
      {{"order is confounded"}, result.order_is_confounded},
      {{"is paired"}, options.is_paired}};
}

}  // namespace tfprof
