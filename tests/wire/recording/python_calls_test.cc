// SPDX-License-Identifier: Apache-2.0
// Calls of Python functions that operations ran for.
#include "model/xspace/python_calls.h"

#include <fmt/format.h>

#include "support/catch.h"
#include "support/files.h"
#include "support/make_xspace.h"
#include "wire/recording/read_by_reference.h"

namespace tfprof {

namespace {

using Lines = std::vector<std::string>;

Recording ReadSpace(const std::string& bytes) {
  Diagnostics diagnostics;
  const std::string path = "a.xplane.pb";
  const Bytes owned{std::string(bytes)};
  auto recording = ReadByReference({path, owned, 0, {}, {}, 1},
                                   {kReferenceRules}, diagnostics);
  REQUIRE(recording.has_value());
  return std::move(*recording);
}

// "NODE FILE:LINE:FUNCTION <FILE:LINE:FUNCTION ...", outermost first, "<" for
// those of libraries.
Lines StacksOf(const Recording& recording) {
  Lines lines;
  for (const Recording::Row& row : recording.rows) {
    std::string stack;
    for (uint32_t call = row.call; call != Recording::Call::kNone;
         call = recording.calls[call].caller) {
      const Recording::Call& of = recording.calls[call];
      stack = fmt::format(" {}{}:{}:{}", of.is_library ? "<" : "",
                          recording.strings[of.file], of.line,
                          recording.strings[of.function]) +
              stack;
    }
    lines.push_back(std::string(recording.strings[row.name]) + stack);
  }
  return lines;
}

MakePlane::Stats Gives(int64_t key) {
  return {{"_pt", int64_t{2}}, {"_p", static_cast<uint64_t>(key)}};
}

MakePlane::Stats Takes(int64_t key) {
  return {{"_ct", int64_t{2}}, {"_c", static_cast<uint64_t>(key)}};
}

}  // namespace

TEST_CASE("an event of the Python tracer names a function and its place") {
  const auto function = ParsePythonCall("$train.py:12 step.<locals>.<lambda>");
  REQUIRE(function.has_value());
  CHECK(function->file == "train.py");
  CHECK(function->line == 12);
  CHECK(function->name == "step.<locals>.<lambda>");
  for (const char* other :
       {"$builtins len", "$<unknown> acquire", "$", "train.py:12 step", "$:1 f",
        "$a.py: f", "$a.py:1x f", "$a.py:-1 f", "$a.py:99999999999 f"}) {
    INFO(other);
    CHECK_FALSE(ParsePythonCall(other).has_value());
  }
}

TEST_CASE("an operation has the calls that it lies in on its thread") {
  MakePlane host("/host:CPU");
  host.Line(
      1, "python", 0,
      {host.Event("$a.py:1 main", 0, 1000), host.Event("$builtins len", 10, 5),
       host.Event("$a.py:7 step", 100, 500), host.Event("m:MatMul", 200, 100),
       host.Event("$a.py:9 other", 700, 100), host.Event("r:Relu", 850, 50),
       host.Event("s:Sin", 2000, 10)});
  CHECK(StacksOf(ReadSpace(MakeXSpace({host}))) ==
        Lines{"m a.py:1:main a.py:7:step", "r a.py:1:main", "s"});
}

TEST_CASE("an operation of another thread has the calls that handed it over") {
  MakePlane host("/host:CPU");
  host.Line(1, "pool", 0,
            {host.Event("ExecutorState::Process", 500, 100, Takes(7)),
             host.Event("w:MatMul", 510, 20),
             host.Event("ExecutorState::Process", 700, 100, Takes(8)),
             host.Event("v:Relu", 710, 20)});
  host.Line(2, "python", 0,
            {host.Event("$a.py:1 main", 0, 1000),
             host.Event("$traceback_utils.py:138 error_handler", 100, 300),
             host.Event("$function.py:5 __call__", 110, 280),
             host.Event("FunctionRun", 120, 200, Gives(7))});
  const Lines stacks = StacksOf(ReadSpace(MakeXSpace({host})));
  CHECK(stacks == Lines{"w a.py:1:main <traceback_utils.py:138:error_handler "
                        "<function.py:5:__call__",
                        "v"});
}

TEST_CASE("of an operation that ran for several calls the first one counts") {
  for (const bool swapped : {false, true}) {
    MakePlane host("/host:CPU");
    const auto add = [&](int64_t id, int64_t at, const char* call) {
      host.Line(id, "t", at,
                {host.Event(call, 0, 1000), host.Event("w:MatMul", 10, 5)});
    };
    if (swapped) add(2, 5000, "$late.py:1 f");
    add(1, 3000, "$early.py:1 f");
    if (!swapped) add(2, 5000, "$late.py:1 f");
    CHECK(StacksOf(ReadSpace(MakeXSpace({host}))) == Lines{"w early.py:1:f"});
  }
}

TEST_CASE("calls that go in a circle, or without end, are no endless stack") {
  MakePlane circle("/host:CPU");
  MakePlane::Stats both = Gives(1);
  for (const auto& stat : Takes(1)) both.push_back(stat);
  circle.Line(1, "t", 0,
              {circle.Event("ExecutorState::Process", 0, 100, both),
               circle.Event("w:MatMul", 10, 5)});
  CHECK(StacksOf(ReadSpace(MakeXSpace({circle}))) == Lines{"w"});

  MakePlane deep("/host:CPU");
  std::vector<std::string> events;
  constexpr int64_t kCalls = 100'000;
  for (int64_t i = 0; i < kCalls; ++i) {
    events.push_back(deep.Event("$a.py:1 f", i, 2 * kCalls - 2 * i));
  }
  events.push_back(deep.Event("w:MatMul", kCalls, 0));
  deep.Line(1, "t", 0, events);
  const Recording recording = ReadSpace(MakeXSpace({deep}));
  CHECK(recording.calls.size() == CallTree::kMostDepth);
}

TEST_CASE("what the Python tracer of TensorFlow recorded leads to the user") {
  const Recording recording =
      ReadSpace(ReadFile(TestData("xspace/python_tracer/xplane.pb")));
  const Lines stacks = StacksOf(recording);
  REQUIRE_FALSE(stacks.empty());
  for (const std::string& stack : stacks) {
    INFO(stack);
    CHECK(
        stack.find(" rec.py:90:body <traceback_utils.py:138:error_handler ") !=
        std::string::npos);
    CHECK(stack.find(" <polymorphic_function.py:851:_call ") !=
          std::string::npos);
  }
}

}  // namespace tfprof
