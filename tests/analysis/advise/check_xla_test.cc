// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/advise/checker.h"
#include "model/rules.h"
#include "support/ask_checker.h"
#include "support/catch.h"

namespace tfprof {

namespace {

Texts Look(const XlaReport& xla) {
  const Profile profile;
  CheckerInput input{profile, kReferenceRules};
  input.xla = &xla;
  return FindingsOf("XlaChecker", input, {});
}

XlaReport StepsOf(size_t steps) {
  XlaReport report;
  report.steps.resize(steps);
  return report;
}

}  // namespace

TEST_CASE("steps that compiled are found, those that may have are told") {
  XlaReport xla = StepsOf(3);
  xla.steps[0].compiled = XlaReport::Compiled::kYes;
  xla.steps[0].compile_us = 5;
  xla.steps[0].why = "long";
  xla.steps[2].step = 2;
  xla.steps[2].compiled = XlaReport::Compiled::kMaybe;
  CHECK(Look(xla) == Texts{"found: step 0: XLA compiled (5 us): long",
                           "said: step 2: XLA may have compiled (0 us): "});
}

TEST_CASE("a cluster that is compiled again and again is found") {
  XlaReport xla = StepsOf(4);
  xla.clusters.emplace_back().name = "once";
  xla.clusters.back().compiles = 1;
  xla.clusters.emplace_back().name = "twice";
  xla.clusters.back().compiles = 2;
  CHECK(Look(xla) ==
        Texts{"found: twice: compiled in 2 of 4 steps: the shapes or "
              "constants of its inputs change"});
}

TEST_CASE("a cluster that mostly ran node by node was given up") {
  XlaReport xla = StepsOf(4);
  xla.clusters.emplace_back().name = "c";
  xla.clusters[0].fallbacks = 2;
  CHECK(Look(xla) == Texts{"said: c: ran node by node in 2 of 4 steps"});
  xla.clusters[0].fallbacks = 3;
  CHECK(Look(xla)[0].starts_with(
      "found: c: ran node by node in 3 of 4 steps: XLA seems"));
}

TEST_CASE("ten small clusters are worth a word, unknown sizes are not small") {
  XlaReport xla = StepsOf(1);
  xla.clusters.resize(10);
  for (XlaReport::Cluster& cluster : xla.clusters) cluster.nodes = 3;
  CHECK(Look(xla) ==
        Texts{"found: 10 of 10 clusters have fewer than 4 nodes: operations "
              "between them cannot be compiled"});
  xla.clusters[0].nodes = 0;
  CHECK(Look(xla).empty());
  xla.clusters[0].nodes = 4;
  CHECK(Look(xla).empty());
}

}  // namespace tfprof
