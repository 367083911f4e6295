// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla_graphs.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/xla_compile.h"

namespace tfprof {

namespace {

constexpr size_t kListedNodes = 200;  // of a cluster

// Collects nodes and counts them. The graph owns the texts.
class Collector {
 public:
  void Add(std::string_view name, std::string_view op) {
    ++nodes_;
    ++counts_[op];
    if (first_.size() < kListedNodes) {
      first_.push_back({std::string(name), std::string(op)});
    }
  }

  XlaGraphs::Members Finish() {
    return {nodes_, MostFrequent(),
            std::make_shared<const std::vector<XlaMember>>(std::move(first_))};
  }

 private:
  std::string MostFrequent() const {
    constexpr size_t kShown = 4;
    std::vector<std::pair<int64_t, std::string_view>> sorted;
    for (const auto& [op, count] : counts_) sorted.push_back({-count, op});
    std::sort(sorted.begin(), sorted.end());
    std::string text;
    for (size_t i = 0; i < std::min(kShown, sorted.size()); ++i) {
      text += fmt::format("{}{} {}", i == 0 ? "" : ", ", -sorted[i].first,
                          sorted[i].second);
    }
    return sorted.size() > kShown ? text + ", ..." : text;
  }

  int64_t nodes_ = 0;
  std::map<std::string_view, int64_t> counts_;
  std::vector<XlaMember> first_;
};

using FunctionMap = std::map<std::string_view, const Graph::Function*>;

FunctionMap FunctionsOf(const Graph& graph) {
  FunctionMap functions;
  for (const Graph::Function& function : graph.functions) {
    functions[graph.strings[function.name]] = &function;
  }
  return functions;
}

bool IsCompiledCall(const Graph& graph, uint32_t node,
                    const Graph::Function& function) {
  const std::string_view op = graph.OpOf(node);
  return IsXlaLaunch(op) || op == "_XlaCompile" || function.must_compile ||
         graph.AttrOf(node, "_XlaCompiledKernel") == "true" ||
         graph.AttrOf(node, "_XlaMustCompile") == "true";
}

}  // namespace

bool StripEnd(std::string_view& name, std::string_view end) {
  if (!name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  return true;
}

void XlaGraphs::Add(const Graph& graph) {
  has_any_ = true;
  AddCalls(graph);
  AddClusters(graph);
  if (graph.origin != GraphRecord::Origin::kDefined) return;
  for (size_t node = 0; node < graph.size(); ++node) {
    const std::string_view asked = graph.AttrOf(node, "_XlaCompile");
    requested_nodes_ += asked == "true" ? 1 : 0;
    refused_nodes_ += asked == "false" ? 1 : 0;
  }
}

void XlaGraphs::AddCalls(const Graph& graph) {
  const FunctionMap functions = FunctionsOf(graph);
  for (size_t node = 0; node < graph.size(); ++node) {
    std::string_view called = graph.AttrOf(node, "f");
    if (called.empty()) called = graph.OpOf(node);
    const auto function = functions.find(called);
    const bool must_be =
        function != functions.end() && function->second->must_compile;
    if (must_be || graph.AttrOf(node, "_XlaMustCompile") == "true") {
      must_compile_.emplace(graph.NameOf(node));
    }
  }
}

// Clusters by attribute, or from the function that a cluster's operation calls.
void XlaGraphs::AddClusters(const Graph& graph) {
  std::map<std::string_view, Collector> by_attribute;
  for (size_t node = 0; node < graph.size(); ++node) {
    const std::string_view cluster = graph.AttrOf(node, "_XlaCluster");
    if (cluster.empty()) continue;
    by_attribute[cluster].Add(graph.NameOf(node), graph.OpOf(node));
  }
  const FunctionMap functions = FunctionsOf(graph);
  std::map<const Graph::Function*, Members> bodies;
  const auto body_of = [&](const Graph::Function& function) {
    const auto [found, is_new] = bodies.try_emplace(&function);
    if (is_new) {
      Collector body;
      for (uint32_t i = function.first; i < function.end; ++i) {
        body.Add(graph.NameOf(i), graph.OpOf(i));
      }
      found->second = body.Finish();
    }
    return found->second;
  };
  std::map<std::string_view, Members> here;
  for (uint32_t node = 0; node < graph.main_nodes && !functions.empty();
       ++node) {
    std::string_view called = graph.AttrOf(node, "function");
    if (called.empty()) called = graph.AttrOf(node, "f");
    if (called.empty()) called = graph.OpOf(node);
    const auto function = functions.find(called);
    if (function == functions.end()) continue;
    if (!IsCompiledCall(graph, node, *function->second)) continue;
    std::string_view name = graph.NameOf(node);
    StripEnd(name, "/xla_compile");
    here[name] = body_of(*function->second);
  }
  for (auto& [name, collector] : by_attribute) {
    if (!here.contains(name)) here[name] = collector.Finish();
  }
  for (auto& [name, members] : here) {
    clusters_.try_emplace(std::string(name), std::move(members));
  }
}

}  // namespace tfprof
