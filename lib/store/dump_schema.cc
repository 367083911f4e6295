// SPDX-License-Identifier: Apache-2.0
#include "store/dump_schema.h"

#include <fmt/format.h>

#include "model/measure.h"
#include "store/report_tables.h"
#include "view/view.h"

namespace tfprof {

namespace {

constexpr std::string_view kTables = R"(
CREATE TABLE dump(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE devices(id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT);
CREATE TABLE scopes(
  id INTEGER PRIMARY KEY, parent INTEGER, last INTEGER NOT NULL,
  depth INTEGER NOT NULL, name TEXT NOT NULL);
CREATE TABLE code_lines(
  id INTEGER PRIMARY KEY, parent INTEGER, last INTEGER NOT NULL,
  depth INTEGER NOT NULL, name TEXT NOT NULL, frame INTEGER);
CREATE TABLE frames(
  id INTEGER PRIMARY KEY, file TEXT, line INTEGER, function TEXT);
CREATE TABLE stacks(
  stack INTEGER, position INTEGER, frame INTEGER,
  PRIMARY KEY (stack, position)) WITHOUT ROWID;
CREATE TABLE edges(
  src INTEGER, output INTEGER, dst INTEGER, input INTEGER, control INTEGER,
  PRIMARY KEY (dst, input)) WITHOUT ROWID;
CREATE TABLE steps(
  step INTEGER PRIMARY KEY, start_ns INTEGER, length_us REAL, busy_us REAL,
  idle_us REAL, sum_us REAL, parallelism REAL, records INTEGER NOT NULL,
  without_start_time INTEGER NOT NULL, has_compiled INTEGER NOT NULL,
  name TEXT, length_is TEXT);
CREATE TABLE step_devices(
  step INTEGER, device INTEGER, busy_us REAL, sum_us REAL, parallelism REAL,
  records INTEGER NOT NULL, without_start_time INTEGER NOT NULL);
CREATE TABLE executions(
  id INTEGER PRIMARY KEY, step INTEGER NOT NULL, node INTEGER, name TEXT,
  device INTEGER, lane INTEGER, start_us REAL, end_us REAL, op_start_us REAL,
  op_end_us REAL, scheduled_us REAL);
CREATE TABLE tensors(
  id INTEGER PRIMARY KEY, step INTEGER NOT NULL, execution INTEGER NOT NULL,
  node INTEGER, slot INTEGER NOT NULL, dtype TEXT, shape TEXT, bytes INTEGER,
  requested_bytes INTEGER, device INTEGER);
CREATE TABLE memory(
  step INTEGER NOT NULL, device INTEGER NOT NULL, time_us REAL NOT NULL,
  bytes INTEGER NOT NULL);
CREATE TABLE alive_at_peak(
  step INTEGER NOT NULL, device INTEGER NOT NULL, node INTEGER, slot INTEGER,
  kind TEXT NOT NULL, bytes INTEGER NOT NULL, requested_bytes INTEGER,
  since_us REAL, freed_us REAL);
)";

// Totals of a tree's rows: the subtree of a row is `id` to `last`.
constexpr std::string_view kTreeView = R"(
CREATE VIEW {0}_totals AS
SELECT {0}, parent, depth, name, nodes{1} FROM (
  SELECT t.id AS {0}, t.parent, t.depth, t.name, count(n.id) AS nodes{2}
  FROM {3} AS t LEFT JOIN nodes AS n ON n.{0} BETWEEN t.id AND t.last{4}
  GROUP BY t.id);
)";

constexpr std::string_view kOpView = R"(
CREATE VIEW op_totals AS
SELECT name, nodes{0} FROM (
  SELECT n.op AS name, count(*) AS nodes{1} FROM nodes AS n{2} GROUP BY n.op);
)";

// Columns that hold an id, with the text that it stands for.
constexpr std::string_view kRunsView = R"(
CREATE VIEW runs AS
SELECT e.step, n.name AS node, n.op, d.name AS device, e.lane, e.start_us,
  e.end_us, e.end_us - e.start_us AS time_us, e.name AS kernel
FROM executions AS e LEFT JOIN nodes AS n ON n.id = e.node
  LEFT JOIN devices AS d ON d.id = e.device;
)";

// The sum of a column modulo 2^64, as in the views: sum() alone fails on
// overflow.
std::string WrappingSum(std::string_view column) {
  return fmt::format(
      "coalesce(((sum({0} >> 32) + (sum({0} & 4294967295) >> 32)) << 32) "
      "| (sum({0} & 4294967295) & 4294967295), 0)",
      column);
}

// The same as RoundedQuotient.
std::string RoundedSql(std::string_view column, int64_t divisor) {
  return fmt::format(
      "{0} / {1} + CASE WHEN {0} % {1} * 2 >= {1} THEN 1 "
      "WHEN {0} % {1} * 2 <= -{1} THEN -1 ELSE 0 END",
      column, divisor);
}

}  // namespace

int64_t CostScale::DivisorOf(Measure measure) const {
  const bool is_time = measure == Measure::kMicros ||
                       measure == Measure::kAcceleratorMicros ||
                       measure == Measure::kCpuMicros;
  return in_picos && is_time ? steps * 1'000'000 : steps;
}

std::string DumpTables(const CostScale& scale) {
  std::string columns;
  std::string sums;
  std::string shown;
  for (const MeasureInfo& measure : Measures()) {
    columns += fmt::format(", {} INTEGER NOT NULL", measure.key);
    sums +=
        fmt::format(", {} AS {}",
                    WrappingSum(fmt::format(
                        "{}.{}", scale.IsRounded() ? "s" : "n", measure.key)),
                    measure.key);
    const int64_t divisor = scale.DivisorOf(measure.id);
    shown += divisor == 1
                 ? fmt::format(", {}", measure.key)
                 : fmt::format(", {} AS {}", RoundedSql(measure.key, divisor),
                               measure.key);
  }
  const std::string_view join =
      scale.IsRounded() ? " LEFT JOIN node_sums AS s ON s.node = n.id" : "";
  std::string text(kTables);
  text += fmt::format(
      "CREATE TABLE nodes(id INTEGER PRIMARY KEY, name TEXT NOT NULL, op TEXT "
      "NOT NULL, device INTEGER, scope INTEGER NOT NULL, code INTEGER, stack "
      "INTEGER, is_defined INTEGER NOT NULL, steps INTEGER NOT NULL{});\n"
      "CREATE TABLE node_sums(node INTEGER PRIMARY KEY{});\n",
      columns, columns);
  text += fmt::format(kOpView, shown, sums, join);
  text += fmt::format(kTreeView, InfoOf(ViewId::kScope).name, shown, sums,
                      "scopes", join);
  text += fmt::format(kTreeView, InfoOf(ViewId::kCode).name, shown, sums,
                      "code_lines", join);
  text += kRunsView;
  text += ReportTables();
  return text;
}

std::string IndexesOnNumbers() {
  return "CREATE INDEX nodes_by_scope ON nodes(scope);"
         "CREATE INDEX nodes_by_code ON nodes(code) WHERE code IS NOT NULL;"
         "CREATE INDEX edges_by_src ON edges(src);"
         "CREATE INDEX executions_by_step ON executions(step);"
         "CREATE INDEX executions_by_node ON executions(node, step);"
         "CREATE INDEX tensors_by_execution ON tensors(execution);";
}

std::string NameIndex() { return "CREATE INDEX nodes_by_name ON nodes(name);"; }

std::string MemoryIndex() {
  return "CREATE INDEX memory_by_step ON memory(step, device, time_us);";
}

}  // namespace tfprof
