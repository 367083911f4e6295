// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/stream_types.h"

#include "support/catch.h"

namespace tfprof {

TEST_CASE("types that end in a callback behind their activities") {
  CHECK(WaitsForStream("CheckNumerics"));
  CHECK(WaitsForStream("CheckNumericsV2"));
  CHECK(WaitsForStream("UniqueWithCountsV2"));
  CHECK(WaitsForStream("NonMaxSuppressionV3"));
  CHECK(WaitsForStream("_NcclReduceSend"));
  CHECK_FALSE(WaitsForStream("CheckNumericsV3"));
  CHECK_FALSE(WaitsForStream("UniqueDataset"));
  CHECK_FALSE(WaitsForStream("MatMul"));
}

TEST_CASE("types of collectives") {
  CHECK(IsCollectiveType("NcclAllReduce"));
  CHECK(IsCollectiveType("CollectiveReduceV2"));
  CHECK(IsCollectiveType("HorovodAllreduce"));
  CHECK_FALSE(IsCollectiveType("Where"));
}

}  // namespace tfprof
