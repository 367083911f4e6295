// SPDX-License-Identifier: Apache-2.0
#include "render/page/page_views.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/column.h"
#include "base/numbers.h"
#include "base/string_pool.h"
#include "model/code_lines.h"
#include "render/page/page_tree.h"

namespace tfprof {

namespace {

void WriteMeasure(const MeasureInfo& info, PageJson& page) {
  page.Text("key", info.key);
  page.Text("word", info.word);
  page.Text("label", info.label);
  page.Text("unit", info.unit == Unit::kCount ? "count" : KeyOf(info.unit));
}

// True if self is the total less the totals of the children in every row, in
// numbers that JavaScript holds exactly; then self need not be written.
bool IsDifference(const PageTree::MeasureColumn& column,
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

// Writes the inputs of nodes, and op types, by row. Inputs are distances back
// in the list of rows: neighbours in a graph often have similar names, and
// small numbers compress better.
void WriteEdges(const ViewTree& tree, const PageTree& rows, PageJson& page) {
  const NodeTable& nodes = tree.profile->nodes;
  const auto members = [&](uint32_t row) {
    const uint32_t source = rows.source[row];
    return source == PageRows::kNone ? std::span<const NodeId>()
                                     : tree.MembersOf(source);
  };
  std::vector<uint32_t> row_of(nodes.size(), PageRows::kNone);
  for (uint32_t row = 0; row < rows.size(); ++row) {
    for (const NodeId node : members(row)) row_of[node.value] = row;
  }
  page.Key("inputs");
  page.StartArray();
  for (uint32_t row = 0; row < rows.size(); ++row) {
    page.StartArray();
    for (const NodeId node : members(row)) {
      for (const InputEdge& input : nodes.inputs[node.value]) {
        if (!input.source.valid()) continue;
        const uint32_t source = row_of[input.source.value];
        if (source == PageRows::kNone) continue;
        page.Int64(int64_t{row} - int64_t{source});
      }
    }
    page.EndArray();
  }
  page.EndArray();
}

// The node with the most time of a row; invalid for a row without nodes.
NodeId CostliestOf(const ViewTree& tree, uint32_t source) {
  NodeId costliest;
  int64_t most = INT64_MIN;
  for (const NodeId node : tree.MembersOf(source)) {
    const int64_t micros = tree.values->Of(Measure::kMicros, node);
    if (micros > most) {
      most = micros;
      costliest = node;
    }
  }
  return costliest;
}

std::vector<NodeId> CostliestOfRows(const ViewTree& tree,
                                    const PageTree& rows) {
  std::vector<NodeId> costliest;
  for (const uint32_t source : rows.source) {
    costliest.push_back(source == PageRows::kNone ? NodeId()
                                                  : CostliestOf(tree, source));
  }
  return costliest;
}

// Writes an attribute of each row's costliest node, as indices in a list of
// texts, of which the first is empty.
template <typename TextOf>
void WriteTextsOfRows(std::string_view key, std::span<const NodeId> costliest,
                      TextOf text_of, PageJson& page) {
  std::vector<uint32_t> ids;
  StringPool texts;
  texts.Intern("");
  for (const NodeId node : costliest) {
    ids.push_back(node.valid() ? texts.Intern(text_of(node)).value : 0);
  }
  page.Texts(std::string(key) + "s", texts);
  page.List(key, ids, [&](uint32_t id) { page.Int64(id); });
}

// "[32,128] [32]": the shapes of a node's outputs in the graph.
std::string ShapesOf(const NodeTable& nodes, NodeId node) {
  std::string shapes;
  for (const OutputShape& shape : nodes.output_shapes[node.value]) {
    if (!shapes.empty()) shapes += ' ';
    shapes +=
        fmt::format("[{}]", fmt::join(nodes.output_dims[shape.dims], ","));
  }
  return shapes;
}

// Details of scope rows: edges, shapes, lines of code.
void WriteNodes(const ViewTree& tree, const PageTree& rows,
                std::span<const NodeId> costliest, PageJson& page) {
  const Profile& profile = *tree.profile;
  WriteEdges(tree, rows, page);
  WriteTextsOfRows(
      "shape", costliest,
      [&](NodeId node) { return ShapesOf(profile.nodes, node); }, page);
  const CodeLines lines = CodeLinesOf(profile);
  if (lines.empty()) return;
  // A page of lines may be most of the dump, so their texts are not copied.
  std::vector<uint32_t> ids;
  std::vector<std::string_view> texts = {""};
  std::unordered_map<std::string_view, uint32_t> id_of_text = {{"", 0}};
  for (const NodeId node : costliest) {
    const std::string_view line =
        node.valid()
            ? lines.OwnerOf(profile.strings[profile.nodes.name[node.value]])
                  .line
            : std::string_view();
    const auto [known, is_new] =
        id_of_text.try_emplace(line, static_cast<uint32_t>(texts.size()));
    if (is_new) texts.push_back(line);
    ids.push_back(known->second);
  }
  page.List("lines", texts, [&](std::string_view text) { page.String(text); });
  page.List("line", ids, [&](uint32_t id) { page.Int64(id); });
}

// The rows with costs in some choice of steps; for single steps these are few.
// Ignores columns that equal the page's own.
std::vector<uint32_t> RowsOfChoices(
    const PageTree& rows, std::span<const ViewTree::OfSteps> choices) {
  std::vector<bool> has_costs(rows.size());
  for (const ViewTree::OfSteps& choice : choices) {
    for (const PageTree::MeasureColumn& base : rows.columns) {
      const auto& column = choice.columns[IndexOf(base.measure)];
      if (!column) continue;
      for (uint32_t row = 0; row < rows.added_to.size(); ++row) {
        const uint32_t shown = rows.added_to[row];
        if (shown == PageRows::kNone) continue;
        if (column->total[row] != 0 || column->self[row] != 0) {
          has_costs[shown] = true;
        }
      }
    }
  }
  std::vector<uint32_t> result;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    if (has_costs[row]) result.push_back(row);
  }
  return result;
}

// Writes the columns of each choice of steps, but those that equal the page's
// own.
void WriteChoices(const ViewTree& tree, const PageTree& rows, size_t most,
                  PageJson& page) {
  const size_t count = std::min(most, tree.of_steps.size());
  page.Key("choices_left_out");
  page.Int64(tree.of_steps.size() - count + tree.more_of_steps);
  const auto choices = std::span(tree.of_steps).first(count);
  const std::vector<uint32_t> with_costs = RowsOfChoices(rows, choices);
  uint32_t last = 0;
  page.List("step_rows", with_costs,
            [&](uint32_t row) { page.Int64(row - std::exchange(last, row)); });
  const auto numbers = [&](std::string_view key,
                           const std::vector<int64_t>& values) {
    page.List(key, with_costs, [&](uint32_t row) { page.Number(values[row]); });
  };
  page.List("choices", choices, [&](const ViewTree::OfSteps& choice) {
    page.StartObject();
    page.Text("name", choice.name);
    page.Numbers("steps", choice.steps);
    page.Key("measures");
    page.StartArray();
    for (const PageTree::MeasureColumn& base : rows.columns) {
      const auto& of_steps = choice.columns[IndexOf(base.measure)];
      if (!of_steps) continue;
      const PageTree::MeasureColumn column =
          MakePageColumn(tree, rows, base.measure, *of_steps);
      if (column.total == base.total && column.self == base.self) {
        continue;
      }
      page.StartObject();
      page.Text("key", InfoOf(base.measure).key);
      numbers("total", column.total);
      if (!IsDifference(column, rows.parent)) {
        numbers("self", column.self);
      }
      page.EndObject();
    }
    page.EndArray();
    page.EndObject();
  });
}

// A measure's totals in the old and the new tree, by row.
struct CostPair {
  Measure measure;
  Column<int64_t> base, now;
};

// The measures with a cost in at least one of the trees.
std::vector<CostPair> CostsOf(const TreePair& diff) {
  const auto cost_of = [](const Column<int64_t>& totals, uint32_t row) {
    return row == AlignedRows::kNone ? 0 : totals[row];
  };
  std::vector<CostPair> costs;
  for (const MeasureInfo& info : Measures()) {
    const Column<int64_t>& base = diff.base[info.id].total;
    const Column<int64_t>& now = diff.now[info.id].total;
    if (cost_of(base, 0) == 0 && cost_of(now, 0) == 0) continue;
    const auto& rows = diff.rows.rows;
    CostPair& cost = costs.emplace_back(CostPair{
        info.id, Column<int64_t>(rows.size()), Column<int64_t>(rows.size())});
    for (size_t row = 0; row < rows.size(); ++row) {
      cost.base.Set(row, cost_of(base, rows[row].base));
      cost.now.Set(row, cost_of(now, rows[row].now));
    }
  }
  return costs;
}

// Any number of lines of code may be in one file whose name has a megabyte:
// only both ends of such names are written.
std::string NameOnPage(const ViewTree& tree, uint32_t row) {
  const RowName name = tree.NameOf(row);
  return name.head.empty() ? name.str() : name.Short();
}

// Writes the parents and names of rows; `name_of` takes a row of the tree.
template <typename NameOf>
void WriteRows(const PageRows& rows, NameOf name_of, PageJson& page) {
  page.Key("left_out");
  page.Int64(rows.left_out);
  page.List("parent", rows.parent, [&](uint32_t row) { page.Int64(row); });
  page.Key("name");
  page.StartArray();
  for (size_t row = 0; row < rows.size(); ++row) {
    page.Name(rows.source[row] == PageRows::kNone
                  ? fmt::format("({} smaller rows)", rows.rest[row])
                  : name_of(rows.source[row]));
    page.HandOn();
  }
  page.EndArray();
}

}  // namespace

void WritePageTree(const ViewTree& tree, const PageLimits& limits,
                   PageJson& page) {
  const PageTree rows = MakePageTree(tree, limits.tree_rows);
  page.Text("kind", "tree");
  page.Text("view", tree.view->name);
  page.Text("doc", tree.view->summary);
  page.Key("step");
  tree.selection.step ? page.Int64(*tree.selection.step) : page.Null();
  WriteRows(
      rows, [&](uint32_t row) { return NameOnPage(tree, row); }, page);
  page.List("measures", rows.columns,
            [&](const PageTree::MeasureColumn& column) {
              page.StartObject();
              WriteMeasure(InfoOf(column.measure), page);
              page.Numbers("total", column.total);
              if (!IsDifference(column, rows.parent))
                page.Numbers("self", column.self);
              page.EndObject();
            });
  WriteChoices(tree, rows, limits.choices, page);
  const Profile& profile = *tree.profile;
  const std::vector<NodeId> costliest = CostliestOfRows(tree, rows);
  const auto text_of = [&](StringId text) {
    return text.valid() ? profile.strings[text] : std::string_view();
  };
  WriteTextsOfRows(
      "op", costliest,
      [&](NodeId node) { return text_of(profile.nodes.op[node.value]); }, page);
  WriteTextsOfRows(
      "device", costliest,
      [&](NodeId node) { return text_of(profile.nodes.device[node.value]); },
      page);
  if (tree.view->id == ViewId::kScope) WriteNodes(tree, rows, costliest, page);
}

void WritePageDiff(const TreePair& diff, const PageLimits& limits,
                   PageJson& page) {
  constexpr std::string_view kWords[] = {"same", "added", "removed", "renamed"};
  const std::vector<AlignedRows::Row>& changes = diff.rows.rows;
  const std::vector<CostPair> costs = CostsOf(diff);
  std::vector<double> shares(changes.size(), 0);
  for (const CostPair& cost : costs) {
    RaiseShares(cost.base, shares);
    RaiseShares(cost.now, shares);
  }
  Column<uint32_t> parent;
  for (size_t row = 0; row < changes.size(); ++row) {
    parent.push_back(row == 0 ? 0 : changes[row].parent);
  }
  const PageRows rows = ChooseRows(parent, std::move(shares), limits.tree_rows);

  page.Text("kind", "diff");
  page.Text("view", diff.now.view->name);
  const auto name_of = [&](uint32_t change) {
    const AlignedRows::Row& row = changes[change];
    return row.now != AlignedRows::kNone ? NameOnPage(diff.now, row.now)
                                         : NameOnPage(diff.base, row.base);
  };
  WriteRows(rows, name_of, page);
  page.List("status", rows.source, [&](uint32_t source) {
    page.String(source == PageRows::kNone
                    ? "added up"
                    : kWords[static_cast<size_t>(changes[source].status)]);
  });
  page.List("measures", costs, [&](const CostPair& cost) {
    page.StartObject();
    WriteMeasure(InfoOf(cost.measure), page);
    page.Numbers("base", rows.Totals(cost.base));
    page.Numbers("now", rows.Totals(cost.now));
    page.EndObject();
  });
}

}  // namespace tfprof
