// SPDX-License-Identifier: Apache-2.0
#include "analysis/fleet/worker_of_profile.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <tsl/robin_map.h>

#include "base/hash.h"
#include "base/numbers.h"
#include "model/code_lines.h"

namespace tfprof {

namespace {

// A hash of node names and types that does not depend on their order or on the
// machine.
std::string GraphOf(const Profile& profile) {
  uint64_t sum = 0;
  size_t count = 0;
  for (size_t i = 0; i < profile.nodes.size(); ++i) {
    if (!profile.nodes.is_defined[i]) continue;
    const std::string_view name =
        profile.NameOf(NodeId(static_cast<uint32_t>(i)));
    StoredHash hash;
    hash.Add(static_cast<int64_t>(name.size()));
    hash.Add(name);
    hash.Add(profile.strings[profile.nodes.op[i]]);
    sum += IntHash()(hash.value());
    ++count;
  }
  return count == 0 ? "" : fmt::format("{:016x}", sum);
}

int64_t NanosOf(const Profile& profile, size_t row) {
  const NodeStepTable& rows = profile.node_steps;
  if (profile.is_recording) {
    return WrapAdd(rows.accelerator_ps[row], rows.cpu_ps[row]) / 1000;
  }
  return WrapMultiply(WrapAdd(rows.accelerator_us[row], rows.cpu_us[row]),
                      1000);
}

// Orders the times by step, each step once.
void JoinSteps(std::vector<Worker::StepTime>& times) {
  std::stable_sort(times.begin(), times.end(),
                   [](const Worker::StepTime& a, const Worker::StepTime& b) {
                     return a.step < b.step;
                   });
  size_t kept = 0;
  for (const Worker::StepTime& time : times) {
    if (kept > 0 && times[kept - 1].step == time.step) {
      times[kept - 1].ns = WrapAdd(times[kept - 1].ns, time.ns);
    } else {
      times[kept++] = time;
    }
  }
  times.resize(kept);
}

}  // namespace

Worker WorkerOf(std::string name, const Profile& profile,
                const std::vector<Worker::Step>& steps,
                const ChosenSteps& chosen) {
  constexpr uint32_t kNone = UINT32_MAX;
  Worker worker;
  worker.name = std::move(name);
  worker.graph = GraphOf(profile);
  for (const Worker::Step& step : steps) {
    if (chosen.Contains(step.step)) worker.steps.push_back(step);
  }
  std::vector<uint32_t> place_of_step;  // in worker.steps
  for (const int64_t number : profile.step_numbers) {
    const auto found =
        std::lower_bound(worker.steps.begin(), worker.steps.end(), number,
                         [](const Worker::Step& step, int64_t wanted) {
                           return step.step < wanted;
                         });
    const bool is_there = found != worker.steps.end() && found->step == number;
    place_of_step.push_back(
        is_there ? static_cast<uint32_t>(found - worker.steps.begin()) : kNone);
  }
  const CodeLines code = CodeLinesOf(profile);
  std::vector<uint32_t> place_of_node(profile.nodes.size(), kNone);
  const NodeStepTable& rows = profile.node_steps;
  for (size_t row = 0; row < rows.size(); ++row) {
    const uint32_t step = place_of_step[rows.step[row]];
    if (step == kNone) continue;
    const NodeId id = rows.node[row];
    uint32_t& place = place_of_node[id.value];
    if (place == kNone) {
      place = static_cast<uint32_t>(worker.nodes.size());
      Worker::Node node;
      node.name = profile.NameOf(id);
      node.op = profile.strings[profile.nodes.op[id.value]];
      node.code = code.OwnerOf(node.name).line;
      node.kind = KindOfWork(node.op, node.name);
      worker.nodes.push_back(std::move(node));
    }
    worker.nodes[place].times.push_back(
        {step, std::max<int64_t>(NanosOf(profile, row), 0)});
  }
  for (Worker::Node& node : worker.nodes) JoinSteps(node.times);
  std::sort(worker.nodes.begin(), worker.nodes.end(),
            [](const Worker::Node& a, const Worker::Node& b) {
              return a.name < b.name;
            });
  return worker;
}

}  // namespace tfprof
