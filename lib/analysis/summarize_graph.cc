// SPDX-License-Identifier: Apache-2.0
#include "analysis/summarize_graph.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/numbers.h"
#include "base/strings.h"
#include "model/dtype.h"

namespace tfprof {

namespace {

bool IsVariable(std::string_view op, bool with_resources) {
  return op == "Variable" || op == "VariableV2" ||
         (with_resources && op == "VarHandleOp");
}

bool IsMerge(std::string_view op) {
  return op == "Merge" || op == "RefMerge" || op == "_XlaMerge";
}

class Summarizer {
 public:
  Summarizer(GraphSummary& summary, Diagnostics& diagnostics)
      : s_(summary), graph_(*summary.graph), diagnostics_(diagnostics) {}

  void Run() {
    FindEnds();
    CountParameters();
    CheckInputs();
    CountOps();
    if (s_.has_structure && (s_.missing.empty() || s_.is_whole)) Order();
  }

 private:
  void FindEnds();
  void CountParameters();
  void CheckInputs();
  void CountOps();
  void Order();

  void CountConstant(uint32_t node);
  void CountVariable(uint32_t node);

  GraphSummary& s_;
  const Graph& graph_;
  Diagnostics& diagnostics_;
};

// tfprof: placeholders with a default, queues, iterators: not inputs.
void Summarizer::FindEnds() {
  std::unordered_set<std::string_view> used;
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    for (const StringId input : graph_.inputs[node]) {
      used.insert(NodeOfInput(graph_.strings[input]));
    }
  }
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    const std::string_view op = graph_.OpOf(node);
    if (op == "Placeholder") {
      s_.inputs.push_back(node);
      continue;
    }
    if (IsVariable(op, s_.is_whole)) s_.variables.push_back(node);
    if (op != "Const" && op != "Assign" && op != "NoOp" &&
        !used.contains(graph_.NameOf(node))) {
      s_.outputs.push_back(node);
    }
  }
}

void Summarizer::CountConstant(uint32_t node) {
  const Constant* const value = graph_.ConstantOf(node);
  s_.constants.push_back(node);
  if (value != nullptr && value->is_decodable) {
    s_.const_parameters = WrapAdd(s_.const_parameters, value->elements);
    return;
  }
  diagnostics_.Warn("constants without a value that can be read",
                    fmt::format("Decoding Tensor failed for node{}",
                                Printable(graph_.NameOf(node))));
}

// tfprof: variables have no value to count, which is a warning for each.
void Summarizer::CountVariable(uint32_t node) {
  const std::string name = Printable(graph_.NameOf(node));
  if (!s_.is_whole) {
    diagnostics_.Warn("constants without a value that can be read",
                      fmt::format("Decoding Tensor failed for node{}", name));
    return;
  }
  const int64_t count = VariableParameters(graph_, node);
  if (count < 0) {
    diagnostics_.Warn("variables of unknown shape",
                      fmt::format("{} has no known shape: its parameters are "
                                  "not counted",
                                  name));
    return;
  }
  s_.variable_parameters = WrapAdd(s_.variable_parameters, count);
}

void Summarizer::CountParameters() {
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    const std::string_view op = graph_.OpOf(node);
    if (op == "Const") CountConstant(node);
    if (IsVariable(op, s_.is_whole)) CountVariable(node);
    const std::string_view device = graph_.strings[graph_.device[node]];
    if (!device.empty()) ++s_.nodes_of_device[device];
    for (const StringId input : graph_.inputs[node]) {
      s_.control_edges += IsControl(graph_.strings[input]) ? 1 : 0;
    }
  }
}

void Summarizer::CheckInputs() {
  std::unordered_set<std::string_view> names;
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    names.insert(graph_.NameOf(node));
  }
  for (uint32_t node = 0; node < graph_.main_nodes; ++node) {
    for (const StringId input : graph_.inputs[node]) {
      const std::string_view name = NodeOfInput(graph_.strings[input]);
      if (!names.contains(name)) s_.missing.push_back({node, name});
    }
  }
}

// tfprof: ops with equal counts stand in the order in which std::sort leaves
// the alphabetical list, so std::sort is needed for equal output.
void Summarizer::CountOps() {
  std::map<std::string_view, int64_t> counts;
  for (size_t node = 0; node < graph_.size(); ++node) {
    ++counts[graph_.OpOf(node)];
  }
  for (const auto& [op, count] : counts) s_.op_counts.push_back({op, count});
  const auto is_more = [](const GraphSummary::OpCount& a,
                          const GraphSummary::OpCount& b) {
    return a.count > b.count;
  };
  if (s_.is_whole) {
    std::stable_sort(s_.op_counts.begin(), s_.op_counts.end(), is_more);
  } else {
    std::sort(s_.op_counts.begin(), s_.op_counts.end(), is_more);
  }
}

// tfprof: takes the last of the nodes whose inputs are all done (a stack). A
// merge needs one data input only.
void Summarizer::Order() {
  const uint32_t nodes = graph_.main_nodes;
  std::unordered_map<std::string_view, uint32_t> row_of;
  for (uint32_t node = 0; node < nodes; ++node) {
    row_of.try_emplace(graph_.NameOf(node), node);
  }
  std::vector<std::vector<uint32_t>> consumers(nodes);
  std::vector<int64_t> pending(nodes, 0);
  std::vector<uint32_t> ready;
  for (uint32_t node = 0; node < nodes; ++node) {
    int64_t inputs = 0;
    int64_t controls = 0;
    for (const StringId id : graph_.inputs[node]) {
      const std::string_view input = graph_.strings[id];
      const auto source = row_of.find(NodeOfInput(input));
      if (source == row_of.end()) continue;
      consumers[source->second].push_back(node);
      ++inputs;
      controls += IsControl(input) ? 1 : 0;
    }
    pending[node] =
        IsMerge(graph_.OpOf(node)) && inputs > 0 ? controls + 1 : inputs;
    if (inputs == 0) ready.push_back(node);
  }
  while (!ready.empty()) {
    const uint32_t node = ready.back();
    ready.pop_back();
    s_.structure.push_back(node);
    for (const uint32_t consumer : consumers[node]) {
      if (--pending[consumer] == 0) ready.push_back(consumer);
    }
  }
  s_.in_cycles = nodes - static_cast<uint32_t>(s_.structure.size());
}

}  // namespace

GraphSummary SummarizeGraph(const Graph& graph, std::string path,
                            bool with_structure, const Rules& rules,
                            Diagnostics& diagnostics) {
  GraphSummary summary;
  summary.graph = &graph;
  summary.path = std::move(path);
  summary.is_whole = rules.whole_digest;
  summary.has_structure = with_structure;
  Summarizer(summary, diagnostics).Run();
  return summary;
}

}  // namespace tfprof
