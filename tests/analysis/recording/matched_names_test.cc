// SPDX-License-Identifier: Apache-2.0
#include "analysis/recording/matched_names.h"

#include "support/catch.h"
#include "support/made_recording.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

using Kind = Recording::RowKind;

constexpr char kGraph[] = "a MatMul\nwhile/body/add Add\n";

}  // namespace

TEST_CASE("names match that the graph has, with the share of their time") {
  RecordingMaker maker("h");
  maker.Add("a", "MatMul", 300);
  maker.Add("gone", "MatMul", 100);
  const MatchedNames found = MatchNames(TinyProfile(kGraph), maker.Finish());
  CHECK(found.names == 2);
  CHECK(found.matched == 1);
  CHECK(found.time_share == 0.75);
  CHECK_FALSE(found.IsDoubtful());
}

TEST_CASE("numbers that bodies of functions got do not matter") {
  RecordingMaker maker("h");
  maker.Add("while/body/_12/add", "Add", 10);
  CHECK(MatchNames(TinyProfile(kGraph), maker.Finish()).matched == 1);
}

TEST_CASE("a name on several hosts or devices is one") {
  RecordingMaker first("h"), second("i");
  first.Add("a", "MatMul", 30);
  second.Add("a", "MatMul", 50, 1, Recording::kNoStep, Kind::kKernel, 1);
  second.Add("x", "MatMul", 80);
  Recordings hosts = first.Finish();
  hosts.push_back(second.Finish()[0]);
  const MatchedNames found = MatchNames(TinyProfile(kGraph), hosts);
  CHECK(found.names == 2);
  CHECK(found.time_share == 0.5);
  CHECK_FALSE(found.IsDoubtful());
}

TEST_CASE("a graph that has less than half of the time may be another model's") {
  RecordingMaker maker("h");
  maker.Add("a", "MatMul", 49);
  maker.Add("x", "MatMul", 51);
  CHECK(MatchNames(TinyProfile(kGraph), maker.Finish()).IsDoubtful());
}

TEST_CASE("instructions of XLA are no names of a graph, and no time is no share") {
  RecordingMaker maker("h");
  maker.Add("fusion.1", "fusion", 900, 1, Recording::kNoStep,
            Kind::kInstruction, 1);
  maker.Add("a", "MatMul", 0);
  const MatchedNames found = MatchNames(TinyProfile(kGraph), maker.Finish());
  CHECK(found.names == 1);
  CHECK_FALSE(found.time_share);
  CHECK_FALSE(found.IsDoubtful());
}

}  // namespace tfprof
