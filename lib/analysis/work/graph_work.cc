// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/graph_work.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/work/defined_nodes.h"
#include "analysis/work/formulas.h"

namespace tfprof {

namespace {

bool IsProduct(std::string_view type) {
  const Formula* const formula = FindFormula(type);
  return formula != nullptr && formula->is_of_benchmark_model;
}

class GraphWorkCounter {
 public:
  GraphWorkCounter(const Graph& graph, const InferredShapes& shapes)
      : graph_(graph), shapes_(shapes), nodes_(graph) {
    for (const Graph::Function& function : graph.functions) {
      functions_.insert(graph.strings[function.name]);
    }
    for (uint32_t node = 0; node < graph.main_nodes; ++node) {
      const std::string_view op = graph.OpOf(node);
      if (op == "While" || op == "StatelessWhile") {
        loops_.insert(graph.NameOf(node));
        loop_lengths_.insert(graph.NameOf(node).size());
      }
    }
    for (size_t node = graph.main_nodes; node < graph.size(); ++node) {
      has_hidden_products_ =
          has_hidden_products_ || IsProduct(graph.OpOf(node));
    }
  }

  // The work of a node. Texts borrow from the graph and `why`.
  NodeWork Of(uint32_t node, std::string& why) const;

 private:
  // True if the node calls a function, whose number of runs and shapes, and so
  // its work, are unknown.
  bool CallsFunction(uint32_t node) const {
    if (functions_.contains(graph_.OpOf(node))) return true;
    for (const Graph::Attr& attr : graph_.attrs[node]) {
      if (functions_.contains(graph_.strings[attr.text])) return true;
    }
    return false;
  }

  // True if it was inlined from the body or the condition of a loop.
  bool IsInLoop(std::string_view name) const {
    if (loops_.empty()) return false;
    for (size_t at = name.find('/'); at != std::string_view::npos;
         at = name.find('/', at + 1)) {
      const std::string_view rest = name.substr(at + 1);
      if ((rest.starts_with("body/") || rest.starts_with("cond/")) &&
          loop_lengths_.contains(at) && loops_.contains(name.substr(0, at))) {
        return true;
      }
    }
    return false;
  }

  const Graph& graph_;
  const InferredShapes& shapes_;
  const DefinedNodes nodes_;
  std::set<std::string_view> functions_;
  std::set<std::string_view> loops_;  // whose bodies may be nodes of the graph
  std::set<size_t> loop_lengths_;     // most parts of names are of another
  bool has_hidden_products_ = false;  // in functions
};

NodeWork GraphWorkCounter::Of(uint32_t node, std::string& why) const {
  NodeWork work{.node = graph_.NameOf(node),
                .type = graph_.OpOf(node),
                .runs = 1,
                .time_ns = 0,
                .float_ops = std::nullopt,
                .source = {},
                .remark = {},
                .bytes = std::nullopt,
                .is_product = false,
                .product_ops = std::nullopt};
  if (!functions_.empty() && CallsFunction(node)) {
    work.is_product = has_hidden_products_;
    work.source = "none: it calls a function";
    return work;
  }
  std::vector<ShapeView> inputs;
  for (const DefinedNodes::Source& source : nodes_.SourcesOf(node)) {
    inputs.push_back(source.node == DefinedNodes::kNone
                         ? ShapeView{}
                         : shapes_.ShapeOf(source.node, source.output));
  }
  std::vector<ShapeView> outputs;
  for (size_t output = 0; output < shapes_.OutputsOf(node); ++output) {
    outputs.push_back(shapes_.ShapeOf(node, output));
  }
  const OpAttrs attrs = nodes_.AttrsOf(node);
  const OpCall call{inputs, outputs, attrs};
  const Formula* const formula = FindGraphFormula(work.type);
  const Count count = FloatOpsOf(formula, work.type, call);
  if (formula != nullptr) work.remark = RemarkOf(*formula, work.type, call);
  if (!count.is_known()) {
    why = "none: " + count.why();
    work.source = why;
  } else {
    work.float_ops = count.value();
    work.source = formula->is_zero() ? "zero by definition"
                  : IsInLoop(work.node)
                      ? "formula, shapes of the graph, per iteration"
                      : "formula, shapes of the graph";
  }
  if (formula != nullptr && formula->is_of_benchmark_model) {
    work.is_product = true;
    const Count product = formula->count(call, *formula);
    if (product.is_known()) work.product_ops = product.value();
  }
  if (formula != nullptr && formula->moves_nothing) work.bytes = 0;
  return work;
}

}  // namespace

Result<WorkReport> WorkOfGraph(const Graph& graph, const GivenShapes& given) {
  TFPROF_ASSIGN_OR_RETURN(const InferredShapes shapes,
                          InferredShapes::Of(graph, given));
  const GraphWorkCounter counter(graph, shapes);
  WorkReport report(graph.main_nodes);
  report.steps = 1;
  report.is_of_graph = true;
  std::string why;
  for (uint32_t node = 0; node < graph.main_nodes; ++node) {
    report.Add(counter.Of(node, why));
    report.has_loops = report.has_loops || graph.OpOf(node) == "NextIteration";
  }
  report.Sort();
  return report;
}

}  // namespace tfprof
