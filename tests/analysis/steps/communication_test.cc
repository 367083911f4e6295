// SPDX-License-Identifier: Apache-2.0
#include "analysis/steps/communication.h"

#include <string_view>

#include "support/catch.h"

namespace tfprof {

namespace {

constexpr std::string_view kKernels = "/device:GPU:0/stream:all";
constexpr std::string_view kCopies = "/device:GPU:0/memcpy";
constexpr std::string_view kTask = "/job:w/replica:0/task:1";

// A step whose records are spans from one us to another.
class Steps {
 public:
  void Begin() { sink_.BeginStep(0); }

  void Add(std::string_view device, std::string_view name, int64_t from,
           int64_t to, std::string_view label = "") {
    sink_.BeginDevice(device);
    sink_.AddExec({.name = name,
                   .all_start_us = from,
                   .all_end_rel_us = to - from,
                   .label = label});
  }

  void End() { sink_.EndStep(); }

  Communication Finish() { return sink_.Finish(); }

 private:
  CommunicationSink sink_;
};

}  // namespace

TEST_CASE("what a GPU communicates while it computes is overlapped") {
  Steps steps;
  steps.Begin();
  steps.Add(kKernels, "m:MatMul", 0, 100);
  steps.Add(kKernels, "ncclAllReduce", 50, 130);
  steps.Add(kCopies, "c:MEMCPYHtoD", 140, 150);
  steps.Add(kCopies, "d:MEMCPYHtoD", 90, 95);
  steps.End();
  const Communication c = steps.Finish();
  const Communication::Overlap& gpu = c.gpus.at("/device:GPU:0");
  CHECK(gpu.compute_us == 100);
  CHECK(gpu.communication_us == 80);
  CHECK(gpu.overlap_us == 50);
  CHECK(gpu.host_copy_us == 15);
  CHECK(gpu.host_copy_overlap_us == 5);
  CHECK(gpu.span_us == 150);
  CHECK(gpu.idle_us == 10);
  CHECK(c.has_kernel_overlap);
  CHECK(c.is_old_dialect);
}

TEST_CASE("spans are united within a step and added up over steps") {
  Steps steps;
  for (int i = 0; i < 3; ++i) {
    steps.Begin();
    steps.Add(kKernels, "a:Op", 0, 10);
    steps.Add(kKernels, "b:Op", 10, 20);
    steps.End();
  }
  const Communication c = steps.Finish();
  CHECK(c.steps == 3);
  CHECK(c.gpus.at("/device:GPU:0").compute_us == 60);
  CHECK_FALSE(c.has_kernel_overlap);
}

TEST_CASE("a receive is exposed where its task computes nothing") {
  Steps steps;
  steps.Begin();
  const std::string cpu = std::string(kTask) + "/device:CPU:0";
  steps.Add(cpu, "RecvTensor", 0, 100,
            "[100B] edge_1 from /job:w/replica:0/task:0/device:CPU:0 to "
            "/job:w/replica:0/task:1/device:CPU:0");
  steps.Add(cpu, "a", 60, 80, "a = Op()");
  steps.Add(kKernels, "k:Op", 70, 90);
  steps.End();
  const Communication c = steps.Finish();
  const std::string task(kTask);
  CHECK(c.tasks.at(task).micros == 100);
  // The kernel's task is the only one there is.
  CHECK(c.tasks.at(task).exposed_us == 70);
  const Communication::Moved& received =
      c.received.at({"/job:w/replica:0/task:0/device:CPU:0", task});
  CHECK(received.count == 1);
  CHECK(received.bytes == 100);
  CHECK(received.micros == 100);
}

TEST_CASE("with several tasks kernels belong to none") {
  Steps steps;
  steps.Begin();
  steps.Add("/job:w/replica:0/task:0/device:CPU:0", "a", 0, 10, "a = Op()");
  steps.Add("/job:w/replica:0/task:1/device:CPU:0", "RecvTensor", 0, 100);
  steps.Add(kKernels, "k:Op", 0, 100);
  steps.End();
  const Communication c = steps.Finish();
  CHECK(c.tasks.at(std::string(kTask)).exposed_us == 100);
  CHECK(c.received.contains({"unknown", std::string(kTask)}));
  // Nobody said how many bytes there were.
  CHECK(c.received.begin()->second.without_bytes == 1);
}

TEST_CASE("GPU operations without kernels are told") {
  const auto misses = [](bool with_kernels) {
    Steps steps;
    steps.Begin();
    steps.Add("/job:w/replica:0/task:0/device:GPU:0", "a", 0, 10, "a = Op()");
    if (with_kernels) steps.Add(kKernels, "a:Op", 0, 10);
    steps.End();
    return steps.Finish().misses_kernels;
  };
  CHECK(misses(false));
  CHECK_FALSE(misses(true));
}

TEST_CASE("a record that ends before it begins has no span") {
  Steps steps;
  steps.Begin();
  steps.Add(kKernels, "a:Op", 10, 5);
  steps.Add(kKernels, "a:Op", 10, 20);
  steps.End();
  const Communication c = steps.Finish();
  CHECK(c.without_span == 1);
  CHECK(c.gpus.at("/device:GPU:0").compute_us == 10);
}

}  // namespace tfprof
