// SPDX-License-Identifier: Apache-2.0
// The readers against protobuf's own classes: on random messages in random
// serialized forms, on every beginning of a file, on flipped bytes.
#include "wire/intake/readers.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include "support/catch.h"
#include "wire/parsed_lines.h"
#include "wire/random_message.h"
#include "wire/recording_sink.h"
#include "wire/text_format.h"

namespace tfprof {

namespace {

constexpr int kRounds = 400;

// A message with the nodes and records of a real one rather than at most
// three of everything.
template <typename Message>
Message RandomMessage(RandomMessages& random) {
  Message message;
  for (uint64_t parts = random.UpTo(3); parts > 0; --parts) {
    Message part;
    random.Fill(part);
    message.MergeFrom(part);
  }
  return message;
}

template <typename Message, typename ExpectedLines>
void CompareOnRandomMessages(ReadFunction read, bool is_ordered,
                             ExpectedLines expected_lines) {
  for (int round = 0; round < kRounds; ++round) {
    RandomMessages random(static_cast<uint64_t>(round));
    const auto message = RandomMessage<Message>(random);
    const std::string bytes = random.Serialize(message);
    Message parsed;
    REQUIRE(parsed.ParseFromString(bytes));
    INFO("round " << round << "\n" << parsed.ShortDebugString());
    const Reading reading = Read(read, bytes, 7);
    REQUIRE(reading.error.empty());
    const Lines expected = expected_lines(parsed);
    if (is_ordered) {
      REQUIRE(reading.lines == expected);
    } else {
      REQUIRE(Sorted(reading.lines) == Sorted(expected));
    }
  }
}

Lines LinesOfRun(const tf::RunMetadata& run) {
  return run.has_step_stats() ? LinesOf(run.step_stats(), 7) : Lines();
}

Lines LinesOfProfile(const tf::tfprof::ProfileProto& profile) {
  return LinesOf(profile);
}

struct Sample {
  const char* name;
  ReadFunction read;
  std::string bytes;
  bool (*parses)(const std::string&);
};

template <typename Message>
Sample MakeSample(const char* name, ReadFunction read) {
  RandomMessages random(3);
  std::string bytes;
  while (bytes.size() < 400) {
    bytes = RandomMessage<Message>(random).SerializeAsString();
  }
  return {name, read, bytes, [](const std::string& text) {
            return Message().ParsePartialFromString(text);
          }};
}

std::vector<Sample> Samples() {
  return {MakeSample<tf::GraphDef>("graph", ReadGraph),
          MakeSample<tf::MetaGraphDef>("meta graph", ReadMetaGraph),
          MakeSample<tf::SavedModel>("saved model", ReadSavedModel),
          MakeSample<tf::RunMetadata>("run metadata", ReadRunMetadata),
          MakeSample<tf::StepStats>("step stats", ReadStepStats),
          MakeSample<tf::tfprof::OpLogProto>("op log", ReadOpLog),
          MakeSample<tf::tfprof::ProfileProto>("profile", ReadProfile)};
}

}  // namespace

TEST_CASE("graphs are read as protobuf reads them") {
  CompareOnRandomMessages<tf::GraphDef>(
      ReadGraph, true, [](const tf::GraphDef& g) { return LinesOf(g); });
}

TEST_CASE("the graph of a MetaGraphDef is read as protobuf reads it") {
  CompareOnRandomMessages<tf::MetaGraphDef>(
      ReadMetaGraph, true,
      [](const tf::MetaGraphDef& meta) { return LinesOf(meta.graph_def()); });
}

TEST_CASE("run metadata is read as protobuf reads it") {
  CompareOnRandomMessages<tf::RunMetadata>(ReadRunMetadata, true, LinesOfRun);
}

TEST_CASE("step stats alone are read as protobuf reads them") {
  CompareOnRandomMessages<tf::StepStats>(
      ReadStepStats, true,
      [](const tf::StepStats& step) { return LinesOf(step, 7); });
}

TEST_CASE("op logs are read as protobuf reads them") {
  CompareOnRandomMessages<tf::tfprof::OpLogProto>(
      ReadOpLog, false,
      [](const tf::tfprof::OpLogProto& log) { return LinesOf(log); });
}

TEST_CASE("profiles are read as protobuf reads them") {
  const ReadFunction read_unless_empty =
      [](const Source& source, DumpSink& sink, Diagnostics& diagnostics) {
        return source.bytes.view().empty()
                   ? Status()
                   : ReadProfile(source, sink, diagnostics);
      };
  CompareOnRandomMessages<tf::tfprof::ProfileProto>(read_unless_empty, false,
                                                    LinesOfProfile);
}

TEST_CASE("text gives what binary gives") {
  RandomMessages random(5);
  for (int round = 0; round < 20; ++round) {
    const auto run = RandomMessage<tf::RunMetadata>(random);
    std::string text;
    REQUIRE(google::protobuf::TextFormat::PrintToString(run, &text));
    INFO(text);
    CHECK(Read(ReadRunMetadata, text, 7).lines == LinesOfRun(run));
    const auto graph = RandomMessage<tf::GraphDef>(random);
    REQUIRE(google::protobuf::TextFormat::PrintToString(graph, &text));
    CHECK(Read(ReadGraph, text).lines == LinesOf(graph));
  }
}

TEST_CASE("a file cut short is an error just where protobuf says so") {
  const google::protobuf::LogSilencer quiet;
  for (const Sample& sample : Samples()) {
    for (size_t size = 1; size < sample.bytes.size(); ++size) {
      INFO(sample.name << ", " << size << " bytes");
      const std::string start = sample.bytes.substr(0, size);
      if (IsText(start)) continue;  // a line feed alone is an empty text
      const Reading reading = Read(sample.read, start);
      REQUIRE(reading.error.empty() == sample.parses(start));
      if (!reading.error.empty()) {
        CHECK(reading.error.starts_with("file: byte "));
      }
    }
  }
}

TEST_CASE("damaged bytes are an error with the place or another message") {
  for (const Sample& sample : Samples()) {
    for (size_t at = 0; at < sample.bytes.size(); ++at) {
      for (const int mask : {0x01, 0x04, 0x80, 0xFF}) {
        std::string damaged = sample.bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ mask);
        INFO(sample.name << ", byte " << at);
        const Reading reading = Read(sample.read, damaged);
        if (reading.error.empty()) continue;
        CHECK((reading.error.starts_with("file: byte ") ||
               reading.error.starts_with("file: line ")));
      }
    }
  }
}

TEST_CASE("what is read has a role, and what is not says why") {
  for (const Format& format : Formats()) {
    INFO(format.words);
    if (format.read != nullptr) {
      CHECK(format.role != Role::kIgnored);
      // One reader may have several outlines.
      CHECK(FormatReadBy(format.read).words == format.words);
    } else {
      CHECK((format.role == Role::kCheckpoint || format.unpack != nullptr ||
             !format.advice.empty()));
    }
    CHECK((format.outline != nullptr || format.has_sign != nullptr));
  }
}

}  // namespace tfprof
