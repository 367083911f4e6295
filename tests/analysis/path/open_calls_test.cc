// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/open_calls.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "analysis/summary/findings.h"
#include "analysis/summary/path_parts.h"
#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {

namespace {

// Tasks are made of such calls, and of others not.
constexpr std::string_view kCall = "StatefulPartitionedCall";
constexpr std::string_view kOther = "MapDefun";

// Calls `a` and `b` of a function that sleeps in Python and then runs a MatMul.
FunctionNames Functions(std::string_view call) {
  FunctionNames functions(
      [](std::string_view) { return std::string_view(); });
  const std::string_view callee[] = {"F"};
  for (const char* name : {"a", "b"}) {
    functions.AddNode({.name = name, .op = call, .functions = callee});
  }
  functions.BeginFunction({.name = "F"});
  functions.AddFunctionNode({.name = "sleep/PyFunc", .op = "PyFunc"});
  functions.AddFunctionNode({.name = "MatMul", .op = "MatMul"});
  return functions;
}

// The names of the chain with their times on it.
std::string ChainOf(const StepPath& path) {
  std::string text;
  for (const ChainTask& link : path.chain) {
    const StepTasks& tasks = *path.tasks;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                        tasks.records->strings[tasks.NodeOf(link.task)],
                        link.busy);
  }
  return text;
}

StepMaker TwoCalls(std::string_view call) {
  StepMaker maker;
  maker.Add("a", fmt::format("{}()", call), 0, 100'000);
  maker.Add("sleep/PyFunc", "PyFunc()", 10'000, 80'000);
  maker.Add("MatMul", "MatMul(sleep/PyFunc)", 81'000, 91'000);
  maker.Add("b", fmt::format("{}(a)", call), 100'000, 300'000);
  maker.Add("sleep/PyFunc", "PyFunc()", 110'000, 280'000);
  return maker;
}

}  // namespace

TEST_CASE("what a call ran stands in its place on the path") {
  StepMaker maker = TwoCalls(kOther);
  StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts);
  StepPath path = FindPath((*hosts)[0], false);
  REQUIRE(ChainOf(path) == "a 100000, b 200000");
  OpenCalls(Functions(kOther), records, path);
  CHECK(ChainOf(path) ==
        "a 20000, a/sleep/PyFunc 70000, a/MatMul 10000, b 30000, "
        "b/sleep/PyFunc 170000");
}

TEST_CASE("what ran between a call and its return is named after the call") {
  StepMaker maker = TwoCalls(kCall);
  StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts);
  StepPath path = FindPath((*hosts)[0], false);
  OpenCalls(Functions(kCall), records, path);
  CHECK(ChainOf(path) ==
        "a 10000, a/sleep/PyFunc 70000, a/MatMul 10000, a 9000, b 10000, "
        "b/sleep/PyFunc 170000, b 20000");
}

TEST_CASE("a path with no call stays as it is") {
  StepMaker maker;
  maker.Add("a", "NoOp()", 0, 100'000);
  maker.Add("MatMul", "MatMul()", 10'000, 80'000);
  StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts);
  StepPath path = FindPath((*hosts)[0], false);
  OpenCalls(Functions(kOther), records, path);
  CHECK(ChainOf(path) == "a 100000");
}

TEST_CASE("Python that sleeps in a call is found, with the line of the call") {
  CodeLineSink sink;
  for (const auto& [node, line] : {std::pair("a", 7), std::pair("b", 8)}) {
    const FrameRecord frames[] = {{.file = "train.py", .line = line}};
    sink.AddOpLogEntry({.name = node, .stack = sink.AddStack(frames)});
  }
  const CodeLines code = sink.Finish();
  StepMaker maker = TwoCalls(kOther);
  StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts);
  StepPath path = FindPath((*hosts)[0], false);
  OpenCalls(Functions(kOther), records, path);
  const DumpSummary::Path parts = PathPartsOf(path, code);
  REQUIRE(!parts.parts.empty());
  CHECK(parts.parts[0].type == "PyFunc");
  CHECK(parts.parts[0].code == "train.py:8");
  const auto findings = FindingsOn(path, parts, code);
  REQUIRE(!findings.empty());
  CHECK(findings[0].finding == "input");
  CHECK(findings[0].code == "train.py:8");
  // The replay knows calls as a whole only.
  CHECK(!findings[0].saves_ns.has_value());
}

}  // namespace tfprof
