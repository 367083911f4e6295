// SPDX-License-Identifier: Apache-2.0
#include "analysis/tasks/waiting_types.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"

namespace tfprof {

namespace {

constexpr auto kForInput = WaitingType::For::kInput;
constexpr auto kForOthers = WaitingType::For::kOthers;
constexpr auto kForNothing = WaitingType::For::kNothing;

constexpr std::string_view kPrefetch =
    "the input pipeline is too slow: prefetch";
constexpr std::string_view kMoveAndPrefetch =
    "move it into the input pipeline and prefetch";

// The first match counts, so longer beginnings stand before shorter ones.
constexpr WaitingType kWaitingTypes[] = {
    {"IteratorGetNext", kForInput, true,
     "the input pipeline is too slow: prefetch, map in parallel"},
    {"Iterator", kForInput, false,
     "the input pipeline is too slow: prefetch, map in parallel"},
    {"OneShotIterator", kForInput, false, kPrefetch},
    {"MultiDeviceIterator", kForInput},
    {"OptionalGet", kForInput},
    {"DatasetToSingle", kForInput},
    {"QueueDequeue", kForInput, true,
     "the queue is empty: use more threads to fill it"},
    {"QueueEnqueue", kForInput},
    {"ReaderRead", kForInput, true},
    {"ReadFile", kForInput, false,
     "read files in the input pipeline and prefetch"},
    {"RecordInput", kForInput},
    {"Decode", kForInput, false, "decode in the input pipeline and prefetch"},
    {"ParseExample", kForInput, false,
     "parse in the input pipeline and prefetch"},
    {"Parse", kForInput},
    {"PyFunc", kForInput, false, kMoveAndPrefetch},
    {"EagerPyFunc", kForInput, false, kMoveAndPrefetch},
    {"StageClear", kForInput},
    {"StagePeek", kForInput},
    {"StageSize", kForInput},
    {"Stage", kForInput, true},
    {"Unstage", kForInput, true},
    {"InfeedDequeue", kForInput, true},
    {"OutfeedDequeue", kForNothing, true},
    {"Infeed", kForInput},
    {"infeed", kForInput},
    {"CollectiveAssignGroup", kForNothing, true},
    {"CollectiveInitializeCommunicator", kForNothing, true},
    {"Collective", kForOthers, true},
    {"Nccl", kForOthers, true},
    {"HorovodAll", kForOthers, true},
    {"HorovodBroad", kForOthers, true},
    {"HorovodGrouped", kForOthers, true},
    {"HorovodReduce", kForOthers, true},
    {"AllReduce", kForOthers},
    {"AllGather", kForOthers},
    {"AllToAll", kForOthers},
    {"ReduceScatter", kForOthers},
    {"CrossReplicaSum", kForOthers},
    {"XlaAllReduce", kForOthers},
    {"XlaAllGather", kForOthers},
    {"XlaReduceScatter", kForOthers},
    {"XlaAllToAll", kForOthers},
    {"BytePS", kForOthers},
    {"Byteps", kForOthers},
    {"AccumulatorTakeGradient", kForOthers},
    {"SparseAccumulatorTake", kForOthers},
    {"ResourceAccumulatorTake", kForOthers},
    {"all-reduce", kForOthers},
    {"all-gather", kForOthers},
    {"all-to-all", kForOthers},
    {"reduce-scatter", kForOthers},
    {"collective-", kForOthers},
    {"send", kForOthers},
    {"recv", kForOthers},
    {"ncclKernel", kForOthers},
    {"ncclDevKernel", kForOthers},
    {"MPI", kForOthers},
};

}  // namespace

const WaitingType* FindWaitingType(std::string_view type) {
  const auto* const found =
      std::find_if(std::begin(kWaitingTypes), std::end(kWaitingTypes),
                   [&](const WaitingType& waiting) {
                     return type.starts_with(waiting.beginning);
                   });
  return found == std::end(kWaitingTypes) ? nullptr : found;
}

bool IsSendOrReceive(std::string_view type) {
  return Contains(type, "Recv") || type == "Send" || type == "HostSend" ||
         type.starts_with("XlaSend") || type.starts_with("XlaHostSend");
}

}  // namespace tfprof
