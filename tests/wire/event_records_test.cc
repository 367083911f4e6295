// SPDX-License-Identifier: Apache-2.0
#include "wire/events/event_records.h"

#include <string>
#include <vector>

#include <protozero/pbf_writer.hpp>

#include "support/catch.h"
#include "support/files.h"
#include "support/paths.h"
#include "wire/checkpoint_builder.h"

namespace tfprof {

namespace {

const char kPath[] =
    TFPROF_TESTDATA "/artefacts/tf1_events/events.out.tfevents.1795296126.vm";

std::string ErrorOf(const std::string& content) {
  const auto records = ReadEventRecords("events", content, false);
  return records ? "" : records.error().message;
}

}  // namespace

TEST_CASE("an event file holds graphs and tagged run metadata") {
  const std::string content = ReadFile(kPath);
  const EventRecords records =
      ReadEventRecords("events", content, false).value();
  CHECK(records.graph_defs.size() == 1);
  CHECK(records.meta_graph_defs.size() == 2);
  REQUIRE(records.steps.size() == 3);
  CHECK(records.steps[2].tag == "step002");
  CHECK(records.steps[2].step == 2);
  CHECK(records.steps[2].run_metadata.size() > 1000);
  CHECK(records.losses.empty());
}

TEST_CASE("a record that is cut short at the end is lost, others count") {
  const std::string content = ReadFile(kPath);
  size_t steps = 3;
  for (size_t size = content.size() - 1; size > content.size() - 1500; --size) {
    const EventRecords records =
        ReadEventRecords("events", content.substr(0, size), false).value();
    CHECK(records.steps.size() <= steps);
    steps = records.steps.size();
  }
  CHECK(steps == 1);
  const EventRecords cut =
      ReadEventRecords("events", content.substr(0, content.size() - 1), false)
          .value();
  REQUIRE(cut.losses.size() == 1);
  CHECK(cut.losses[0].ends_with("last record is cut short"));
}

TEST_CASE("a wrong checksum is an error with its place") {
  const std::string content = ReadFile(kPath);
  for (const size_t at : {0u, 9u, 13u, 75u}) {
    std::string damaged = content;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    INFO(at);
    CHECK(ErrorOf(damaged).starts_with("events: byte 0: "));
  }
  std::string damaged = content;
  damaged.back() = static_cast<char>(damaged.back() ^ 1);
  CHECK(ErrorOf(damaged).find("a record has a wrong checksum") !=
        std::string::npos);
  const EventRecords rest = ReadEventRecords("events", damaged, true).value();
  CHECK(rest.steps.size() == 2);
  CHECK(rest.losses.size() == 1);
}

namespace {

// A length-delimited field.
std::string Field(int number, const std::string& bytes) {
  std::string out;
  protozero::pbf_writer(out).add_bytes(
      static_cast<protozero::pbf_tag_type>(number), bytes);
  return out;
}

std::string EventFileOf(const std::vector<std::string>& events) {
  std::string file;
  for (const std::string& event : events) {
    std::string size;
    for (int i = 0; i < 8; ++i) {
      size += static_cast<char>(event.size() >> (8 * i));
    }
    for (const std::string& part : {size, event}) {
      file += part;
      checkpoint_builder::AppendFixed32(
          file, checkpoint_builder::MaskedChecksum(part));
    }
  }
  return file;
}

}  // namespace

TEST_CASE("run metadata is a step if it holds a record, else it is graphs") {
  // RunMetadata.step_stats.dev_stats.node_stats.node_name
  const std::string device = Field(1, Field(1, Field(2, Field(1, "n"))));
  const std::string graphs = Field(4, Field(1, ""));
  const auto tagged = [](const std::string& tag, const std::string& run) {
    return Field(8, Field(1, tag) + Field(2, run));
  };
  const auto summary = [](const std::string& tag, const std::string& plugin,
                          const std::string& run) {
    const std::string metadata = Field(9, Field(1, Field(1, plugin)));
    return Field(5,
                 Field(1, Field(1, tag) + metadata + Field(8, Field(8, run))));
  };
  const std::string file =
      EventFileOf({tagged("a", device + graphs), tagged("b", graphs),
                   summary("c", "graph_run_metadata", device),
                   summary("d", "graph_run_metadata", graphs),
                   summary("e", "graph_run_metadata_graph", graphs),
                   summary("f", "scalars", device)});
  const EventRecords records = ReadEventRecords("events", file, false).value();
  std::string steps, traced;
  for (const auto& record : records.steps) steps += record.tag;
  for (const auto& record : records.graphs) traced += record.tag;
  CHECK(steps == "ac");
  CHECK(traced == "bde");
  CHECK(records.summaries == 1);
}

}  // namespace tfprof
