// SPDX-License-Identifier: Apache-2.0
#include "support/catch.h"
#include "wire/intake/readers.h"
#include "wire/parsed_lines.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

tf::tfprof::OpLogEntry& AddEntry(tf::tfprof::OpLogProto& log,
                                 const std::string& name) {
  auto& entry = *log.add_log_entries();
  entry.set_name(name);
  return entry;
}

}  // namespace

TEST_CASE("an empty op log is valid, in binary and in text") {
  for (const char* content : {"", "# nothing\n"}) {
    const Reading reading = Read(ReadOpLog, content);
    CHECK(reading.error.empty());
    CHECK(reading.lines.empty());
  }
}

TEST_CASE("equal code traces become one stack") {
  tf::tfprof::OpLogProto log;
  for (const char* name : {"a", "b", "c"}) {
    auto& trace = *AddEntry(log, name).mutable_code_def()->add_traces();
    trace.set_file_id(1);
    trace.set_lineno(name[0] == 'c' ? 8 : 7);
  }
  const Reading reading = Read(ReadOpLog, log.SerializeAsString());
  CHECK(reading.stacks == Lines{"(#1:7:#0)", "(#1:8:#0)"});
  CHECK(reading.lines == Lines{"entry a 0 <> (#1:7:#0)",
                               "entry b 0 <> (#1:7:#0)",
                               "entry c 0 <> (#1:8:#0)"});
}

TEST_CASE("a code trace that is there but empty is a stack without frames") {
  tf::tfprof::OpLogProto log;
  AddEntry(log, "a").mutable_code_def();
  AddEntry(log, "b");
  CHECK(Read(ReadOpLog, log.SerializeAsString()).lines ==
        Lines{"entry a 0 <> ()", "entry b 0 <> -"});
}

TEST_CASE("a code trace in two parts is their concatenation") {
  tf::tfprof::OpLogEntry first;
  first.set_name("a");
  first.mutable_code_def()->add_traces()->set_lineno(1);
  tf::tfprof::OpLogEntry second;
  second.mutable_code_def()->add_traces()->set_lineno(2);
  const std::string entry =
      first.SerializeAsString() + second.SerializeAsString();
  const std::string log = std::string{0x0a, char(entry.size())} + entry;
  CHECK(Read(ReadOpLog, log).lines == Lines{"entry a 0 <> (#0:1:#0 #0:2:#0)"});
}

TEST_CASE("inline strings of old op logs are passed on beside the ids") {
  tf::tfprof::OpLogProto log;
  auto& trace = *AddEntry(log, "a").mutable_code_def()->add_traces();
  trace.set_file("train.py");
  trace.set_function("main");
  trace.set_function_id(4);
  CHECK(Read(ReadOpLog, log.SerializeAsString()).lines ==
        Lines{"entry a 0 <> (train.py#0:0:main#4)"});
}

TEST_CASE("a call stack deeper than any interpreter goes is refused") {
  tf::tfprof::OpLogProto log;
  auto& code = *AddEntry(log, "a").mutable_code_def();
  for (int i = 0; i <= 1 << 18; ++i) code.add_traces();
  CHECK(Read(ReadOpLog, log.SerializeAsString())
            .error.find("more parts than TensorFlow writes") !=
        std::string::npos);
  code.mutable_traces()->RemoveLast();
  CHECK(Read(ReadOpLog, log.SerializeAsString()).error.empty());
}

TEST_CASE("text op logs are read too") {
  const std::string text = R"(
    log_entries { name: "a" types: "_trainable_variables" float_ops: -3 }
    id_to_string { key: 0 value: "none" })";
  CHECK(Read(ReadOpLog, text).lines ==
        Lines{"entry a -3 <_trainable_variables> -", "string 0=none"});
}

}  // namespace tfprof
