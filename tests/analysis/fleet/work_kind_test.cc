// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/work_kind.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("kinds of work are told by the type") {
  for (const char* const type :
       {"_Recv", "_HostSend", "RecvTensor", "CollectiveReduceV2",
        "NcclAllReduce", "_NcclReduceRecv", "HorovodAllreduce", "all-reduce.1",
        "CrossReplicaSum", "AccumulatorTakeGradient"}) {
    CAPTURE(type);
    CHECK(KindOfWork(type, "x") == WorkKind::kWaiting);
  }
  for (const char* const type :
       {"IteratorGetNext", "QueueDequeueManyV2", "ParseExampleV2",
        "EagerPyFunc", "DecodeJpeg", "InfeedDequeueTuple"}) {
    CAPTURE(type);
    CHECK(KindOfWork(type, "x") == WorkKind::kInput);
  }
  CHECK(KindOfWork("QueueDequeueV2", "sync_token_q_Dequeue") ==
        WorkKind::kWaiting);
  CHECK(KindOfWork("", "tower/IteratorGetNext") == WorkKind::kInput);
  CHECK(KindOfWork("PrefetchDataset", "x") == WorkKind::kInput);
  CHECK(KindOfWork("StatefulPartitionedCall", "x") == WorkKind::kCaller);
  CHECK(KindOfWork("MatMul", "sender") == WorkKind::kOwn);
  CHECK(KindOfWork("HorovodSize", "x") == WorkKind::kOwn);
  CHECK(KindOfWork("CollectiveAssignGroupV2", "x") == WorkKind::kOwn);
}

}  // namespace tfprof
