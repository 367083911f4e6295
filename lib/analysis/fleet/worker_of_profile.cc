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
  const NodeStepTable& rows = profile.node_steps;
  // Nodes are in order of their names.
  std::vector<uint32_t> order;
  for (uint32_t row = 0; row < rows.size(); ++row) {
    if (place_of_step[rows.step[row]] != kNone) order.push_back(row);
  }
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const auto key = [&](uint32_t row) {
      return std::pair(rows.node[row].value, place_of_step[rows.step[row]]);
    };
    return key(a) < key(b);
  });
  NodeId last;
  for (const uint32_t row : order) {
    const NodeId id = rows.node[row];
    if (id != std::exchange(last, id)) {
      const std::string_view node = profile.NameOf(id);
      const std::string_view op =
          profile.strings[profile.nodes.op[id.value]];
      worker.nodes.Add(
          {node, op, code.OwnerOf(node).line, KindOfWork(op, node)});
    }
    worker.nodes.AddTime(place_of_step[rows.step[row]],
                         std::max<int64_t>(NanosOf(profile, row), 0));
  }
  worker.nodes.Freeze();
  return worker;
}

}  // namespace tfprof
