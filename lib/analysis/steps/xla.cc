// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/xla.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/numbers.h"
#include "model/xla_compile.h"

namespace tfprof {

void XlaSink::BeginFile(int64_t step) {
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
    const bool is_run = StripEnd(name, "/xla_run");
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
  if (StripEnd(name, "/xla_compile") || type == "_XlaCompile") {
    Use& use = use_of();
    use.has_compile = true;
    use.compile_us = std::max(use.compile_us, micros);
  } else if (StripEnd(name, "/xla_run") || type == "_XlaRun") {
    Use& use = use_of();
    use.has_run = true;
    ++use.runs;
    use.run_us = WrapAdd(use.run_us, micros);
  } else if (IsXlaLaunch(type) || graphs_.MustCompile(name)) {
    Use& use = use_of();
    use.has_launch = true;
    ++use.runs;
    use.run_us = WrapAdd(use.run_us, micros);
    use.compile_us = std::max(use.compile_us, micros);
  } else {
    step.outside_us = WrapAdd(step.outside_us, micros);
    if (StripEnd(name, "/partitioned_call") ||
        StripEnd(name, "/stateful_partitioned_call")) {
      const auto cluster = step.clusters.find(std::string(name));
      if (cluster != step.clusters.end()) cluster->second.has_fallback = true;
    }
  }
}

// A launch includes the run, so whether it compiled cannot be told from one
// step.
void XlaSink::Judge(XlaReport& report) const {
  using enum XlaReport::Compiled;
  std::map<std::string_view, CompileTimes> times_of;
  for (const StepUse& step : steps_) {
    for (const auto& [name, use] : step.clusters) {
      times_of[name].Add(use.compile_us);
    }
  }
  for (auto& [name, times] : times_of) times.Sort();
  for (size_t row = 0; row < steps_.size(); ++row) {
    XlaReport::Step& step = report.steps[row];
    for (const auto& [name, use] : steps_[row].clusters) {
      const CompileTimes& times = times_of.at(name);
      const double median = times.MedianBeside(use.compile_us);
      const double micros = static_cast<double>(use.compile_us);
      const bool is_launch = use.has_launch && !use.has_compile;
      const double beyond = is_launch ? micros - median : micros;
      if (!(use.has_compile || use.has_launch) ||
          !times.IsCompiling(use.compile_us, is_launch)) {
        continue;
      }
      const bool is_certain = !(is_launch && !times.has_others());
      const XlaReport::Compiled now = is_certain ? kYes : kMaybe;
      if (step.compiled != kYes) step.compiled = now;
      step.why += fmt::format(
          "{}{}: {:.0f} us{}", step.why.empty() ? "" : "; ", name, micros,
          !times.has_others() ? ", no other step to compare with"
                              : fmt::format(" against {:.0f} us", median));
      step.compile_us =
          WrapAdd(step.compile_us,
                  is_launch ? static_cast<int64_t>(beyond) : use.compile_us);
      ++std::ranges::lower_bound(report.clusters, name, {},
                                 &XlaReport::Cluster::name)
            ->compiles;
    }
  }
}

XlaReport XlaSink::Finish() {
  XlaReport report;
  std::map<std::string, XlaReport::Cluster> clusters;
  for (const auto& [name, members] : graphs_.clusters()) {
    XlaReport::Cluster& cluster = clusters[name];
    cluster.nodes = members.nodes;
    cluster.types = members.types;
    cluster.members = members.first;
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
  report.has_graph = !graphs_.empty();
  report.requested_nodes = graphs_.requested_nodes();
  report.refused_nodes = graphs_.refused_nodes();
  Judge(report);
  return report;
}

}  // namespace tfprof
