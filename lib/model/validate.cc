// SPDX-License-Identifier: Apache-2.0
#include "model/validate.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace tfprof {

namespace {

class Validator {
 public:
  explicit Validator(const Profile& profile) : profile_(profile) {}

  Status Run() {
    CheckNodes();
    CheckNodeSteps();
    CheckRecords();
    CheckStacks();
    const std::vector<int64_t>& steps = profile_.steps;
    Require(std::adjacent_find(steps.begin(), steps.end(),
                               std::greater_equal<>()) == steps.end(),
            "steps: not ascending");
    Require(profile_.covered_nodes <= profile_.nodes.size(),
            "covered_nodes: more than there are");
    return status_;
  }

 private:
  void Require(bool is_so, std::string_view what) {
    if (is_so || !status_) return;
    status_ = Fail(ErrorCode::kInternal, "profile: {}", what);
  }

  template <typename Rows>
  void RequireRows(const Rows& column, size_t rows, std::string_view name) {
    if (column.size() == rows || !status_) return;
    status_ = Fail(ErrorCode::kInternal, "profile: {}: {} rows, not {}", name,
                   column.size(), rows);
  }

  // Rows beyond the column are 0.
  void RequireMostRows(const Column<int64_t>& column, size_t rows,
                       std::string_view name) {
    Require(column.size() <= rows, name);
  }

  // The column may also be empty, if records are not kept.
  template <typename Rows>
  void RequireRowsIfAny(const Rows& column, size_t rows,
                        std::string_view name) {
    if (column.size() > 0) RequireRows(column, rows, name);
  }

  template <typename Ids>
  void RequireStrings(const Ids& ids, std::string_view name,
                      bool may_be_invalid = false) {
    for (size_t i = 0; i < ids.size(); ++i) {
      const StringId id = ids[i];
      Require(id.valid() ? id.value < profile_.strings.size() : may_be_invalid,
              name);
    }
  }

  void CheckNodes() {
    const NodeTable& nodes = profile_.nodes;
    const size_t rows = nodes.size();
    RequireRows(nodes.op, rows, "op");
    RequireRows(nodes.is_device_first, rows, "is_device_first");
    RequireMostRows(nodes.type_list, rows, "type_list");
    RequireMostRows(nodes.id, rows, "id");
    RequireRows(nodes.device, rows, "device");
    RequireRows(nodes.host_device, rows, "host_device");
    RequireRows(nodes.data_format, rows, "data_format");
    RequireRows(nodes.inputs, rows, "inputs");
    RequireRows(nodes.shape, rows, "shape");
    RequireRows(nodes.output_shapes, rows, "output_shapes");
    RequireMostRows(nodes.float_ops, rows, "float_ops");
    RequireRows(nodes.stack, rows, "stack");
    RequireRows(nodes.is_defined, rows, "is_defined");
    RequireRows(nodes.step_count, rows, "step_count");
    RequireRowsIfAny(nodes.attrs, rows, "attrs");
    RequireRowsIfAny(nodes.unread, rows, "unread");
    RequireMostRows(nodes.accelerator_persistent_bytes, rows,
                    "accelerator_persistent_bytes");
    if (!status_) return;
    RequireStrings(nodes.name, "name: no such string");
    RequireStrings(nodes.op, "op: no such string", true);
    RequireStrings(nodes.device, "device: no such string", true);
    RequireStrings(nodes.host_device, "host_device: no such string", true);
    RequireStrings(nodes.data_format, "data_format: no such string", true);
    for (size_t row = 0; status_ && row < rows; ++row) {
      Require(row == 0 || profile_.NameOf(NodeId(row - 1)) <
                              profile_.NameOf(NodeId(row)),
              "name: not in order");
      const int64_t list = nodes.type_list[row];
      Require(list >= 0 && static_cast<size_t>(list) <= nodes.type_lists.size(),
              "type_list: no such list");
      if (!status_) return;
      RequireStrings(nodes.TypesOf(row), "types: no such string");
      for (const InputEdge& input : nodes.inputs[row]) {
        Require(!input.source.valid() || input.source.value < rows,
                "inputs: no such node");
      }
      for (const OutputShape& shape : nodes.output_shapes[row]) {
        Require(shape.dims < nodes.output_dims.size(),
                "output_shapes: no such dims");
      }
      Require(!nodes.stack[row].valid() ||
                  nodes.stack[row].value < profile_.stacks.size(),
              "stack: no such stack");
    }
  }

  void CheckNodeSteps() {
    const NodeStepTable& runs = profile_.node_steps;
    const size_t rows = runs.size();
    RequireRows(runs.step, rows, "runs.step");
    RequireMostRows(runs.run_count, rows, "runs.run_count");
    RequireMostRows(runs.accelerator_us, rows, "runs.accelerator_us");
    RequireMostRows(runs.cpu_us, rows, "runs.cpu_us");
    RequireMostRows(runs.requested_bytes, rows, "runs.requested_bytes");
    RequireMostRows(runs.peak_bytes, rows, "runs.peak_bytes");
    RequireMostRows(runs.residual_bytes, rows, "runs.residual_bytes");
    RequireMostRows(runs.output_bytes, rows, "runs.output_bytes");
    RequireMostRows(runs.all_start_us, rows, "runs.all_start_us");
    RequireMostRows(runs.latest_end_us, rows, "runs.latest_end_us");
    if (!status_) return;
    const size_t steps = std::max<size_t>(profile_.step_numbers.size(), 1);
    for (size_t row = 0; row < rows; ++row) {
      Require(runs.node[row].valid() &&
                  runs.node[row].value < profile_.nodes.size(),
              "runs.node: no such node");
      Require(runs.step[row] < steps, "runs.step: no such step");
    }
  }

  void CheckRecords() {
    const RecordTable& records = profile_.records;
    const size_t rows = profile_.node_steps.size();
    RequireRowsIfAny(records.times, rows, "records.times");
    RequireRowsIfAny(records.memory, rows, "records.memory");
    RequireRowsIfAny(records.outputs, rows, "records.outputs");
    RequireRowsIfAny(records.allocations, rows, "records.allocations");
    RequireRowsIfAny(records.devices, rows, "records.devices");
    if (!status_) return;
    for (size_t row = 0; row < records.devices.size(); ++row) {
      RequireStrings(records.devices[row], "records.devices: no such string");
    }
    for (size_t row = 0; row < records.times.size(); ++row) {
      for (const ExecTime& time : records.times[row]) {
        RequireStrings(std::array{time.device},
                       "records.times: no such device");
      }
    }
  }

  void CheckStacks() {
    for (size_t row = 0; row < profile_.stacks.size(); ++row) {
      for (const FrameId frame : profile_.stacks[row]) {
        Require(frame.valid() && frame.value < profile_.frames.size(),
                "stacks: no such frame");
      }
    }
    for (const Frame& frame : profile_.frames) {
      RequireStrings(std::array{frame.file, frame.function},
                     "frames: no such string");
    }
  }

  const Profile& profile_;
  Status status_;
};

}  // namespace

Status Validate(const Profile& profile) { return Validator(profile).Run(); }

}  // namespace tfprof
