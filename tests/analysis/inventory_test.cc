// SPDX-License-Identifier: Apache-2.0
#include "analysis/inventory.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "support/catch.h"
#include "support/table_of.h"
#include "support/tiny_profile.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

const Section& Named(const Report& report, std::string_view heading) {
  for (const Section& section : report.sections) {
    if (section.heading == heading) return section;
  }
  FAIL("no such section");
  return report.sections[0];
}

Report InventoryOf(std::string_view profile,
                   const InventorySink::Counts& counts = {}) {
  return BuildInventory(TinyProfile(profile), counts, {.numbers = {0}});
}

}  // namespace

TEST_CASE("what passes is counted, by device, and handed on") {
  DumpSink nobody;
  InventorySink next(nobody);
  InventorySink sink(static_cast<DumpSink&>(next));
  sink.AddNode({.name = "a"});
  sink.AddNode({.name = "b"});
  sink.AddOpLogEntry({.name = "a"});
  sink.BeginDevice("/gpu:0");
  sink.AddExec({.name = "a"});
  sink.BeginDevice("/cpu:0");
  sink.BeginDevice("/gpu:0");
  sink.AddExec({.name = "b"});
  sink.AddStoredNode({});
  for (const InventorySink* each : {&sink, &next}) {
    CHECK(each->counts().graph_nodes == 2);
    CHECK(each->counts().op_log_entries == 1);
    CHECK(each->counts().stored_nodes == 1);
    CHECK(each->counts().records_of_device ==
          std::map<std::string, uint64_t>{{"/cpu:0", 0}, {"/gpu:0", 2}});
  }
}

TEST_CASE("the contents are numbers of nodes by what is known of them") {
  const Report report = InventoryOf(
      "a Op flops=5 stack=m.py:1:f step=1:10:0:0\n"
      "b Op\n"
      "c Op step=1:10:0:0\n");
  const Section& contents = Named(report, "contents");
  const auto count = [&](std::string_view row) {
    return std::get<int64_t>(RowOf(contents, row)[1]);
  };
  CHECK(count("nodes") == 3);
  CHECK(count("  defined by the graph") == 3);
  CHECK(count("  with a counted record") == 2);
  CHECK(count("  with float ops") == 1);
  CHECK(count("  with a call stack") == 1);
  CHECK(contents.notes == Lines{"run graph coverage: 0.67"});
}

TEST_CASE("the row of time without a line is no call stack") {
  Profile profile = TinyProfile("a Op stack=m.py:1:f step=1:10:0:0\n"
                                "b Op stack=none.py:0:none step=1:10:0:0\n");
  const auto with_stack = [&] {
    const Report report = BuildInventory(profile, {}, {.numbers = {0}});
    return std::get<int64_t>(
        RowOf(Named(report, "contents"), "  with a call stack")[1]);
  };
  CHECK(with_stack() == 2);
  profile.no_stack = profile.nodes.stack[1];
  CHECK(with_stack() == 1);
}

TEST_CASE("devices say what their records count as") {
  InventorySink::Counts counts;
  counts.records_of_device = {{"/job:a/device:CPU:0", 3},
                              {"/device:GPU:0/stream:all", 2},
                              {"/device:GPU:0/stream:14", 2}};
  CHECK(LinesOf(Named(InventoryOf("a Op\n", counts), "devices")) ==
        Lines{"/device:GPU:0/stream:14 | 2 | nothing",
              "/device:GPU:0/stream:all | 2 | accelerator time",
              "/job:a/device:CPU:0 | 3 | cpu time, runs and memory"});
}

TEST_CASE("what is missing is said with what that costs") {
  const Lines notes = Named(InventoryOf("a Op shape=2x-1\n"), "missing").notes;
  const auto has = [&](std::string_view begin) {
    return std::any_of(
        notes.begin(), notes.end(),
        [&](const std::string& note) { return note.starts_with(begin); });
  };
  CHECK(has("no graph:"));
  CHECK(has("no steps:"));
  CHECK(has("no op log:"));
  CHECK(has("no checkpoint:"));
  CHECK(has("1 nodes have a shape with an unknown dimension"));
}

TEST_CASE("a dump that has everything misses nothing") {
  InventorySink::Counts counts;
  counts.graph_nodes = counts.op_log_entries = counts.checkpoint_tensors = 1;
  const Report report =
      InventoryOf("a Op stack=m.py:1:f step=1:10:0:0\n", counts);
  CHECK(Named(report, "missing").notes == Lines{"nothing"});
}

}  // namespace tfprof
