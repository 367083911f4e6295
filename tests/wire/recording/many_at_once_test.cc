// SPDX-License-Identifier: Apache-2.0
// A million events that begin at one time: were each held against each other,
// no answer would come.
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/make_xspace.h"
#include "wire/recording/read_by_reference.h"

namespace tfprof {

namespace {

constexpr int64_t kMany = 1'000'000;

Recording ReadMany(int64_t duration) {
  MakePlane host("/host:CPU");
  const std::string event = host.Event(
      "a:A", 5, duration, {{"_ct", int64_t{1}}, {"_c", uint64_t{7}}});
  std::vector<std::string> events(kMany, event);
  events.push_back(host.Event("train", 0, 100,
                              {{"_r", int64_t{1}},
                               {"_pt", int64_t{1}},
                               {"_p", uint64_t{7}},
                               {"step_num", int64_t{3}}}));
  host.Line(1, "t", 0, events);
  const std::string path = "many.xplane.pb";
  const Bytes bytes{MakeXSpace({host})};
  Diagnostics diagnostics;
  auto recording =
      ReadByReference({path, bytes}, {kReferenceRules}, diagnostics);
  REQUIRE(recording.has_value());
  return std::move(*recording);
}

int64_t CountInStep(const Recording& recording) {
  REQUIRE(recording.steps.size() == 1);
  int64_t count = 0;
  recording.ForEachCell(
      recording.RunsOf(recording.steps[0].number),
      [&](const Recording::Cell& cell) { count += cell.count; });
  return count;
}

}  // namespace

TEST_CASE("a million events at one time are an answer in good time") {
  // TensorFlow's tools lose what ends when something around it ends.
  const int64_t count = CountInStep(ReadMany(10));
  CHECK(count > 0);
  CHECK(count < kMany);
}

}  // namespace tfprof
