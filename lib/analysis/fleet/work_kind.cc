// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/work_kind.h"

#include <algorithm>
#include <iterator>

#include "analysis/tasks/waiting_types.h"
#include "base/strings.h"
#include "model/transfer.h"

namespace tfprof {

namespace {

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
  if (IsSendOrReceive(type) || IsCollective(type)) return WorkKind::kWaiting;
  using For = WaitingType::For;
  const WaitingType* const waiting = FindWaitingType(type);
  const For waits_for = waiting == nullptr ? For::kNothing : waiting->waits_for;
  if (waits_for == For::kOthers) return WorkKind::kWaiting;
  if (std::find(std::begin(kCallers), std::end(kCallers), type) !=
      std::end(kCallers)) {
    return WorkKind::kCaller;
  }
  if (waits_for != For::kInput && !Contains(type, "Dataset")) {
    return WorkKind::kOwn;
  }
  // SyncReplicasOptimizer's queue: a token per worker once all have sent.
  const bool is_turn =
      type.starts_with("Queue") && Contains(name, "sync_token_q");
  return is_turn ? WorkKind::kWaiting : WorkKind::kInput;
}

}  // namespace tfprof
