// SPDX-License-Identifier: Apache-2.0
#include "store/dump_schema.h"

#include <fmt/format.h>

#include "model/measure.h"

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
  without_start_time INTEGER NOT NULL, has_compiled INTEGER NOT NULL);
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

// Totals by row of a tree: what stands from `id` to `last` is in it.
constexpr std::string_view kTreeView = R"(
CREATE VIEW {0}_totals AS
SELECT t.id AS {0}, t.parent, t.depth, t.name, count(n.id) AS nodes{1}
FROM {2} AS t LEFT JOIN nodes AS n ON n.{0} BETWEEN t.id AND t.last
GROUP BY t.id;
)";

// The sum of a column, modulo 2^64 as the views add: sum() alone fails beyond.
std::string WrappingSum(std::string_view column) {
  return fmt::format(
      "coalesce(((sum(n.{0} >> 32) + (sum(n.{0} & 4294967295) >> 32)) << 32) "
      "| (sum(n.{0} & 4294967295) & 4294967295), 0)",
      column);
}

}  // namespace

std::string DumpTables() {
  std::string columns;
  std::string sums;
  for (const MeasureInfo& measure : Measures()) {
    columns += fmt::format(", {} INTEGER NOT NULL", measure.key);
    sums += fmt::format(", {} AS {}", WrappingSum(measure.key), measure.key);
  }
  std::string text(kTables);
  text += fmt::format(
      "CREATE TABLE nodes(id INTEGER PRIMARY KEY, name TEXT NOT NULL, op TEXT "
      "NOT NULL, device INTEGER, scope INTEGER NOT NULL, code INTEGER, stack "
      "INTEGER, is_defined INTEGER NOT NULL, steps INTEGER NOT NULL{});\n",
      columns);
  text += fmt::format(
      "CREATE VIEW op_totals AS SELECT n.op AS name, count(*) AS nodes{} FROM "
      "nodes AS n GROUP BY n.op;\n",
      sums);
  text += fmt::format(kTreeView, "scope", sums, "scopes");
  text += fmt::format(kTreeView, "code", sums, "code_lines");
  // Columns that hold an id, with what it stands for.
  text +=
      "CREATE VIEW runs AS SELECT e.step, n.name AS node, n.op, d.name AS "
      "device, e.lane, e.start_us, e.end_us, e.end_us - e.start_us AS time_us, "
      "e.name AS kernel FROM executions AS e LEFT JOIN nodes AS n ON n.id = "
      "e.node LEFT JOIN devices AS d ON d.id = e.device;\n";
  return text;
}

std::string GraphIndexes() {
  return "CREATE INDEX nodes_by_name ON nodes(name);"
         "CREATE INDEX nodes_by_scope ON nodes(scope);"
         "CREATE INDEX nodes_by_code ON nodes(code) WHERE code IS NOT NULL;"
         "CREATE INDEX edges_by_src ON edges(src);";
}

std::string StepIndexes() {
  return "CREATE INDEX executions_by_node ON executions(node, step);"
         "CREATE INDEX executions_by_step ON executions(step);"
         "CREATE INDEX tensors_by_execution ON tensors(execution);"
         "CREATE INDEX memory_by_step ON memory(step, device, time_us);";
}

}  // namespace tfprof
