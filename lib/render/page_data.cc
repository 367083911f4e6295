// SPDX-License-Identifier: Apache-2.0
#include "render/page_data.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "analysis/as_tables.h"
#include "analysis/diff.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "render/page_json.h"
#include "render/page_timeline.h"
#include "render/page_tree.h"

namespace tfprof {

namespace {

std::string_view WordOf(Unit unit) {
  switch (unit) {
    case Unit::kCount:
      return "count";
    case Unit::kMicros:
      return "us";
    case Unit::kBytes:
      return "bytes";
  }
  return "";
}

std::string_view WordOf(CellUnit unit) {
  switch (unit) {
    case CellUnit::kNone:
      return "";
    case CellUnit::kMicros:
      return "us";
    case CellUnit::kBytes:
      return "bytes";
    case CellUnit::kShare:
      return "share";
  }
  return "";
}

std::string_view LabelOf(const MeasureInfo& info) {
  if (info.id == Measure::kRunCount) return "runs";
  if (info.id == Measure::kDefinitionCount) return "definitions";
  return info.legend;
}

// Whether what each row costs itself is its total less those below it, and
// numbers of JavaScript are exact enough to find that out.
bool IsDifference(const PageTree::Column& column,
                  const std::vector<uint32_t>& parent) {
  constexpr int64_t kExact = int64_t{1} << 53;
  std::vector<int64_t> self = column.total;
  for (size_t row = 0; row < parent.size(); ++row) {
    if (column.total[row] > kExact || column.total[row] < -kExact) return false;
    if (row == 0) continue;
    int64_t& above = self[parent[row]];
    above = WrapAdd(above, -column.total[row]);
  }
  return self == column.self;
}

// Whether a page has a drawing or a table of its own for a block.
bool IsDrawn(const Section& section) {
  return std::visit(
      [](const auto& block) {
        using Block = std::decay_t<decltype(block)>;
        return std::is_same_v<Block, std::monostate> ||
               std::is_same_v<Block, Table> ||
               std::is_same_v<Block, ViewTree> ||
               std::is_same_v<Block, Advice> ||
               std::is_same_v<Block, std::vector<StepTimeline>> ||
               std::is_same_v<Block, std::shared_ptr<const TreeDiff>>;
      },
      section.block);
}

class PageWriter : PageJson {
 public:
  PageWriter(const PageLimits& limits, Writer& writer)
      : PageJson(writer), limits_(limits) {}

  Status Write(const Report& report) {
    json_.StartObject();
    Key("sections");
    json_.StartArray();
    if (std::all_of(report.sections.begin(), report.sections.end(), IsDrawn)) {
      for (const Section& section : report.sections) {
        TFPROF_RETURN_IF_ERROR(WriteSection(section));
      }
    } else {
      for (const PlainSection& section : AsTables(report)) {
        Begin(section.heading, section.notes);
        WriteTable(section.table);
        json_.EndObject();
      }
    }
    json_.EndArray();
    json_.EndObject();
    return out_.Flush();
  }

 private:
  void Begin(const std::string& heading,
             const std::vector<std::string>& notes) {
    json_.StartObject();
    Text("heading", heading);
    List("notes", notes, [&](const std::string& note) { String(note); });
  }

  Status WriteSection(const Section& section);
  void WriteTable(const Table& table);
  void WriteTree(const ViewTree& tree);
  void WriteEdges(const ViewTree& tree, const PageTree& page);
  void WriteAdvice(const Advice& advice);
  void WriteDiff(const TreeDiff& diff);

  const PageLimits& limits_;
};

void PageWriter::WriteTable(const Table& table) {
  Text("kind", "table");
  List("columns", table.columns, [&](const Column& column) {
    json_.StartObject();
    Text("title", column.title);
    Text("unit", WordOf(column.unit));
    json_.EndObject();
  });
  List("rows", table.rows, [&](const std::vector<Cell>& row) {
    json_.StartArray();
    for (const Cell& cell : row) {
      if (const auto* text = std::get_if<std::string>(&cell)) {
        String(*text);
      } else if (const auto* whole = std::get_if<int64_t>(&cell)) {
        json_.Int64(*whole);
      } else if (const auto* real = std::get_if<double>(&cell);
                 real != nullptr && std::isfinite(*real)) {
        json_.Double(*real);
      } else {
        json_.Null();
      }
    }
    json_.EndArray();
  });
}

void PageWriter::WriteTree(const ViewTree& tree) {
  const PageTree page = MakePageTree(tree, limits_.tree_rows);
  Text("kind", "tree");
  Text("view", tree.view->name);
  Text("doc", tree.view->summary);
  Key("step");
  tree.selection.step ? json_.Int64(*tree.selection.step) : json_.Null();
  Key("left_out");
  json_.Uint64(page.left_out);
  List("parent", page.parent, [&](uint32_t row) { json_.Uint(row); });
  Key("name");
  json_.StartArray();
  for (size_t row = 0; row < page.size(); ++row) {
    String(page.source[row] == PageRows::kNone
               ? fmt::format("({} smaller rows)", page.rest[row])
               : tree.name[page.source[row]]);
  }
  json_.EndArray();
  List("measures", page.columns, [&](const PageTree::Column& column) {
    const MeasureInfo& info = InfoOf(column.measure);
    json_.StartObject();
    Text("key", info.key);
    Text("word", info.word);
    Text("label", LabelOf(info));
    Text("unit", WordOf(info.unit));
    Numbers("total", column.total);
    if (!IsDifference(column, page.parent)) Numbers("self", column.self);
    json_.EndObject();
  });
  if (tree.view->name == "scope") WriteEdges(tree, page);
}

// The inputs of nodes and their types, by the rows that stand for them. An
// input is a number of rows upwards: neighbours in a graph often have near
// names, and small numbers compress.
void PageWriter::WriteEdges(const ViewTree& tree, const PageTree& page) {
  const NodeTable& nodes = tree.profile->nodes;
  const auto members = [&](uint32_t row) {
    const uint32_t source = page.source[row];
    return source == PageRows::kNone ? std::span<const NodeId>()
                                     : tree.members[source];
  };
  std::vector<uint32_t> row_of(nodes.size(), PageRows::kNone);
  for (uint32_t row = 0; row < page.size(); ++row) {
    for (const NodeId node : members(row)) row_of[node.value] = row;
  }
  Key("inputs");
  json_.StartArray();
  for (uint32_t row = 0; row < page.size(); ++row) {
    json_.StartArray();
    for (const NodeId node : members(row)) {
      for (const InputEdge& input : nodes.inputs[node.value]) {
        if (!input.source.valid()) continue;
        const uint32_t source = row_of[input.source.value];
        if (source == PageRows::kNone) continue;
        json_.Int64(int64_t{row} - int64_t{source});
      }
    }
    json_.EndArray();
  }
  json_.EndArray();
  Key("op");
  json_.StartArray();
  for (uint32_t row = 0; row < page.size(); ++row) {
    const auto of_row = members(row);
    const StringId op = of_row.empty() ? StringId() : nodes.op[of_row[0].value];
    String(op.valid() ? tree.profile->strings[op] : "");
  }
  json_.EndArray();
}

void PageWriter::WriteAdvice(const Advice& advice) {
  Text("kind", "advice");
  List("entries", advice.entries, [&](const Advice::Entry& entry) {
    json_.StartObject();
    Text("checker", entry.checker);
    List("statements", entry.statements, [&](const Advice::Statement& s) {
      json_.StartObject();
      Text("text", s.text);
      Key("finding");
      json_.Bool(s.is_finding);
      json_.EndObject();
    });
    json_.EndObject();
  });
}

void PageWriter::WriteDiff(const TreeDiff& diff) {
  constexpr std::string_view kWords[] = {"same", "added", "removed", "renamed"};
  const std::vector<DiffTree::Row>& rows = diff.rows.rows;
  // Totals of an old or new tree by the rows of both.
  const auto by_row = [&](const std::vector<int64_t>& totals,
                          uint32_t DiffTree::Row::*source) {
    std::vector<int64_t> result(rows.size(), 0);
    for (size_t row = 0; row < rows.size(); ++row) {
      const uint32_t from = rows[row].*source;
      if (from != DiffTree::kNone) result[row] = totals[from];
    }
    return result;
  };

  struct Column {
    const MeasureInfo* info;
    std::vector<int64_t> base, now;
  };

  std::vector<Column> columns;
  std::vector<double> shares(rows.size(), 0);
  for (const MeasureInfo& info : Measures()) {
    const std::vector<int64_t>& base = diff.base[info.id].total;
    const std::vector<int64_t>& now = diff.now[info.id].total;
    if (base.empty() || now.empty() || (base[0] == 0 && now[0] == 0)) continue;
    columns.push_back({&info, by_row(base, &DiffTree::Row::base),
                       by_row(now, &DiffTree::Row::now)});
    RaiseShares(columns.back().base, shares);
    RaiseShares(columns.back().now, shares);
  }
  std::vector<uint32_t> parent(rows.size(), 0);
  for (size_t row = 1; row < rows.size(); ++row) parent[row] = rows[row].parent;
  const PageRows page =
      ChooseRows(parent, std::move(shares), limits_.tree_rows);

  Text("kind", "diff");
  Text("view", diff.now.view->name);
  Key("left_out");
  json_.Uint64(page.left_out);
  List("parent", page.parent, [&](uint32_t row) { json_.Uint(row); });
  Key("name");
  json_.StartArray();
  for (size_t i = 0; i < page.size(); ++i) {
    if (page.source[i] == PageRows::kNone) {
      String(fmt::format("({} smaller rows)", page.rest[i]));
      continue;
    }
    const DiffTree::Row& row = rows[page.source[i]];
    String(row.now != DiffTree::kNone ? diff.now.name[row.now]
                                      : diff.base.name[row.base]);
  }
  json_.EndArray();
  List("status", page.source, [&](uint32_t source) {
    String(source == PageRows::kNone
               ? "added up"
               : kWords[static_cast<size_t>(rows[source].status)]);
  });
  List("measures", columns, [&](const Column& column) {
    json_.StartObject();
    Text("key", column.info->key);
    Text("word", column.info->word);
    Text("label", LabelOf(*column.info));
    Text("unit", WordOf(column.info->unit));
    Numbers("base", page.Totals(column.base));
    Numbers("now", page.Totals(column.now));
    json_.EndObject();
  });
}

Status PageWriter::WriteSection(const Section& section) {
  if (const auto* timelines =
          std::get_if<std::vector<StepTimeline>>(&section.block)) {
    for (const StepTimeline& timeline : *timelines) {
      Begin(section.heading, section.notes);
      WritePageTimeline(timeline, limits_, *this);
      json_.EndObject();
      TFPROF_RETURN_IF_ERROR(out_.Drain());
    }
    return {};
  }
  Begin(section.heading, section.notes);
  if (const auto* tree = std::get_if<ViewTree>(&section.block)) {
    WriteTree(*tree);
  } else if (const auto* advice = std::get_if<Advice>(&section.block)) {
    WriteAdvice(*advice);
  } else if (const auto* diff =
                 std::get_if<std::shared_ptr<const TreeDiff>>(&section.block)) {
    WriteDiff(**diff);
  } else if (const auto* table = std::get_if<Table>(&section.block)) {
    WriteTable(*table);
  } else {
    Text("kind", "notes");
  }
  json_.EndObject();
  return out_.Drain();
}

}  // namespace

Status WritePageData(const Report& report, const PageLimits& limits,
                     Writer& writer) {
  return PageWriter(limits, writer).Write(report);
}

}  // namespace tfprof
