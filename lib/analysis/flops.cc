// SPDX-License-Identifier: Apache-2.0
#include "analysis/flops.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"

namespace tfprof {

namespace {

struct KnownShape {
  std::vector<int64_t> dims;
  const char* source = "";
};

using MaybeShape = std::optional<KnownShape>;

std::optional<int64_t> Product(std::initializer_list<int64_t> factors) {
  int64_t product = 1;
  for (const int64_t factor : factors) {
    if (factor < 0 || __builtin_mul_overflow(product, factor, &product)) {
      return std::nullopt;
    }
  }
  return product;
}

std::optional<int64_t> ElementsOf(const std::vector<int64_t>& dims) {
  int64_t elements = 1;
  for (const int64_t dim : dims) {
    if (dim < 0 || __builtin_mul_overflow(elements, dim, &elements)) {
      return std::nullopt;
    }
  }
  return elements;
}

class Estimator {
 public:
  Estimator(const Graph& graph, const StepTables& tables,
            const OpLogFlops& op_log)
      : graph_(graph), tables_(tables), op_log_(op_log) {
    for (uint32_t node = 0; node < graph.main_nodes; ++node) {
      row_of_.try_emplace(graph.NameOf(node), node);
    }
    for (const StepTables::Name& name : tables.names) {
      run_of_.try_emplace(name.name, &name);
    }
  }

  FlopsEstimate Run();

 private:
  MaybeShape ShapeOf(uint32_t node, size_t output) const;
  MaybeShape InputShape(uint32_t node, size_t input) const;
  FlopsEstimate::Row ByFormula(uint32_t node) const;
  std::optional<int64_t> PerElement(uint32_t node, std::string& source) const;

  const Graph& graph_;
  const StepTables& tables_;
  const OpLogFlops& op_log_;
  std::unordered_map<std::string_view, uint32_t> row_of_;
  std::unordered_map<std::string_view, const StepTables::Name*> run_of_;
};

bool HasFormula(std::string_view op) {
  return op == "Conv2D" || op == "QuantizedConv2D" || op == "MatMul" ||
         op == "QuantizedMatMul" || op == "DepthwiseConv2dNative";
}

// From what ran, the graph's own words, a constant, a variable: whichever comes
// first and is known in full.
MaybeShape Estimator::ShapeOf(uint32_t node, size_t output) const {
  const auto known = [](std::span<const int64_t> dims, const char* source) {
    const bool is_full =
        std::all_of(dims.begin(), dims.end(), [](int64_t d) { return d >= 0; });
    return is_full ? MaybeShape({{dims.begin(), dims.end()}, source})
                   : std::nullopt;
  };
  const auto run = run_of_.find(graph_.NameOf(node));
  if (run != run_of_.end() && output < run->second->outputs.size()) {
    const StepTables::Output& ran = run->second->outputs[output];
    if (!ran.unknown_rank && ran.dtype != 0) {
      if (auto shape = known(ran.dims, "run")) return shape;
    }
  }
  const auto outputs = graph_.output_shapes[node];
  if (output < outputs.size()) {
    if (auto shape = known(graph_.shape_dims[outputs[output]], "graph")) {
      return shape;
    }
  }
  const Constant* const value = graph_.ConstantOf(node);
  if (output == 0 && value != nullptr && value->is_decodable) {
    return known(value->head.dims, "constant");
  }
  const Graph::Shape& attr = graph_.shape[node];
  if (output == 0 && attr.is_given && !attr.unknown_rank) {
    return known(graph_.shape_dims[attr.dims], "variable");
  }
  return std::nullopt;
}

MaybeShape Estimator::InputShape(uint32_t node, size_t input) const {
  const auto inputs = graph_.inputs[node];
  if (input >= inputs.size()) return std::nullopt;
  const std::string_view text = graph_.strings[inputs[input]];
  const auto source = row_of_.find(NodeOfInput(text));
  if (source == row_of_.end() || IsControl(text)) return std::nullopt;
  const size_t colon = text.find(':');
  const int64_t output = colon == std::string_view::npos
                             ? 0
                             : ParseInt64(text.substr(colon + 1)).value_or(0);
  if (output < 0) return std::nullopt;
  // A frozen variable, or one that is read, has the shape of what it passes on.
  uint32_t at = source->second;
  for (int hop = 0; hop < 4; ++hop) {
    if (auto shape = ShapeOf(at, hop == 0 ? static_cast<size_t>(output) : 0)) {
      return shape;
    }
    const std::string_view op = graph_.OpOf(at);
    if (op != "Identity" && op != "ReadVariableOp") break;
    if (graph_.inputs[at].empty()) break;
    const auto next =
        row_of_.find(NodeOfInput(graph_.strings[graph_.inputs[at][0]]));
    if (next == row_of_.end()) break;
    at = next->second;
  }
  return std::nullopt;
}

// Multiplications for each element of the output.
std::optional<int64_t> Estimator::PerElement(uint32_t node,
                                             std::string& source) const {
  const std::string_view op = graph_.OpOf(node);
  const bool is_matrix = op == "MatMul" || op == "QuantizedMatMul";
  const MaybeShape shape = InputShape(node, is_matrix ? 0 : 1);
  if (!shape || shape->dims.size() != (is_matrix ? 2 : 4)) return std::nullopt;
  source = shape->source;
  const std::vector<int64_t>& d = shape->dims;
  if (is_matrix) {
    return graph_.AttrOf(node, "transpose_a") == "true" ? d[0] : d[1];
  }
  if (op == "DepthwiseConv2dNative") return Product({d[0], d[1]});
  return Product({d[2], d[0], d[1]});
}

FlopsEstimate::Row Estimator::ByFormula(uint32_t node) const {
  FlopsEstimate::Row row{node, 0, "none: no shape of the output", false};
  const MaybeShape output = ShapeOf(node, 0);
  if (!output) return row;
  std::string source;
  const auto each = PerElement(node, source);
  row.source = "none: no shape of the inputs";
  if (!each) return row;
  const auto elements = ElementsOf(output->dims);
  const auto flops = elements ? Product({2, *elements, *each}) : std::nullopt;
  row.source = "none: more than can be counted";
  if (!flops) return row;
  row.flops = *flops;
  row.is_known = true;
  row.source =
      fmt::format("formula: output by {}, input by {}", output->source, source);
  return row;
}

FlopsEstimate Estimator::Run() {
  FlopsEstimate estimate;
  double known_us = 0;
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    const auto ran = run_of_.find(graph_.NameOf(node));
    estimate.executed += ran != run_of_.end() ? 1 : 0;
    const auto logged = op_log_.flops.find(graph_.NameOf(node));
    const bool has_formula = HasFormula(graph_.OpOf(node));
    if (!has_formula && logged == op_log_.flops.end()) continue;
    FlopsEstimate::Row row{node, 0, "", false};
    if (has_formula) row = ByFormula(node);
    if (row.is_known) {
      estimate.by_formula = WrapAdd(estimate.by_formula, row.flops);
    } else if (logged != op_log_.flops.end()) {
      row = {node, logged->second, "op log", true};
      estimate.by_op_log = WrapAdd(estimate.by_op_log, row.flops);
    }
    estimate.known += row.is_known ? 1 : 0;
    if (row.is_known && ran != run_of_.end()) {
      known_us += static_cast<double>(ran->second->micros.sum);
    }
    estimate.rows.push_back(std::move(row));
  }
  const auto total = static_cast<double>(tables_.run_micros.sum);
  estimate.has_time = total > 0;
  if (estimate.has_time) estimate.time_share = known_us / total;
  std::stable_sort(
      estimate.rows.begin(), estimate.rows.end(),
      [](const auto& a, const auto& b) { return a.flops > b.flops; });
  return estimate;
}

}  // namespace

FlopsEstimate EstimateFlops(const Graph& graph, const StepTables& tables,
                            const OpLogFlops& op_log) {
  return Estimator(graph, tables, op_log).Run();
}

Section TableOf(const FlopsEstimate& estimate, const Graph& graph,
                const StepTables& tables, int64_t most_rows) {
  Section section{"float operations", {}, {}};
  section.notes.push_back(
      fmt::format("FLOPs estimate: {}", HumanCount(estimate.by_formula)));
  const double span = tables.run_spans.Average();
  if (span > 0) {
    section.notes.push_back(fmt::format(
        "FLOPs/second: {} (the estimate over the mean length of a traced step, "
        "{:.0f} us)",
        HumanCount(static_cast<int64_t>(
            static_cast<double>(estimate.by_formula) / span * 1e6)),
        span));
  }
  if (estimate.by_op_log > 0) {
    section.notes.push_back(
        fmt::format("and {} by the op log, of nodes without a formula",
                    HumanCount(estimate.by_op_log)));
  }
  section.notes.push_back(fmt::format(
      "numbers of {} of {} nodes that have one to give, in a graph of {}{}",
      estimate.known, estimate.rows.size(), graph.main_nodes,
      estimate.has_time
          ? fmt::format("; they took {:.1f}% of the recorded time",
                        estimate.time_share * 100)
          : ""));
  section.notes.push_back("functions are not counted");
  Table table{{{"node"}, {"type"}, {"float_ops"}, {"source"}}, {}};
  for (const FlopsEstimate::Row& row : estimate.rows) {
    if (most_rows > 0 && table.rows.size() >= static_cast<size_t>(most_rows)) {
      section.notes.push_back(fmt::format(
          "{} more rows", estimate.rows.size() - table.rows.size()));
      break;
    }
    table.AddRow({std::string(graph.NameOf(row.node)),
                  std::string(graph.OpOf(row.node)),
                  row.is_known ? Cell(row.flops) : Cell(), row.source});
  }
  if (!table.rows.empty()) section.block = std::move(table);
  return section;
}

}  // namespace tfprof
