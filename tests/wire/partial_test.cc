// SPDX-License-Identifier: Apache-2.0
// Files that are cut short and are to be used all the same.
#include <google/protobuf/text_format.h>

#include "support/catch.h"
#include "wire/parsed_lines.h"
#include "wire/random_message.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

constexpr int64_t kStep = 7;

ReadLimits Partial() {
  ReadLimits limits;
  limits.allow_partial = true;
  return limits;
}

Reading ReadPart(ReadFunction read, const std::string& bytes) {
  return Read(read, bytes, kStep, Partial());
}

// Two devices with four executions each.
tf::RunMetadata MakeRun() {
  tf::RunMetadata run;
  RandomMessages random(11);
  for (const char* device : {"/cpu:0", "/gpu:0"}) {
    auto& stats = *run.mutable_step_stats()->add_dev_stats();
    stats.set_device(device);
    for (int i = 0; i < 4; ++i) random.Fill(*stats.add_node_stats());
  }
  return run;
}

// Checks that what is read of each beginning is a beginning of what is read of
// the whole, longer from record to record, and that a cut is always reported.
void CheckBeginnings(ReadFunction read, const std::string& bytes) {
  const Lines whole = ReadPart(read, bytes).lines;
  REQUIRE(ReadPart(read, bytes).warnings.empty());
  size_t most = 0;
  for (size_t size = 1; size < bytes.size(); ++size) {
    INFO(size << " of " << bytes.size() << " bytes");
    const Reading reading = ReadPart(read, bytes.substr(0, size));
    REQUIRE(reading.error.empty());
    Lines lines = reading.lines;
    if (!lines.empty() && lines.back() == "end") lines.pop_back();
    REQUIRE(lines.size() <= whole.size());
    CHECK(std::equal(lines.begin(), lines.end(), whole.begin()));
    CHECK(lines.size() >= most);
    most = std::max(most, lines.size());
  }
  CHECK(most + 2 >= whole.size());
}

}  // namespace

TEST_CASE("of a step that is cut short, there are the records before") {
  const tf::RunMetadata run = MakeRun();
  CheckBeginnings(ReadRunMetadata, run.SerializeAsString());
  CheckBeginnings(ReadStepStats, run.step_stats().SerializeAsString());
}

TEST_CASE("of a profile, an op log and a graph cut short, too") {
  RandomMessages random(4);
  tf::tfprof::ProfileProto profile;
  tf::tfprof::OpLogProto log;
  tf::GraphDef graph;
  for (int i = 0; i < 3; ++i) {
    random.Fill((*profile.mutable_nodes())[i]);
    random.Fill(*log.add_log_entries());
    random.Fill(*graph.add_node());
  }
  CheckBeginnings(ReadGraph, graph.SerializeAsString());
  CheckBeginnings(ReadOpLog, log.SerializeAsString());
  const std::string bytes = profile.SerializeAsString();
  const Reading reading =
      ReadPart(ReadProfile, bytes.substr(0, bytes.size() - 1));
  CHECK(reading.error.empty());
  CHECK(reading.lines.size() == 2);
}

TEST_CASE("what is lost is said") {
  tf::RunMetadata run;
  auto& stats = *run.mutable_step_stats()->add_dev_stats();
  stats.set_device("/cpu:0");
  stats.add_node_stats()->set_node_name("first");
  const size_t second = run.ByteSizeLong();
  stats.add_node_stats()->set_node_name("second");
  const std::string bytes = run.SerializeAsString();
  const Reading reading =
      ReadPart(ReadRunMetadata, bytes.substr(0, bytes.size() - 3));
  CHECK(reading.lines.size() == 4);
  CHECK(reading.warnings ==
        Lines{fmt::format("file: cut short at byte {}, 3 bytes before its end: "
                          "the record at byte {} and everything after it are "
                          "lost",
                          bytes.size() - 3, second)});
  CHECK(ReadPart(ReadRunMetadata, bytes.substr(0, second)).warnings ==
        Lines{fmt::format("file: cut short at byte {}, {} bytes before its "
                          "end: everything after it is lost",
                          second, bytes.size() - second)});
}

TEST_CASE("without being asked, a cut is an error that names the way out") {
  const std::string bytes = MakeRun().SerializeAsString();
  const std::string error =
      Read(ReadRunMetadata, bytes.substr(0, bytes.size() - 1)).error;
  CHECK(error.ends_with("or read its complete part with --allow_partial"));
}

TEST_CASE("damage in the middle stays an error") {
  tf::RunMetadata run;
  auto& stats = *run.mutable_step_stats()->add_dev_stats();
  stats.set_device("/cpu:0");
  stats.add_node_stats()->set_node_name("first");
  stats.add_node_stats()->set_node_name("second");
  std::string bytes = run.SerializeAsString();
  const size_t at = bytes.find("first") - 1;  // the length of the name
  bytes[at] = 100;
  const Reading reading = ReadPart(ReadRunMetadata, bytes);
  CHECK(reading.error.find("a value runs past the end") != std::string::npos);
  CHECK(reading.error.find("--allow_partial") == std::string::npos);
}

TEST_CASE("text is used up to its last whole record") {
  const tf::RunMetadata run = MakeRun();
  std::string text;
  REQUIRE(google::protobuf::TextFormat::PrintToString(run, &text));
  const Lines whole = Read(ReadRunMetadata, text, kStep).lines;
  size_t readable = 0;
  for (size_t size = text.size() / 2; size < text.size(); size += 7) {
    INFO(size << " of " << text.size() << " bytes");
    const Reading reading = ReadPart(ReadRunMetadata, text.substr(0, size));
    REQUIRE(reading.error.empty());
    readable += reading.lines.size() > 4;
    REQUIRE(reading.lines.size() <= whole.size());
    Lines lines = reading.lines;
    lines.pop_back();
    CHECK(std::equal(lines.begin(), lines.end(), whole.begin()));
  }
  CHECK(readable > 0);
}

}  // namespace tfprof
