// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/waiting_types.h"

#include "support/catch.h"

namespace tfprof {

namespace {

using For = WaitingType::For;

For WaitsFor(std::string_view type) {
  const WaitingType* const found = FindWaitingType(type);
  return found == nullptr ? For::kNothing : found->waits_for;
}

}  // namespace

TEST_CASE("a type is known by how it begins, whatever its version") {
  CHECK(WaitsFor("IteratorGetNext") == For::kInput);
  CHECK(WaitsFor("IteratorGetNextSync") == For::kInput);
  CHECK(WaitsFor("QueueDequeueManyV2") == For::kInput);
  CHECK(WaitsFor("CollectiveReduceV2") == For::kOthers);
  CHECK(WaitsFor("all-reduce-start.3") == For::kOthers);
  CHECK(WaitsFor("ncclDevKernel_AllReduce_Sum_f32") == For::kOthers);
  CHECK(FindWaitingType("MatMul") == nullptr);
  CHECK(FindWaitingType("MyIterator") == nullptr);
  CHECK(FindWaitingType("") == nullptr);
}

TEST_CASE("of two that fit the longer one counts") {
  // Some types only assign a group, others wait for it.
  CHECK(WaitsFor("CollectiveAssignGroupV2") == For::kNothing);
  CHECK(WaitsFor("CollectiveInitializeCommunicator") == For::kNothing);
  // A type of the account's input, and one that only begins like it.
  CHECK(FindWaitingType("IteratorGetNext")->is_account_input);
  CHECK_FALSE(FindWaitingType("IteratorV2")->is_account_input);
  CHECK(FindWaitingType("Stage")->is_account_input);
  CHECK_FALSE(FindWaitingType("StageSize")->is_account_input);
  CHECK(FindWaitingType("ParseExampleV2")->advice !=
        FindWaitingType("ParseTensor")->advice);
}

TEST_CASE("sends and receives are known by their names") {
  for (const char* const type :
       {"Recv", "HostRecv", "RecvTensor", "XlaRecvFromHost", "Send",
        "HostSend", "XlaSendToHost", "XlaHostSend"}) {
    CAPTURE(type);
    CHECK(IsSendOrReceive(type));
  }
  for (const char* const type : {"Sender", "SendX", "MatMul", "", "Resend"}) {
    CAPTURE(type);
    CHECK_FALSE(IsSendOrReceive(type));
  }
}

}  // namespace tfprof
