// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "analysis/advise/checker.h"
#include "model/rules.h"
#include "support/ask_checker.h"
#include "support/catch.h"

namespace tfprof {

namespace {

Texts Look(const Communication& communication,
           const std::vector<CheckerSetting>& settings = {}) {
  const Profile profile;
  CheckerInput input{profile, kReferenceRules};
  input.communication = &communication;
  return FindingsOf("CommunicationChecker", input, settings);
}

}  // namespace

TEST_CASE("a GPU that waits for others for long is found") {
  Communication c;
  c.has_kernel_overlap = true;
  c.gpus["/gpu:0"] = {.communication_us = 30, .overlap_us = 10, .span_us = 100};
  c.gpus["/gpu:1"] = {.communication_us = 30, .overlap_us = 20, .span_us = 100};
  const std::string rest =
      "% of its time is communication that nothing overlaps";
  CHECK(Look(c) == Texts{"found: device: /gpu:0 20" + rest,
                         "said: device: /gpu:1 10" + rest});
  CHECK(Look(c, {{"CommunicationChecker.exposed", "0.2"}})[0].starts_with(
      "said: "));
}

TEST_CASE("copies from and to the host are found where nothing is computed") {
  Communication c;
  c.gpus["/gpu:0"] = {
      .host_copy_us = 50, .host_copy_overlap_us = 20, .span_us = 100};
  CHECK(Look(c) ==
        Texts{"found: device: /gpu:0 30% of its time is copying from and to "
              "the host without computing"});
}

TEST_CASE("a GPU that neither waits nor copies is not mentioned") {
  Communication c;
  c.gpus["/gpu:0"] = {.compute_us = 100, .span_us = 100};
  CHECK(Look(c).empty());
}

TEST_CASE("what is in flight is said and never found") {
  Communication c;
  c.tasks["/job:w/task:0"] = {.micros = 100, .exposed_us = 90};
  CHECK(Look(c) ==
        Texts{"said: task: /job:w/task:0 receives and collectives are in "
              "flight 100 us, 90 us of that at most with nothing else "
              "running"});
}

}  // namespace tfprof
