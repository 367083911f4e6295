// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/flops_sections.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "analysis/work/count.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

// A node whose type is unknown may be a product, too.
bool MayBeProduct(const NodeWork& node) {
  return node.is_product || node.type.empty();
}

int64_t OfARun(int64_t of_all, const WorkReport& report) {
  return of_all / std::max<int64_t>(report.steps, 1);
}

struct ProductTotals {
  int64_t nodes = 0;
  int64_t unknown = 0;
  Count a_run = 0;  // per run, of the known nodes
};

ProductTotals ProductTotalsOf(const WorkReport& report) {
  ProductTotals totals;
  for (size_t row = 0; row < report.size(); ++row) {
    const NodeWork node = report[row];
    if (!MayBeProduct(node)) continue;
    ++totals.nodes;
    if (node.product_ops && node.is_product) {
      totals.a_run = totals.a_run + *node.product_ops;
    } else {
      ++totals.unknown;
    }
  }
  if (totals.a_run.is_known()) {
    totals.a_run = OfARun(totals.a_run.value(), report);
  }
  return totals;
}

std::optional<int64_t> RateOf(int64_t a_run, double run_us) {
  const double rate = static_cast<double>(a_run) / run_us * 1e6;
  if (!(rate < 0x1p63)) return std::nullopt;  // run_us may be 0
  return static_cast<int64_t>(rate);
}

}  // namespace

std::vector<Section> FlopsSectionsOf(const WorkReport& report, double run_us,
                                     int64_t most_rows) {
  const ProductTotals totals = ProductTotalsOf(report);
  std::optional<int64_t> a_run, a_second;
  if (totals.unknown == 0 && totals.a_run.is_known() && report.steps > 0) {
    a_run = totals.a_run.value();
    a_second = RateOf(*a_run, run_us);
  }
  Section rows{"float operations", {}, {}};
  if (a_run) {
    rows.notes.push_back(fmt::format("FLOPs estimate: {}", HumanCount(*a_run)));
  } else if (report.steps == 0) {
    rows.notes.emplace_back("FLOPs estimate: unknown without steps");
  } else {
    rows.notes.push_back(fmt::format(
        "FLOPs estimate: unknown for {} of {} nodes; {} of the others",
        totals.unknown, totals.nodes,
        totals.a_run.is_known() ? HumanCount(totals.a_run.value())
                                : totals.a_run.why()));
  }
  rows.notes.push_back(
      a_second ? fmt::format("FLOPs/second: {} (the estimate over the mean "
                             "length of a traced step, {:.0f} us)",
                             HumanCount(*a_second), run_us)
               : std::string("FLOPs/second: unknown"));
  if (report.is_of_graph) {
    rows.notes.emplace_back(
        "of convolutions and matrix products of the forward pass, each node "
        "once, by the shapes of the graph and of --input_layer_shape");
  } else {
    rows.notes.emplace_back(
        "of convolutions and matrix products of the forward pass, by the "
        "shapes of each execution, as benchmark_model counts them");
  }
  if (report.has_loops) {
    rows.notes.emplace_back(
        "the graph has loops, of which one turn is counted: how often they "
        "turn only a step tells");
  }
  Table table{{{"node"}, {"type"}, {"runs"}, {"float_ops"}, {"source"}}, {}};
  int64_t left_out = 0;
  for (size_t row = 0; row < report.size(); ++row) {
    const NodeWork node = report[row];
    if (!MayBeProduct(node)) continue;
    if (most_rows > 0 && std::ssize(table.rows) >= most_rows) {
      ++left_out;
      continue;
    }
    table.AddRow(
        {std::string(node.node), std::string(node.type), node.runs,
         node.product_ops ? Cell(OfARun(*node.product_ops, report)) : Cell(),
         std::string(node.source)});
  }
  if (left_out > 0) rows.notes.push_back(fmt::format("{} more rows", left_out));
  if (!table.rows.empty()) rows.block = std::move(table);
  Section sums{"float operations totals", {}, {}};
  Table one{{{"float_ops"}, {"flops_per_s"}, {"nodes"}, {"known_nodes"}}, {}};
  one.AddRow({CellOf(a_run), CellOf(a_second), totals.nodes,
              totals.nodes - totals.unknown});
  sums.block = std::move(one);
  std::vector<Section> sections;
  sections.push_back(std::move(rows));
  sections.push_back(std::move(sums));
  return sections;
}

}  // namespace tfprof
