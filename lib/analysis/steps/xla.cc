// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/median.h"
#include "base/numbers.h"

namespace tfprof {

namespace {

constexpr int64_t kLongCompile = 10'000;  // us; a look into the cache is less
constexpr double kTimesMedian = 20;

bool IsLaunch(std::string_view type) {
  return type == "XlaLaunch" || type == "_XlaLaunch" || type == "XlaLaunchV2";
}

// What stands before `end`, if the name ends so.
bool Strip(std::string_view& name, std::string_view end) {
  if (!name.ends_with(end)) return false;
  name.remove_suffix(end.size());
  return true;
}

constexpr size_t kListedNodes = 200;  // of a cluster

// Name and op of the nodes of a cluster. The graphs own the text.
using Members = std::vector<std::pair<std::string_view, std::string_view>>;

std::string MostFrequent(const Members& members) {
  constexpr size_t kShown = 4;
  std::map<std::string_view, int64_t> counts;
  for (const auto& [name, op] : members) ++counts[op];
  std::vector<std::pair<int64_t, std::string_view>> sorted;
  for (const auto& [op, count] : counts) sorted.push_back({-count, op});
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (size_t i = 0; i < std::min(kShown, sorted.size()); ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", -sorted[i].first,
                        sorted[i].second);
  }
  return sorted.size() > kShown ? text + ", ..." : text;
}

// Members of clusters: by the attribute, or the body of the function that the
// cluster's operations call.
std::map<std::string, Members> MembersOf(const std::vector<Graph>& graphs) {
  std::map<std::string, Members> members;
  for (const Graph& graph : graphs) {
    std::map<std::string, Members> here;
    for (size_t node = 0; node < graph.size(); ++node) {
      const std::string_view cluster = graph.AttrOf(node, "_XlaCluster");
      if (!cluster.empty()) {
        here[std::string(cluster)].push_back(
            {graph.NameOf(node), graph.OpOf(node)});
      }
    }
    std::map<std::string_view, const Graph::Function*> function_of;
    for (const Graph::Function& function : graph.functions) {
      function_of[graph.strings[function.name]] = &function;
    }
    for (uint32_t node = 0; node < graph.main_nodes; ++node) {
      const std::string_view op = graph.OpOf(node);
      std::string_view called = graph.AttrOf(node, "function");
      if (called.empty()) called = graph.AttrOf(node, "f");
      if (called.empty()) called = op;
      const auto function = function_of.find(called);
      if (function == function_of.end()) continue;
      const bool is_compiled =
          IsLaunch(op) || op == "_XlaCompile" ||
          function->second->must_compile ||
          graph.AttrOf(node, "_XlaCompiledKernel") == "true" ||
          graph.AttrOf(node, "_XlaMustCompile") == "true";
      if (!is_compiled) continue;
      std::string_view name = graph.NameOf(node);
      Strip(name, "/xla_compile");
      Members& body = here[std::string(name)];
      body.clear();
      for (uint32_t i = function->second->first; i < function->second->end;
           ++i) {
        body.push_back({graph.NameOf(i), graph.OpOf(i)});
      }
    }
    for (auto& [name, nodes] : here) {
      members.try_emplace(name, std::move(nodes));
    }
  }
  return members;
}

}  // namespace

XlaSink::XlaSink(const std::vector<Graph>& graphs) {
  for (const Graph& graph : graphs) {
    std::map<std::string_view, bool> functions;
    for (const Graph::Function& function : graph.functions) {
      if (function.must_compile) functions[graph.strings[function.name]] = true;
    }
    for (size_t node = 0; node < graph.size(); ++node) {
      std::string_view called = graph.AttrOf(node, "f");
      if (called.empty()) called = graph.OpOf(node);
      if (graph.AttrOf(node, "_XlaMustCompile") == "true" ||
          functions.contains(called)) {
        must_compile_[std::string(graph.NameOf(node))] = true;
      }
    }
  }
}

void XlaSink::BeginRun(int64_t step) {
  steps_.emplace_back();
  steps_.back().step = step;
}

void XlaSink::BeginDevice(std::string_view device) { rows_ = RowsOf(device); }

void XlaSink::AddExec(const ExecRecord& exec) {
  StepUse& step = steps_.back();
  const int64_t micros = SpanOf(exec);
  std::string_view name = exec.name;
  if (rows_ == DeviceRows::kKernels) {
    // Kernels carry the name of the operation that launched them.
    name = name.substr(0, name.find(':'));
    const bool is_run = Strip(name, "/xla_run");
    const auto cluster = step.clusters.find(std::string(name));
    if (is_run || cluster != step.clusters.end()) {
      Use& use = step.clusters[std::string(name)];
      use.kernel_us = WrapAdd(use.kernel_us, micros);
    }
    return;
  }
  if (rows_ != DeviceRows::kOperations) return;
  const std::string_view type = TypeInLabel(exec.label);
  const auto use_of = [&]() -> Use& {
    step.inside_us = WrapAdd(step.inside_us, micros);
    return step.clusters[std::string(name)];
  };
  if (Strip(name, "/xla_compile") || type == "_XlaCompile") {
    Use& use = use_of();
    use.has_compile = true;
    use.compile_us = std::max(use.compile_us, micros);
  } else if (Strip(name, "/xla_run") || type == "_XlaRun") {
    Use& use = use_of();
    use.has_run = true;
    ++use.runs;
    use.run_us = WrapAdd(use.run_us, micros);
  } else if (IsLaunch(type) || must_compile_.contains(std::string(name))) {
    Use& use = use_of();
    use.has_launch = true;
    ++use.runs;
    use.run_us = WrapAdd(use.run_us, micros);
    use.compile_us = std::max(use.compile_us, micros);
  } else {
    step.outside_us = WrapAdd(step.outside_us, micros);
    if (Strip(name, "/partitioned_call") ||
        Strip(name, "/stateful_partitioned_call")) {
      const auto cluster = step.clusters.find(std::string(name));
      if (cluster != step.clusters.end()) cluster->second.has_fallback = true;
    }
  }
}

// A compilation takes ten milliseconds and far more than the same node takes in
// the other steps. A launch has the work in it as well, so that of one step
// alone nothing certain can be said.
void XlaSink::Judge(XlaReport& report) const {
  using enum XlaReport::Compiled;
  for (size_t row = 0; row < steps_.size(); ++row) {
    XlaReport::Step& step = report.steps[row];
    for (const auto& [name, use] : steps_[row].clusters) {
      std::vector<double> others;
      for (size_t other = 0; other < steps_.size(); ++other) {
        const auto found = steps_[other].clusters.find(name);
        if (other != row && found != steps_[other].clusters.end()) {
          others.push_back(static_cast<double>(found->second.compile_us));
        }
      }
      const double median = others.empty() ? 0 : Median(others);
      const double micros = static_cast<double>(use.compile_us);
      const bool is_launch = use.has_launch && !use.has_compile;
      const double beyond = is_launch ? micros - median : micros;
      const double least =
          std::max<double>(kLongCompile, kTimesMedian * median);
      if (!(use.has_compile || use.has_launch) || beyond <= least) continue;
      const bool is_certain = !(is_launch && others.empty());
      const XlaReport::Compiled now = is_certain ? kYes : kMaybe;
      if (step.compiled != kYes) step.compiled = now;
      step.why += fmt::format(
          "{}{}: {:.0f} us{}", step.why.empty() ? "" : "; ", name, micros,
          others.empty() ? ", no other step to compare with"
                         : fmt::format(" against {:.0f} us", median));
      step.compile_us =
          WrapAdd(step.compile_us,
                  is_launch ? static_cast<int64_t>(beyond) : use.compile_us);
      for (XlaReport::Cluster& cluster : report.clusters) {
        if (cluster.name == name) ++cluster.compiles;
      }
    }
  }
}

XlaReport XlaSink::Finish(const std::vector<Graph>& graphs) {
  XlaReport report;
  std::map<std::string, XlaReport::Cluster> clusters;
  for (const auto& [name, members] : MembersOf(graphs)) {
    XlaReport::Cluster& cluster = clusters[name];
    cluster.nodes = static_cast<int64_t>(members.size());
    cluster.types = MostFrequent(members);
    const size_t listed = std::min(members.size(), kListedNodes);
    for (size_t i = 0; i < listed; ++i) {
      cluster.members.push_back(
          {std::string(members[i].first), std::string(members[i].second)});
    }
  }
  for (const StepUse& step : steps_) {
    report.steps.push_back({.step = step.step,
                            .why = {},
                            .inside_us = step.inside_us,
                            .outside_us = step.outside_us});
    for (const auto& [name, use] : step.clusters) {
      XlaReport::Cluster& cluster = clusters[name];
      if (use.has_compile) {
        cluster.compile_us = WrapAdd(cluster.compile_us, use.compile_us);
      }
      cluster.runs += use.runs;
      cluster.run_us = WrapAdd(cluster.run_us, use.run_us);
      cluster.kernel_us = WrapAdd(cluster.kernel_us, use.kernel_us);
      cluster.fallbacks += use.has_fallback && !use.has_run ? 1 : 0;
    }
  }
  for (auto& [name, cluster] : clusters) {
    cluster.name = name;
    report.clusters.push_back(std::move(cluster));
  }
  for (const Graph& graph : graphs) {
    report.has_graph = true;
    if (graph.origin != GraphRecord::Origin::kDefined) continue;
    for (size_t node = 0; node < graph.size(); ++node) {
      const std::string_view asked = graph.AttrOf(node, "_XlaCompile");
      report.requested_nodes += asked == "true" ? 1 : 0;
      report.refused_nodes += asked == "false" ? 1 : 0;
    }
  }
  Judge(report);
  return report;
}

}  // namespace tfprof
