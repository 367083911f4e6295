// SPDX-License-Identifier: Apache-2.0
#include "stored_steps.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"

namespace tfprof {

void StoredSteps::AddStoredNode(const StoredNode& node) {
  const StringId name = strings_.Intern(node.name);
  const StringId type = strings_.Intern(node.op);
  for (const StoredNodeStep& run : node.node_steps) {
    auto& devices = steps_[run.step];
    size_t next = 0;  // memory is listed by scheduled execution
    for (const StoredTime& time : run.times) {
      const bool has_bytes = !time.on_accelerator && next < run.memory.size();
      const int64_t bytes = has_bytes ? run.memory[next++].requested_bytes : 0;
      auto device = devices.find(time.device);
      if (device == devices.end()) {
        device = devices.emplace(time.device, std::vector<Execution>()).first;
      }
      device->second.push_back(
          {name, type, time.start_us, time.duration_us, bytes});
    }
  }
}

void StoredSteps::Emit(int64_t step, DumpSink& sink) const {
  const auto found = steps_.find(step);
  if (found == steps_.end()) return;
  sink.BeginStep(step);
  for (const auto& [device, recorded] : found->second) {
    sink.BeginDevice(device);
    std::vector<Execution> executions = recorded;
    std::stable_sort(executions.begin(), executions.end(),
                     [](const Execution& a, const Execution& b) {
                       return a.start_us < b.start_us;
                     });
    const bool is_stream = Contains(device, "/stream:");
    std::string name, label;
    for (const Execution& execution : executions) {
      const std::string_view node = strings_[execution.name];
      const std::string_view type = strings_[execution.type];
      // Tracers name kernels and executors write labels in these forms. A node
      // missing from the graph was saved with its name as its type.
      const bool has_type = type != node;
      name = has_type && is_stream ? fmt::format("{}:{}", node, type)
                                   : std::string(node);
      label =
          has_type && !is_stream ? fmt::format("{} = {}()", node, type) : "";
      const AllocatorRecord use{.allocator = {},
                                .total_bytes = execution.bytes};
      sink.AddExec({.name = name,
                    .all_start_us = execution.start_us,
                    .op_end_rel_us = execution.duration_us,
                    .all_end_rel_us = execution.duration_us,
                    .label = label,
                    .memory = {&use, execution.bytes != 0 ? size_t{1} : 0}});
    }
  }
  sink.EndStep();
}

std::vector<PickedFile> StoredSteps::FilesOf(const PickedFile& profile) const {
  std::vector<PickedFile> files;
  for (const auto& [step, devices] : steps_) {
    files.push_back(profile);
    files.back().step = step;
  }
  return files;
}

Result<std::optional<StoredSteps>> LoadStoredSteps(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics) {
  const std::vector<PickedFile> profiles = OfRole(files, Role::kProfile);
  if (profiles.empty() || HasRole(files, Role::kRunMetadata)) {
    return std::optional<StoredSteps>();
  }
  std::optional<StoredSteps> steps(std::in_place);
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(profiles, arguments.inputs, *steps, diagnostics));
  diagnostics.Warn(
      "saved profile",
      fmt::format("{}: a saved profile has the time and the requested bytes of "
                  "each execution, but not its inputs, tensors and "
                  "allocations, nor the time before and after an operation's "
                  "own work",
                  profiles[0].path));
  return steps;
}

Failure StoredStepsLack(std::string_view what) {
  return Fail(ErrorCode::kNotFound,
              "{} needs step files, since a saved profile does not have its "
              "data; give RunMetadata by --run_meta_path",
              what);
}

}  // namespace tfprof
