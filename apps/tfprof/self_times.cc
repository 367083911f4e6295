// SPDX-License-Identifier: Apache-2.0
#include "self_times.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "analysis/tasks/body_times.h"
#include "analysis/tasks/calls.h"

namespace tfprof {

namespace {

// True if records may contain others: those of calls, and eager functions,
// which have no label, so that their name is their type.
bool MayEnclose(const Profile& profile) {
  const NodeTable& nodes = profile.nodes;
  for (size_t node = 0; node < nodes.size(); ++node) {
    const StringId op = nodes.op[node];
    if (!op.valid()) continue;
    const bool is_eager = op == nodes.name[node] && !nodes.is_defined[node] &&
                          profile.strings[op].starts_with("__inference_");
    if (is_eager || IsCallType(profile.strings[op])) return true;
  }
  return false;
}

// The node that records of this name and type are counted for.
NodeId NodeOf(const Profile& profile, std::string_view name,
              std::string_view type) {
  const NodeId other = profile.FindNode(fmt::format("{} ({})", name, type));
  return other.valid() ? other : profile.FindNode(name);
}

// Body times (ns) by node, and by number of the step, or 0 if the profile has
// sums.
using BodyTimes = std::map<std::pair<uint32_t, int64_t>, int64_t>;

void TakeAway(const BodyTimes& bodies, Profile& profile) {
  constexpr int64_t kNanosOfMicro = 1000;
  NodeStepTable& runs = profile.node_steps;
  for (size_t run = 0; run < runs.size(); ++run) {
    const int64_t step =
        profile.node_steps_are_sums ? 0 : profile.step_numbers[runs.step[run]];
    const auto body = bodies.find({runs.node[run].value, step});
    if (body == bodies.end()) continue;
    const int64_t micros =
        std::min(body->second / kNanosOfMicro, runs.cpu_us[run]);
    runs.cpu_us.Add(run, -micros);
  }
}

}  // namespace

Status KeepSelfTimes(const std::vector<PickedFile>& files, const LoadSpec& kept,
                     const Arguments& arguments, Profile& profile) {
  if (!MayEnclose(profile)) return {};
  BodyTimes bodies;
  Diagnostics said_already;
  for (const PickedFile& file : OfRole(files, Role::kRunMetadata)) {
    StepRecordSink sink({});
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments.inputs, sink, said_already));
    const std::optional<StepRecords> records = sink.Finish();
    if (!records || !kept.Has(records->step)) continue;
    const int64_t step = profile.node_steps_are_sums ? 0 : records->step;
    for (const BodyTime& time : BodyTimesOf(*records)) {
      const NodeId node =
          NodeOf(profile, records->strings[time.node],
                 time.type.valid() ? records->strings[time.type] : "");
      if (node.valid()) bodies[{node.value, step}] += time.body_ns;
    }
  }
  TakeAway(bodies, profile);
  return {};
}

}  // namespace tfprof
