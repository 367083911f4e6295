// SPDX-License-Identifier: Apache-2.0
#include "wire/intake/input_guard.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "model/xspace/recording.h"

namespace tfprof {

namespace {

// Beyond the size of any machine or step.
constexpr int64_t kMostStartUs = int64_t{1} << 53;     // the year 2255
constexpr int64_t kMostDurationUs = int64_t{1} << 40;  // twelve days
constexpr int64_t kMostBytes = int64_t{1} << 50;       // a pebibyte
constexpr int64_t kMostElements = int64_t{1} << 50;
constexpr int64_t kMostFloatOps = int64_t{1} << 60;

constexpr std::string_view kAbsurd = "values that no run can have";

// True if the absolute value exceeds `most`.
bool IsBeyond(int64_t value, int64_t most) {
  return value > most || value < -most;
}

}  // namespace

bool InputGuard::Takes(std::string_view name) {
  if (!status_.has_value()) return false;
  if (name.size() <= limits_.max_name_bytes) return true;
  status_ = Fail(ErrorCode::kLimit,
                 "{}: a name of {} bytes, '{}...'; raise --max_name_bytes to "
                 "read it",
                 path_, name.size(), Printable(name.substr(0, 40)));
  return false;
}

bool InputGuard::TakesNode(std::string_view name) {
  if (!Takes(name)) return false;
  if (++nodes_ <= limits_.max_nodes) return true;
  status_ = Fail(ErrorCode::kLimit,
                 "{}: more than {} nodes; raise --max_input_nodes to read them",
                 path_, limits_.max_nodes);
  return false;
}

void InputGuard::Warn(std::string_view node, std::string_view what,
                      int64_t value) {
  if (diagnostics_.IsFull(kAbsurd)) return diagnostics_.Count(kAbsurd);
  diagnostics_.WarnOnce(
      kAbsurd, fmt::format("{}: node '{}'{}: {}; is the file damaged?", path_,
                           Printable(node), where_,
                           fmt::format(fmt::runtime(what), value)));
}

void InputGuard::CheckDims(std::string_view node,
                           std::span<const int64_t> dims) {
  int64_t elements = 1;
  for (const int64_t dim : dims) {
    if (dim == -1) continue;  // unknown
    if (dim < 0) return Warn(node, "a dimension of {}", dim);
    if (__builtin_mul_overflow(elements, dim, &elements) ||
        elements > kMostElements) {
      return Warn(node, "a dimension of {} makes too many elements", dim);
    }
  }
}

void InputGuard::CheckFloatOps(std::string_view node, int64_t float_ops) {
  if (float_ops < 0 || float_ops > kMostFloatOps) {
    Warn(node, "{} float operations", float_ops);
  }
}

void InputGuard::CheckTimes(const ExecRecord& exec) {
  if (exec.all_start_us < 0 || exec.all_start_us > kMostStartUs) {
    Warn(exec.name, "a start of {} us", exec.all_start_us);
  }
  for (const int64_t time :
       {exec.op_start_rel_us, exec.op_end_rel_us, exec.all_end_rel_us}) {
    if (IsBeyond(time, kMostDurationUs)) {
      return Warn(exec.name, "a duration of {} us", time);
    }
  }
}

void InputGuard::CheckMemory(const ExecRecord& exec) {
  const auto check = [&](std::initializer_list<int64_t> values) {
    for (const int64_t bytes : values) {
      if (IsBeyond(bytes, kMostBytes)) {
        Warn(exec.name, "{} bytes of memory", bytes);
        return true;
      }
    }
    return false;
  };
  if (check({exec.temp_bytes, exec.persistent_bytes})) return;
  for (const AllocatorRecord& use : exec.memory) {
    if (check({use.total_bytes, use.peak_bytes, use.live_bytes,
               use.bytes_in_use})) {
      return;
    }
  }
  for (const OutputRecord& output : exec.outputs) {
    if (check({output.requested_bytes, output.allocated_bytes})) return;
  }
}

void InputGuard::BeginGraph(const GraphRecord& graph) {
  if (status_.has_value()) next().BeginGraph(graph);
}

void InputGuard::AddNode(const NodeDefinition& node) {
  if (!TakesNode(node.name)) return;
  where_.clear();
  if (node.shape.has_value()) CheckDims(node.name, node.shape->dims());
  for (const ShapeRecord& shape : node.output_shapes) {
    CheckDims(node.name, shape.dims());
  }
  next().AddNode(node);
}

void InputGuard::BeginFunction(const FunctionRecord& function) {
  if (Takes(function.name)) next().BeginFunction(function);
}

void InputGuard::AddFunctionNode(const NodeDefinition& node) {
  if (TakesNode(node.name)) next().AddFunctionNode(node);
}

void InputGuard::AddString(int64_t id, std::string_view text) {
  if (Takes(text)) next().AddString(id, text);
}

StackId InputGuard::AddStack(std::span<const FrameRecord> frames) {
  return status_.has_value() ? next().AddStack(frames) : StackId();
}

void InputGuard::AddOpLogEntry(const OpLogEntry& entry) {
  if (!Takes(entry.name)) return;
  where_.clear();
  CheckFloatOps(entry.name, entry.float_ops);
  next().AddOpLogEntry(entry);
}

void InputGuard::AddCheckpointName(std::string_view name) {
  if (Takes(name)) next().AddCheckpointName(name);
}

void InputGuard::BeginStep(int64_t step) {
  step_ = step;
  if (status_.has_value()) next().BeginStep(step);
}

void InputGuard::BeginDevice(std::string_view device) {
  where_ = fmt::format(" in step {} on '{}'", step_, Printable(device));
  if (Takes(device)) next().BeginDevice(device);
}

void InputGuard::AddExec(const ExecRecord& exec) {
  if (!Takes(exec.name)) return;
  CheckTimes(exec);
  CheckMemory(exec);
  next().AddExec(exec);
}

void InputGuard::EndStep() {
  if (status_.has_value()) next().EndStep();
}

void InputGuard::AddStoredNode(const StoredNode& node) {
  if (!TakesNode(node.name)) return;
  where_.clear();
  CheckDims(node.name, node.shape);
  CheckFloatOps(node.name, node.float_ops);
  for (const StoredNodeStep& run : node.node_steps) {
    for (const StoredTime& time : run.times) {
      if (IsBeyond(time.duration_us, kMostDurationUs)) {
        Warn(node.name, "a duration of {} us", time.duration_us);
        break;
      }
    }
  }
  next().AddStoredNode(node);
}

void InputGuard::AddStoredStep(int64_t step) {
  if (++stored_steps_ > limits_.max_steps && status_.has_value()) {
    status_ =
        Fail(ErrorCode::kLimit,
             "{}: more than {} steps; raise --max_input_steps to read them",
             path_, limits_.max_steps);
  }
  if (status_.has_value()) next().AddStoredStep(step);
}

void InputGuard::SetHasCodeTraces() {
  if (status_.has_value()) next().SetHasCodeTraces();
}

void InputGuard::AddRecording(
    const std::shared_ptr<const Recording>& recording) {
  const auto [known, is_new] =
      file_of_host_.try_emplace(recording->host, path_);
  if (!is_new && known->second != path_) {
    status_ = Fail(ErrorCode::kCorrupt, "{} and {}: both claim to be host {}",
                   known->second, path_, Printable(recording->host));
    return;
  }
  for (const Recording::Row& row : recording->rows) {
    if (!TakesNode(recording->strings[row.name])) return;
  }
  next().AddRecording(recording);
}

}  // namespace tfprof
