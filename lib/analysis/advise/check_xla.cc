// SPDX-License-Identifier: Apache-2.0
// The costs of XLA: compilations and small clusters.
#include <fmt/format.h>

#include "analysis/advise/checker.h"
#include "base/strings.h"

namespace tfprof {

namespace {

// Steps that compiled: their times are not typical.
void AddCompiledSteps(const XlaReport& xla, Statements& statements) {
  for (const XlaReport::Step& step : xla.steps) {
    if (step.compiled == XlaReport::Compiled::kNo) continue;
    statements.push_back({fmt::format("step {}: {} ({} us): {}", step.step,
                                      step.compiled == XlaReport::Compiled::kYes
                                          ? "XLA compiled"
                                          : "XLA may have compiled",
                                      step.compile_us, Printable(step.why)),
                          step.compiled == XlaReport::Compiled::kYes});
  }
}

void AddCluster(const XlaReport::Cluster& cluster, size_t steps,
                Statements& statements) {
  if (cluster.compiles > 1) {
    statements.push_back(
        {fmt::format("{}: compiled in {} of {} steps: the shapes or constants "
                     "of its inputs change",
                     Printable(cluster.name), cluster.compiles, steps),
         true});
  }
  if (cluster.fallbacks > 0) {
    const bool is_most = 2 * cluster.fallbacks > static_cast<int64_t>(steps);
    statements.push_back(
        {fmt::format("{}: ran node by node in {} of {} steps{}",
                     Printable(cluster.name), cluster.fallbacks, steps,
                     is_most ? ": XLA seems to have given up compiling it, "
                               "because of too many different inputs"
                             : ""),
         is_most});
  }
}

}  // namespace

Statements CheckXla(const CheckerInput& input, Diagnostics&) {
  const XlaReport& xla = *input.xla;
  Statements statements;
  AddCompiledSteps(xla, statements);
  int64_t small = 0;
  for (const XlaReport::Cluster& cluster : xla.clusters) {
    AddCluster(cluster, xla.steps.size(), statements);
    small += cluster.nodes > 0 &&
                     static_cast<double>(cluster.nodes) < input.Option("small")
                 ? 1
                 : 0;
  }
  if (static_cast<double>(small) >= input.Option("many")) {
    statements.push_back(
        {fmt::format("{} of {} clusters have fewer than {:g} nodes: operations "
                     "between them cannot be compiled",
                     small, xla.clusters.size(), input.Option("small")),
         true});
  }
  return statements;
}

}  // namespace tfprof
