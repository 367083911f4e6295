// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/work_kind.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "model/transfer.h"

namespace tfprof {

namespace {

// How names of types begin, without underscores in front.
constexpr std::string_view kInputBeginnings[] = {
    "Iterator",        "OneShotIterator", "MultiDeviceIterator",
    "OptionalGet",     "QueueDequeue",    "QueueEnqueue",
    "ReaderRead",      "ReadFile",        "RecordInput",
    "Decode",          "Parse",           "PyFunc",
    "EagerPyFunc",     "Stage",           "Unstage",
    "InfeedDequeue",   "Infeed",          "infeed",
    "DatasetToSingle",
};

constexpr std::string_view kWaitingBeginnings[] = {
    "AllReduce",
    "AllGather",
    "AllToAll",
    "ReduceScatter",
    "CrossReplicaSum",
    "XlaAllReduce",
    "XlaAllGather",
    "XlaReduceScatter",
    "XlaAllToAll",
    "BytePS",
    "Byteps",
    "AccumulatorTakeGradient",
    "SparseAccumulatorTake",
    "ResourceAccumulatorTake",
    "all-reduce",
    "all-gather",
    "all-to-all",
    "reduce-scatter",
    "collective-",
    "send",
    "recv",
    "ncclKernel",
    "ncclDevKernel",
    "MPI",
};

constexpr std::string_view kCallers[] = {
    "PartitionedCall",
    "StatefulPartitionedCall",
    "RemoteCall",
    "SymbolicGradient",
    "While",
    "StatelessWhile",
    "If",
    "StatelessIf",
    "Case",
    "StatelessCase",
    "For",
    "TPUPartitionedCall",
};

template <size_t size>
bool BeginsWithOneOf(std::string_view type,
                     const std::string_view (&prefixes)[size]) {
  return std::any_of(
      std::begin(prefixes), std::end(prefixes),
      [&](std::string_view prefix) { return type.starts_with(prefix); });
}

// "Recv", "_HostSend", "XlaSendToHost"; not "Sender".
bool Communicates(std::string_view type) {
  return Contains(type, "Recv") || type == "Send" || type == "HostSend" ||
         type.starts_with("XlaSend") || type.starts_with("XlaHostSend");
}

}  // namespace

std::string_view WordsOf(WorkKind kind) {
  switch (kind) {
    case WorkKind::kOwn:
      return "own work";
    case WorkKind::kInput:
      return "input";
    case WorkKind::kWaiting:
      return "waiting for others";
    case WorkKind::kCaller:
      return "call";
  }
  return "";
}

WorkKind KindOfWork(std::string_view type, std::string_view name) {
  if (type.empty()) type = AfterLastSlash(name);
  if (type == "RecvTensor" || name == "RecvTensor") return WorkKind::kWaiting;
  if (IsCollective(type)) return WorkKind::kWaiting;
  type.remove_prefix(std::min(type.find_first_not_of('_'), type.size()));
  if (Communicates(type) || IsCollective(type) ||
      BeginsWithOneOf(type, kWaitingBeginnings)) {
    return WorkKind::kWaiting;
  }
  if (std::find(std::begin(kCallers), std::end(kCallers), type) !=
      std::end(kCallers)) {
    return WorkKind::kCaller;
  }
  if (!BeginsWithOneOf(type, kInputBeginnings) && !Contains(type, "Dataset")) {
    return WorkKind::kOwn;
  }
  // SyncReplicasOptimizer: a token for each worker, when all have sent.
  const bool is_turn =
      type.starts_with("Queue") && Contains(name, "sync_token_q");
  return is_turn ? WorkKind::kWaiting : WorkKind::kInput;
}

}  // namespace tfprof
