// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/work_classes.h"

#include <string>

#include "support/catch.h"
#include "support/recorded_maker.h"

namespace tfprof {

namespace {

// "class kind" of a kernel of a GPU.
std::string KindOf(std::string_view name, std::string_view launch = "",
                   std::string_view instruction = "") {
  RecordedMaker maker;
  const uint32_t node = maker.Node(name, "", instruction);
  const RecordedHost& host = maker.host();
  const DeviceWorkKind kind =
      KindOfWork(host, DeviceKind::kGpu, host.nodes[node], name, launch);
  return std::string(WordsOf(kind.work_class)) + " " + std::string(kind.kind);
}

}  // namespace

TEST_CASE("kernels are collectives, copies, or compute") {
  CHECK(KindOf("gemm") == "compute ");
  CHECK(KindOf("k", "", "all-gather-start.12") == "collective all-gather");
  CHECK(KindOf("k", "", "%reduce-scatter.1.2") == "collective reduce-scatter");
  CHECK(KindOf("k", "", "all-reduce-like.1") == "compute ");
  CHECK(KindOf("ncclDevKernel_AllReduce_Sum_f32_RING_LL()") ==
        "collective all-reduce");
  CHECK(KindOf("rcclGenericKernel()") == "collective collective");
  CHECK(KindOf("c:CollectiveGatherV2") == "collective all-gather");
  CHECK(KindOf("c:NcclBroadcastRecv") == "collective collective-broadcast");
  CHECK(KindOf("MemcpyH2D") == "copy h2d");
  CHECK(KindOf("CopyDeviceToHost") == "copy d2h");
  CHECK(KindOf("MemcpyP2P") == "copy d2d");
  CHECK(KindOf("__amd_rocclr_copyBuffer.kd", "hipMemcpyDtoDAsync") ==
        "copy d2d");
  CHECK(KindOf("__amd_rocclr_copyBuffer.kd") == "copy other");
  CHECK(KindOf("Memset32") == "copy other");
}

}  // namespace tfprof
