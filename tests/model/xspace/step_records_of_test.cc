// SPDX-License-Identifier: Apache-2.0
#include "model/xspace/step_records_of.h"

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/column.h"
#include "support/catch.h"

namespace tfprof {

namespace {

// A thread's device with the rows "a", "b" and "c".
Recording HostOfRows() {
  Recording host;
  host.host = "h";
  host.devices.push_back({Recording::Device::Kind::kHost, "/device:cpu:0"});
  for (const char* name : {"a", "b", "c"}) {
    Recording::Row& row = host.rows.emplace_back();
    row.name = host.strings.Intern(name);
    row.type = host.strings.Intern("Op");
  }
  return host;
}

StepRecords RecordsOf(Recording host, const NodeInputs& graph = NodeInputs()) {
  return StepRecordsOf({std::make_shared<Recording>(std::move(host))}, 7,
                       /*is_whole=*/true, graph);
}

// "FROM>TO@NS" by names.
std::vector<std::string> HandOversOf(const StepRecords& records) {
  std::vector<std::string> texts;
  for (const StepRecords::Handoff& one : records.hand_overs) {
    texts.push_back(fmt::format("{}>{}@{}",
                                records.strings[records.node[one.from]],
                                records.strings[records.node[one.to]], one.at));
  }
  return texts;
}

std::vector<std::string> NamesOf(const StepRecords& records, size_t record) {
  std::vector<std::string> names;
  for (const auto& input : records.inputs[records.input_row[record]]) {
    names.emplace_back(records.strings[input.node]);
  }
  return names;
}

// Line 0 gives, and line 1 takes.
Handoff Gives(uint64_t key, uint32_t type, int64_t at_ps) {
  return {key, type, true, false, 0, at_ps};
}

Handoff Takes(uint64_t key, uint32_t type, int64_t at_ps) {
  return {key, type, false, false, 1, at_ps};
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("what a line gives lets the next stretch of another line go") {
  Recording host = HostOfRows();
  host.stretches = {{0, 0, 0, 10'000}, {1, 1, 20'000, 30'000},
                    {2, 1, 30'000, 40'000}};
  // While "a" runs, it lets line 1 go on, which then runs "b".
  host.hand_overs = {Gives(5, 1, 4'000), Takes(5, 1, 15'000)};
  const StepRecords records = RecordsOf(std::move(host));
  CHECK(records.step == 7);
  CHECK(HandOversOf(records) == Names{"a>b@5"});
  CHECK(records.thread == Column<uint32_t>{0, 1, 1});
  CHECK(records.all_start == Column<int64_t>{1, 21, 31});
}

TEST_CASE("a line does not hand over to itself") {
  Recording host = HostOfRows();
  host.stretches = {{0, 0, 0, 10'000}, {1, 0, 40'000, 50'000}};
  // XLA writes "a" and, as it ends, "end: a"; "b" is next.
  host.hand_overs = {Gives(5, 0, 0), {5, 0, false, true, 0, 9'000}};
  CHECK(HandOversOf(RecordsOf(std::move(host))).empty());
}

TEST_CASE("what goes on at an instruction's end waited for all of it") {
  Recording host = HostOfRows();
  host.stretches = {{0, 0, 0, 10'000}, {1, 1, 40'000, 50'000}};
  host.hand_overs = {Gives(5, 0, 0), {5, 0, false, true, 1, 30'000}};
  CHECK(HandOversOf(RecordsOf(std::move(host))) == Names{"a>b@11"});
}

TEST_CASE("hand-overs of another key, or later, or into nothing are none") {
  Recording host = HostOfRows();
  host.stretches = {{0, 0, 0, 10'000}, {1, 1, 20'000, 30'000}};
  host.hand_overs = {
      Gives(5, 1, 4'000), Takes(6, 1, 15'000),   // another key
      Takes(7, 2, 16'000), Gives(7, 1, 5'000),   // another type
      Takes(8, 1, 17'000), Gives(8, 1, 18'000),  // given later
      Gives(9, 1, 6'000), Takes(9, 1, 31'000),   // nothing ran then
      // The later of two consecutive ones is the reason.
      Gives(10, 1, 7'000), Takes(10, 1, 18'000), Takes(11, 1, 19'000)};
  CHECK(HandOversOf(RecordsOf(std::move(host))).empty());
}

TEST_CASE("inputs are those of the graph, less the numbers of bodies") {
  Recording host = HostOfRows();
  host.rows[2].name = host.strings.Intern("while/body/_3/c");
  host.stretches = {{0, 0, 0, 10}, {2, 0, 20'000, 30'000}};
  NodeInputs graph;
  NodeDefinition node;
  const std::string_view inputs[] = {"a:0", "^while/body/_5/b"};
  node.name = "while/body/_5/c";
  node.inputs = inputs;
  graph.AddNode(node);
  const StepRecords records = RecordsOf(std::move(host), graph);
  CHECK(NamesOf(records, 0).empty());
  CHECK(NamesOf(records, 1) == Names{"a", "while/body/b"});
}

TEST_CASE("an operand that takes no time stands for what it takes in") {
  Recording host = HostOfRows();
  HloModule module;
  for (const char* name : {"dot", "tuple", "add"}) {
    HloModule::Instruction instruction{};
    instruction.name = module.strings.Intern(name);
    module.instructions.push_back(instruction);
  }
  const std::vector<std::vector<HloModule::Row>> operands = {{}, {0}, {1, 1}};
  for (const auto& of_one : operands) module.operands.AddRow(of_one);
  host.programs.push_back(
      {1, std::make_shared<const HloModule>(std::move(module))});
  host.rows[0].program_row = host.rows[1].program_row = 0;
  host.rows[0].instruction = 0;
  host.rows[1].instruction = 2;
  host.stretches = {{0, 0, 0, 10'000}, {1, 0, 20'000, 30'000}};
  const StepRecords records = RecordsOf(std::move(host));
  CHECK(NamesOf(records, 0).empty());
  CHECK(NamesOf(records, 1) == Names{"a"});
}

}  // namespace tfprof
