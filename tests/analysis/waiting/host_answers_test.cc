// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/host_answers.h"

#include "support/catch.h"
#include "support/waiting_host.h"

namespace tfprof {

namespace {

std::string_view ReasonAt(const HostView& view, uint32_t event) {
  return WordsOf(view.WhatDid(event).reason);
}

}  // namespace

TEST_CASE(
    "of nested events the strongest reason counts, and its innermost event") {
  RecordedMaker maker;
  maker.Marker(0, "train", 1, 0, 100);
  const uint32_t frame = maker.Event(0, "$train.py:12 loop", 0, 90);
  const uint32_t region = maker.Event(0, "load_batch", 10, 80);
  const uint32_t next = maker.Event(0, "$loader.py:7 __next__", 20, 70);
  const uint32_t call = maker.Event(0, "PjitFunction(step)", 30, 60);
  const uint32_t inner = maker.Event(0, "Foo::Bar", 40, 50);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  const HostAnswers& answers = view.answers;
  CHECK(ReasonAt(view, 0) == "unknown");  // a marker alone
  CHECK(ReasonAt(view, frame) == "python");
  CHECK(answers.EvidenceOf(answers.Of(frame)) == "train.py:12 loop");
  CHECK(ReasonAt(view, region) == "region");
  CHECK(answers.RegionOf(answers.Of(inner)) == "load_batch");
  CHECK(ReasonAt(view, next) == "input");
  CHECK(ReasonAt(view, inner) == "input");
  CHECK(answers.EvidenceOf(answers.Of(inner)) == "$loader.py:7 __next__");
  CHECK(answers.ProgramOf(answers.Of(inner)) == "step");
  CHECK(answers.ProgramOf(answers.Of(region)).empty());
  CHECK(answers.IsRegion(region));
  CHECK_FALSE(answers.IsRegion(call));
  CHECK(ReasonAt(view, kNoRow) == "unknown");
}

TEST_CASE("within the runtime, and on its threads, nothing is an annotation") {
  RecordedMaker maker;
  maker.Event(0, "PjitFunction(step)", 0, 50);
  const uint32_t inside = maker.Event(0, "my words", 10, 20);
  const uint32_t pool = maker.Event(1, "my words", 0, 50);
  const HostView view(WaitingHost(maker, {{0, "python"}}));
  CHECK_FALSE(view.answers.IsRegion(inside));
  CHECK(ReasonAt(view, inside) == "dispatch");
  CHECK_FALSE(view.answers.IsRegion(pool));
  CHECK(ReasonAt(view, pool) == "runtime");
}

TEST_CASE("an operation that launches dispatches, others compute on the host") {
  RecordedMaker maker;
  const uint32_t launches = maker.Event(0, "a:MatMul", 0, 50);
  const uint32_t launch = maker.Event(0, "a call", 10, 20);
  maker.StatsOf(launch).has |= HostEvents::kCorrelationId;
  const uint32_t computes = maker.Event(0, "b:GatherV2", 60, 70);
  const HostView view(WaitingHost(maker));
  CHECK(ReasonAt(view, launches) == "dispatch");
  CHECK(ReasonAt(view, launch) == "launch");
  CHECK(ReasonAt(view, computes) == "host_op");
}

TEST_CASE("the line is the deepest frame of the program's own files") {
  RecordedMaker maker;
  maker.Event(0, "$utils.py:3 run", 0, 100);
  const uint32_t own = maker.Event(0, "$train.py:12 loop", 10, 90);
  maker.Event(0, "$ElementTree.py:40 parse", 20, 80);
  const uint32_t below = maker.Event(0, "$utils.py:9 helper", 30, 70);
  const HostView view(WaitingHost(maker));
  const HostAnswers& answers = view.answers;
  CHECK(answers.LineOf(answers.Of(0)) == "utils.py:3 run");
  CHECK(answers.LineOf(answers.Of(own)) == "train.py:12 loop");
  // Below a frame of a library the common name is the library's.
  CHECK(answers.LineOf(answers.Of(below)) == "train.py:12 loop");
}

}  // namespace tfprof
