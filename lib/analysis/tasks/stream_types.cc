// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/stream_types.h"

#include <algorithm>
#include <array>

namespace tfprof {

namespace {

constexpr std::array<std::string_view, 15> kWholeNames = {
    "CheckNumerics",
    "CheckNumericsV2",
    "Where",
    "DynamicPartition",
    "Unique",
    "UniqueV2",
    "MatrixInverse",
    "MatrixDeterminant",
    "MatrixSolve",
    "MatrixTriangularSolve",
    "LogMatrixDeterminant",
    "Cholesky",
    "Qr",
    "Svd",
    "SelfAdjointEigV2"};

}  // namespace

bool IsCollectiveType(std::string_view type) {
  return type.starts_with("Nccl") || type.starts_with("_Nccl") ||
         type.starts_with("Collective") || type.starts_with("Horovod");
}

bool WaitsForStream(std::string_view type) {
  return IsCollectiveType(type) || type.starts_with("NonMaxSuppression") ||
         type.starts_with("UniqueWithCounts") ||
         std::find(kWholeNames.begin(), kWholeNames.end(), type) !=
             kWholeNames.end();
}

}  // namespace tfprof
