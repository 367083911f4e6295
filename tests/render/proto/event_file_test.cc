// SPDX-License-Identifier: Apache-2.0
#include "render/proto/event_file.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <protozero/pbf_reader.hpp>

#include "proto/run_metadata.pb.h"
#include "support/catch.h"
#include "support/rendered.h"

namespace tfprof {

namespace {

// The checksum of the format, bit by bit.
uint32_t MaskedCrc(std::string_view bytes) {
  uint32_t crc = ~0u;
  for (const char c : bytes) {
    crc ^= static_cast<unsigned char>(c);
    for (int i = 0; i < 8; ++i) {
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78u : 0);
    }
  }
  crc = ~crc;
  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}

template <typename T>
T Read(const std::string& file, size_t at) {
  T value;
  REQUIRE(at + sizeof value <= file.size());
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

// The payloads of a file whose checksums are right.
std::vector<std::string> RecordsOf(const std::string& file) {
  std::vector<std::string> records;
  for (size_t at = 0; at < file.size();) {
    const auto length = Read<uint64_t>(file, at);
    CHECK(Read<uint32_t>(file, at + 8) == MaskedCrc(file.substr(at, 8)));
    records.push_back(file.substr(at + 12, length));
    CHECK(Read<uint32_t>(file, at + 12 + length) == MaskedCrc(records.back()));
    at += 16 + length;
  }
  return records;
}

struct Event {
  explicit Event(const std::string& bytes) {
    protozero::pbf_reader reader(bytes.data(), bytes.size());
    while (reader.next()) {
      switch (reader.tag()) {
        case 1:
          wall_time = reader.get_double();
          break;
        case 2:
          step = reader.get_int64();
          break;
        default:
          field = reader.tag();
          content = reader.get_string();
      }
    }
  }

  double wall_time = 0;
  int64_t step = 0;
  uint32_t field = 0;
  std::string content;
};

}  // namespace

TEST_CASE("a file of events begins with its version") {
  const auto records = RecordsOf(RenderedBlock(RenderEvents, ExportedGraph{}));
  REQUIRE(records.size() == 1);
  CHECK(Event(records[0]).field == 3);
  CHECK(Event(records[0]).content == "brain.Event:2");
  CHECK(Event(records[0]).wall_time == 0);
}

TEST_CASE("steps have their tags, numbers and times of the dump") {
  tensorflow::RunMetadata metadata;
  metadata.mutable_step_stats()->add_dev_stats()->set_device("/cpu:0");
  const std::string bytes = metadata.SerializeAsString();
  ExportedGraph exported;
  exported.runs = {{"run_a", 5, 2'500'000, bytes}, {"run_b", 6, 3'500'000, ""}};
  const auto records = RecordsOf(RenderedBlock(RenderEvents, exported));
  REQUIRE(records.size() == 3);
  // The clock of the first step, so that a dump makes the same file again.
  CHECK(Event(records[0]).wall_time == 2.5);
  const Event first(records[1]);
  CHECK(first.wall_time == 2.5);
  CHECK(first.step == 5);
  CHECK(first.field == 8);
  protozero::pbf_reader tagged(first.content);
  REQUIRE(tagged.next(1));
  CHECK(tagged.get_string() == "run_a");
  REQUIRE(tagged.next(2));
  CHECK(tagged.get_string() == bytes);
  CHECK(Event(records[2]).step == 6);
}

TEST_CASE("a graph stands before the steps") {
  GraphBuilder builder;
  builder.BeginGraph({});
  NodeDetail detail;
  detail.bytes =
      "\x0a\x01"
      "a";
  builder.AddNode({.name = "a", .op = "Op", .detail = &detail});
  const Graph graph = std::move(builder.Finish()[0]);
  const auto records =
      RecordsOf(RenderedBlock(RenderEvents, ExportedGraph{&graph, {}}));
  REQUIRE(records.size() == 2);
  CHECK(Event(records[1]).field == 4);
  CHECK(Event(records[1]).content ==
        "\x0a\x03\x0a\x01"
        "a");
}

}  // namespace tfprof
