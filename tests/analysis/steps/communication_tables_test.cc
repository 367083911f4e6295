// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/communication_tables.h"

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.h"
#include "support/graph_maker.h"
#include "support/table_of.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

bool HasNote(const Section& section, std::string_view begin) {
  return std::any_of(
      section.notes.begin(), section.notes.end(),
      [&](const std::string& note) { return note.starts_with(begin); });
}

}  // namespace

TEST_CASE("bytes that no record tells are not 0") {
  Communication c;
  c.moved[{"/gpu:0", Transfer::kToDevice}] = {.count = 2, .bytes = 1500};
  c.moved[{"/gpu:1", Transfer::kToDevice}] = {
      .count = 2, .without_bytes = 2, .micros = 7};
  const std::vector<Section> sections = TablesOf(c);
  REQUIRE(sections.size() == 1);
  CHECK(LinesOf(sections[0]) ==
        Lines{"/gpu:0 | host to device | 2 | 1.50KB | 0 | 0us",
              "/gpu:1 | host to device | 2 |  | 2 | 7us"});
}

TEST_CASE("nameless kernels are shown beside Horovod only") {
  Communication c;
  c.moved[{"/gpu:0", Transfer::kUnknownKernel}] = {.count = 1};
  CHECK(HasNote(TablesOf(c)[0], "the records show no communication"));
  c.has_horovod = true;
  CHECK(TableOf(TablesOf(c)[0]).rows.size() == 1);
  CHECK(HasNote(TablesOf(c)[0], "a Horovod kernel may serve many"));
}

TEST_CASE("a GPU that does not communicate has no share of it") {
  Communication c;
  c.gpus["/gpu:0"] = {.compute_us = 10, .span_us = 10};
  c.gpus["/gpu:1"] = {
      .compute_us = 10, .communication_us = 8, .overlap_us = 2, .span_us = 16};
  const std::vector<Section> sections = TablesOf(c);
  REQUIRE(sections.size() == 2);
  const auto silent = RowOf(sections[1], "/gpu:0");
  CHECK(silent[4] == Cell());
  const auto busy = RowOf(sections[1], "/gpu:1");
  CHECK(busy[4] == Cell(0.25));
  CHECK(busy[5] == Cell(int64_t{6}));
  CHECK(HasNote(sections[1], "no two kernels overlap"));
}

TEST_CASE("only several tasks are warned of their clocks") {
  Communication c;
  c.tasks["/job:w/task:0"] = {.micros = 10, .exposed_us = 5};
  CHECK_FALSE(HasNote(TablesOf(c)[1], "clocks of tasks"));
  c.tasks["/job:w/task:1"] = {};
  CHECK(HasNote(TablesOf(c)[1], "clocks of tasks"));
}

TEST_CASE("sends of the graphs that ran are edges between devices") {
  const auto graph = [](GraphRecord::Origin origin) {
    GraphBuilder builder;
    builder.BeginGraph({origin});
    const NamedAttr attrs[] = {{"send_device", "/gpu:0"},
                               {"recv_device", "/gpu:1"}};
    NodeDetail detail;
    detail.attrs = attrs;
    builder.AddNode({.name = "a", .op = "_Send", .detail = &detail});
    builder.AddNode({.name = "b", .op = "_HostSend", .detail = &detail});
    builder.AddNode({.name = "c", .op = "_Recv", .detail = &detail});
    return std::move(builder.Finish()[0]);
  };
  DeviceEdges edges;
  edges.Add(graph(GraphRecord::Origin::kDefined));
  CHECK(HasNote(edges.Table(), "unknown"));
  edges.Add(graph(GraphRecord::Origin::kPartition));
  CHECK(LinesOf(edges.Table()) == Lines{"/gpu:0 | /gpu:1 | 2"});
}

}  // namespace tfprof
