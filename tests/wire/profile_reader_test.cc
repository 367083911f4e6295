// SPDX-License-Identifier: Apache-2.0
#include "support/catch.h"
#include "wire/intake/readers.h"
#include "wire/parsed_lines.h"
#include "wire/recording_sink.h"

namespace tfprof {

namespace {

using tf::tfprof::ExecProfile;
using tf::tfprof::ProfileProto;

std::string RunLineOf(const ExecProfile& exec) {
  ProfileProto profile;
  (*(*profile.mutable_nodes())[0].mutable_execs())[5] = exec;
  const Reading reading = Read(ReadProfile, profile.SerializeAsString());
  REQUIRE(reading.error.empty());
  const std::string& line = reading.lines.at(0);
  return line.substr(line.find('{'));
}

}  // namespace

TEST_CASE("an empty profile is an error") {
  CHECK(Read(ReadProfile, "").error ==
        "file: is empty, but a profile has at least its steps; write it again");
}

TEST_CASE("times are passed on by device; what is no pair is skipped") {
  ExecProfile exec;
  const auto add = [](auto* devices, const char* device,
                      const std::vector<int64_t>& tuple) {
    auto& values = *(*devices)[device].add_times()->mutable_int64_values();
    values.Assign(tuple.begin(), tuple.end());
  };
  add(exec.mutable_accelerator_execs(), "gpu", {100, 7});
  add(exec.mutable_accelerator_execs(), "odd", {100, 1, 50});
  add(exec.mutable_cpu_execs(), "cpu", {100, -2});
  add(exec.mutable_cpu_execs(), "cpu", {100, 5});
  SECTION("tuples without a duration are skipped") {
    add(exec.mutable_cpu_execs(), "cpu", {100});
    add(exec.mutable_cpu_execs(), "cpu", {});
  }
  CHECK(RunLineOf(exec) ==
        "{run5=0x 0-0 <> < cpu:100+-2  cpu:100+5 *gpu:100+7 *odd:100+1> <>}");
}

TEST_CASE("memory is passed on record by record") {
  ExecProfile exec;
  exec.set_run_count(2);
  exec.set_all_start_micros(3);
  exec.set_latest_end_micros(9);
  exec.add_devices("gpu");
  exec.add_devices("memcpy");
  auto& first = *exec.add_memory_execs();
  first.set_memory_micros(1);
  first.set_host_temp_bytes(2);
  first.set_host_persistent_bytes(3);
  first.set_accelerator_temp_bytes(4);
  first.set_accelerator_persistent_bytes(5);
  auto& second = *exec.add_memory_execs();
  second.set_requested_bytes(6);
  second.set_peak_bytes(7);
  second.set_residual_bytes(8);
  second.set_output_bytes(9);
  second.set_allocator_bytes_in_use(10);
  auto& output = (*second.mutable_output_memory())[1];
  output.set_bytes(11);
  output.set_ptr(12);
  auto& allocation = *exec.add_allocations();
  allocation.set_alloc_micros(13);
  allocation.set_alloc_bytes(-14);
  CHECK(RunLineOf(exec) ==
        "{run5=2x 3-9 <gpu memcpy> <> <1.1=11@12> 1:2/3/4/5/0/0/0/0/0 "
        "0:0/0/0/0/6/7/8/9/10 -14@13}");
}

TEST_CASE("no step is lost, packed or not, in parts or whole") {
  // steps = 3: packed {0, 1}, then 2, then packed {-1}.
  const std::string bytes(
      "\x1a\x02\x00\x01\x18\x02\x1a\x0a"
      "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
      18);
  CHECK(Read(ReadProfile, bytes).lines ==
        Lines{"stored step 0", "stored step 1", "stored step 2",
              "stored step -1"});
}

TEST_CASE("entries of maps may have their value first") {
  // nodes: {2: {name: "n"}, 1: 9}; id_to_string: {2: "text", 1: 3}.
  const std::string bytes(
      "\x0a\x07\x12\x03\x0a\x01n\x08\x09"
      "\x22\x08\x12\x04text\x08\x03",
      19);
  CHECK(Read(ReadProfile, bytes).lines ==
        Lines{"stored 9 id=0 n   <> [] 0 - {}", "string 3=text"});
}

TEST_CASE("whether there are code traces is said once, by the last word") {
  ProfileProto profile;
  profile.set_has_trace(true);
  const std::string yes = profile.SerializeAsString();
  CHECK(Read(ReadProfile, yes + yes).lines == Lines{"has code traces"});
  CHECK(Read(ReadProfile, yes + std::string("\x10\x00", 2)).lines.empty());
}

TEST_CASE("nodes share the stacks of equal code traces") {
  ProfileProto profile;
  for (const int64_t key : {1, 2, 3}) {
    auto& node = (*profile.mutable_nodes())[key];
    if (key < 3) node.mutable_trace()->add_traces()->set_lineno(4);
  }
  const Reading reading = Read(ReadProfile, profile.SerializeAsString());
  CHECK(reading.stacks == Lines{"(#0:4:#0)"});
  CHECK(Sorted(reading.lines) == Lines{"stored 1 id=0    <> [] 0 (#0:4:#0) {}",
                                       "stored 2 id=0    <> [] 0 (#0:4:#0) {}",
                                       "stored 3 id=0    <> [] 0 - {}"});
}

TEST_CASE("a profile in text is read too") {
  CHECK(Read(ReadProfile, "steps: 3 steps: 1").lines ==
        Lines{"stored step 3", "stored step 1"});
}

}  // namespace tfprof
