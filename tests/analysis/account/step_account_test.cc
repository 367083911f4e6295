// SPDX-License-Identifier: Apache-2.0
#include "analysis/account/step_account.h"

#include <numeric>

#include "support/catch.h"
#include "support/step_maker.h"

namespace tfprof {
namespace {

StepAccount AccountOf(StepMaker& maker) {
  const StepRecords records = maker.Finish();
  const auto hosts = TasksByHost(records);
  REQUIRE(hosts.has_value());
  StepAccount account;
  account.AddStep(*hosts);
  return account;
}

// The device of the only host.
const StepAccount::Device& Of(const StepAccount& account,
                              std::string_view device) {
  for (const auto& [key, of_device] : account.devices()) {
    if (key.second == device) {
      CHECK(std::accumulate(of_device.ns.begin(), of_device.ns.end(),
                            int64_t{0}) == of_device.wall_ns);
      return of_device;
    }
  }
  FAIL("no such device");
  return account.devices().begin()->second;
}

using Ns = ClassTimes;  // compute, overlap, copy, input, overhead, queued,
                        // waiting, idle

TEST_CASE("an operation computes, and what is around it is overhead") {
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 100, {.head = 20, .tail = 10});
  maker.Add("b", "MatMul(a)", 130, 150);
  maker.Add("c", "MatMul()", 170, 180);
  const StepAccount account = AccountOf(maker);
  // b was ready at 100; nothing waits for a lane at 150.
  CHECK(Of(account, StepMaker::kCpu).ns == Ns{100, 0, 0, 0, 30, 30, 0, 20});
}

TEST_CASE("who waits for input does not compute") {
  StepMaker maker;
  maker.Add("next", "IteratorGetNextSync()", 0, 100, {.head = 5, .tail = 5});
  maker.Add("a", "MatMul()", 60, 120);
  maker.Add("recv", "_HostRecv()", 120, 150);
  const StepAccount account = AccountOf(maker);
  const StepAccount::Device& cpu = Of(account, StepMaker::kCpu);
  CHECK(cpu.ns == Ns{20, 40, 0, 90, 0, 0, 0, 0});
  CHECK(cpu.computing_ns == 60);
}

TEST_CASE("types that wait for input") {
  for (const char* type :
       {"IteratorGetNext", "QueueDequeueManyV2", "ReaderReadV2", "_Recv",
        "CollectiveReduceV2", "NcclAllReduce", "HorovodAllreduce", "Stage",
        "Unstage", "InfeedDequeueTuple", "OutfeedDequeueTuple"}) {
    INFO(type);
    CHECK(WaitsForInput(type));
  }
  for (const char* type : {"MatMul", "StagePeek", "HorovodSize", "Iterator"}) {
    INFO(type);
    CHECK(!WaitsForInput(type));
  }
}

TEST_CASE("a GPU's streams and copies are a device of their own") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("m", "MatMul()", 0, 10);
  maker.BeginDevice(StepMaker::kStream);
  maker.AddLabelled("m:MatMul", "", 5, 105, {});
  maker.BeginDevice("/device:GPU:0/stream:15<MemcpyH2D>");
  maker.AddLabelled("m:MEMCPYHtoD", "", 95, 125, {});
  const StepAccount account = AccountOf(maker);
  CHECK(account.devices().size() == 2);
  CHECK(Of(account, "/device:GPU:0").ns == Ns{90, 10, 20, 0, 0, 0, 5, 0});
  // The launches are done when the kernel has begun.
  CHECK(Of(account, StepMaker::kGpu).ns == Ns{10, 0, 0, 0, 0, 0, 0, 115});
}

TEST_CASE("a device waits for another as long as it has work to come") {
  constexpr std::string_view kOther =
      "/job:localhost/replica:0/task:0/device:CPU:1";
  StepMaker maker;
  maker.Add("a", "MatMul()", 0, 10);
  maker.Add("c", "MatMul(b)", 50, 60);
  maker.BeginDevice(kOther);
  maker.Add("b", "MatMul()", 10, 50);
  maker.Add("d", "MatMul()", 60, 90);
  const StepAccount account = AccountOf(maker);
  CHECK(Of(account, StepMaker::kCpu).ns == Ns{20, 0, 0, 0, 0, 0, 40, 30});
  CHECK(Of(account, kOther).ns == Ns{70, 0, 0, 0, 0, 0, 20, 0});
}

TEST_CASE("steps add up, and shares are those of the sums") {
  StepMaker one, two;
  one.Add("a", "MatMul()", 0, 30);
  one.Add("b", "MatMul()", 10, 30);
  two.Add("a", "MatMul()", 0, 10);
  two.Add("b", "MatMul()", 30, 40);
  const StepRecords first = one.Finish(), second = two.Finish();
  StepAccount account;
  account.AddStep(*TasksByHost(first));
  account.AddStep(*TasksByHost(second));
  CHECK(Of(account, StepMaker::kCpu).ns == Ns{50, 0, 0, 0, 0, 0, 0, 20});
  const Section section = account.Table();
  const auto& table = std::get<Table>(section.block);
  REQUIRE(table.columns.size() == 19);
  const auto& row = table.rows.at(0);
  CHECK(row[1] == Cell(int64_t{70}));
  CHECK(row[10] == Cell(0.714));
  CHECK(row[17] == Cell(0.286));
  CHECK(row[18] == Cell(1.4));  // 30 + 20 + 20 of 50
}

TEST_CASE("a GPU without kernels says so") {
  StepMaker maker;
  maker.BeginDevice(StepMaker::kGpu);
  maker.Add("m", "MatMul()", 0, 10);
  const Section section = AccountOf(maker).Table();
  CHECK(section.notes.back() ==
        "no kernels were recorded: the times of GPU:0 are those of launches");
}

}  // namespace
}  // namespace tfprof
