// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/step_work.h"

#include <algorithm>

#include "model/dtype.h"

namespace tfprof {

namespace {

constexpr int32_t kReference = 100;  // dtype offset of references
constexpr int32_t kResource = 20;    // dtype of handles; their shape is no size

constexpr int32_t kMostOutputs = 1 << 16;  // more: damaged

}  // namespace

StepWork::StepWork(const StepTasks& tasks, const RanNodesSink& ran,
                   const DefinedNodes* defined)
    : tasks_(tasks),
      records_(*tasks.records),
      ran_(ran),
      defined_(defined),
      has_run_(records_.strings.size()),
      read_(std::min(kReadNodes, records_.strings.size())),
      producer_(records_.strings.size(), StepTasks::kNone) {
  untold_attrs_.are_told = false;
  for (uint32_t task = 0; task < tasks.size(); ++task) {
    if (tasks.kind[task] == TaskKind::kOperation) {
      has_run_[tasks.NodeOf(task).value] = true;
    }
  }
}

// Executions of a node mostly have one type, so it is seldom read again.
const StepWork::Node& StepWork::Read(uint32_t task) {
  const StringId name = tasks_.NodeOf(task);
  const StringId label_type = tasks_.type[task];
  Node& node = read_[name.value % read_.size()];
  if (node.name == name && node.label_type == label_type) return node;
  const std::string_view text = records_.strings[name];
  node.name = name;
  node.label_type = label_type;
  node.type = {};
  node.attrs = &untold_attrs_;
  if (const auto* const ran = ran_.Find(text)) {
    node.type = ran_.TypeOf(*ran);
    node.attrs = &ran_.AttrsOf(*ran);
  } else if (const uint32_t defined = defined_ == nullptr
                                          ? DefinedNodes::kNone
                                          : defined_->Find(text);
             defined != DefinedNodes::kNone) {
    node.type = defined_->TypeOf(defined);
    node.own_attrs = defined_->AttrsOf(defined);
    node.attrs = &node.own_attrs;
  }
  if (label_type.valid()) node.type = records_.strings[label_type];
  node.formula = FindFormula(node.type);
  return node;
}

std::span<const StepRecords::Output> StepWork::OutputsOf(uint32_t task) const {
  return records_.outputs[tasks_.record[task]];
}

ShapeView StepWork::ShapeOf(const StepRecords::Output& output) const {
  if (output.shape == StepRecords::kNoShape) return {};
  const auto dims = records_.shapes[output.shape];
  if (dims.size() > kMostDims) return {};
  return {dims, true};
}

const StepRecords::Output* StepWork::OutputOf(uint32_t task,
                                              int32_t slot) const {
  for (const StepRecords::Output& output : OutputsOf(task)) {
    if (output.slot == slot) return &output;
  }
  return nullptr;
}

// True if all outputs have the same shape and type.
bool StepWork::HasOneShape(uint32_t task) const {
  const auto outputs = OutputsOf(task);
  return std::all_of(outputs.begin(), outputs.end(),
                     [&](const StepRecords::Output& output) {
                       return output.dtype == outputs[0].dtype &&
                              std::ranges::equal(ShapeOf(output).dims,
                                                 ShapeOf(outputs[0]).dims);
                     });
}

void StepWork::TakeInput(const StepRecords::Input& input, ExecutionWork& work) {
  StringId node = input.node;
  bool is_cut = false;
  if (!has_run_[node.value]) {
    const std::string_view sent = WithoutEdgeNumber(records_.strings[node]);
    const StringId cut =
        sent.empty() ? StringId() : records_.strings.Find(sent);
    if (cut.valid()) {
      node = cut;
      is_cut = true;
    }
  }
  const uint32_t producer = producer_[node.value];
  const StepRecords::Output* made =
      producer == StepTasks::kNone ? nullptr : OutputOf(producer, input.slot);
  // The name of a cut input does not tell which output was sent.
  if (is_cut && made != nullptr && !HasOneShape(producer)) made = nullptr;
  const int32_t dtype = made == nullptr ? 0 : made->dtype % kReference;
  ShapeView shape = made == nullptr ? ShapeView{} : ShapeOf(*made);
  if ((!shape.has_rank || dtype == kResource) && defined_ != nullptr) {
    shape = defined_->ShapeOf(records_.strings[node], input.slot);
    if (shape.is_known()) work.uses_graph_shapes = true;
  } else if (dtype == kResource) {
    shape = {};
  }
  inputs_.shapes.push_back(shape);
  inputs_.dtypes.push_back(dtype);
}

void StepWork::TakeInputs(uint32_t task, ExecutionWork& work) {
  inputs_.shapes.clear();
  inputs_.dtypes.clear();
  const auto producers = tasks_.producers[task];
  // Kernels have their operation's name, but no outputs.
  for (const StepTasks::Producer& producer : producers) {
    if (tasks_.IsOnStream(producer.task)) continue;
    producer_[tasks_.NodeOf(producer.task).value] = producer.task;
  }
  const uint32_t row = records_.input_row[tasks_.record[task]];
  for (const StepRecords::Input& input : records_.inputs[row]) {
    if (input.slot != InputName::kControl) TakeInput(input, work);
  }
  for (const StepTasks::Producer& producer : producers) {
    producer_[tasks_.NodeOf(producer.task).value] = StepTasks::kNone;
  }
}

void StepWork::TakeOutputs(uint32_t task) {
  outputs_.shapes.clear();
  outputs_.dtypes.clear();
  for (const StepRecords::Output& output : OutputsOf(task)) {
    if (output.slot < 0 || output.slot >= kMostOutputs) continue;
    const auto slot = static_cast<size_t>(output.slot);
    if (slot >= outputs_.shapes.size()) {
      outputs_.shapes.resize(slot + 1);
      outputs_.dtypes.resize(slot + 1);
    }
    outputs_.shapes[slot] = ShapeOf(output);
    outputs_.dtypes[slot] = output.dtype % kReference;
  }
}

// Counts each tensor once. Unknown if a shape or dtype is.
Count StepWork::BytesOf(const Tensors& tensors) {
  Count bytes = 0;
  for (size_t i = 0; i < tensors.shapes.size(); ++i) {
    const int64_t size = DtypeBytes(tensors.dtypes[i]);
    if (size == 0 || !tensors.shapes[i].is_known()) {
      return Count::Unknown(Count::Missing::kInputShape);
    }
    bytes = bytes + size * Elements(tensors.shapes[i].dims);
  }
  return bytes;
}

ExecutionWork StepWork::Of(uint32_t task) {
  const Node& node = Read(task);
  ExecutionWork work;
  work.type = node.type;
  work.formula = node.formula;
  // A call's own time is what it has outside of its body.
  work.op_ns = tasks_.is_of_call[task]
                   ? tasks_.Duration(task)
                   : std::max<int64_t>(
                         0, std::min(tasks_.OpEnd(task), tasks_.end[task]) -
                                tasks_.OpStart(task));
  TakeInputs(task, work);
  TakeOutputs(task);
  const OpCall call{inputs_.shapes, outputs_.shapes, *node.attrs};
  work.float_ops = FloatOpsOf(node.formula, node.type, call);
  if (node.formula != nullptr) {
    work.remark = RemarkOf(*node.formula, node.type, call);
    if (node.formula->is_of_benchmark_model) {
      work.product_ops = node.formula->count(call, *node.formula);
    }
  }
  work.bytes = node.formula != nullptr && node.formula->moves_nothing
                   ? Count(0)
                   : BytesOf(inputs_) + BytesOf(outputs_);
  return work;
}

}  // namespace tfprof
