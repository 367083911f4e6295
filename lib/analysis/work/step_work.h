// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/tasks/step_tasks.h"
#include "analysis/work/defined_nodes.h"
#include "analysis/work/formulas.h"
#include "analysis/work/ran_nodes.h"

namespace tfprof {

// The work of one execution of an operation.
struct ExecutionWork {
  std::string_view type;             // as executed; empty if nothing tells it
  const Formula* formula = nullptr;  // null if there is none for the type
  std::string_view remark;
  int64_t op_ns = 0;
  Count float_ops = 0;
  Count product_ops = 0;  // without fused operations
  Count bytes = 0;        // least bytes to move
  bool uses_graph_shapes = false;
};

// The work of the operations of one host in one step.
class StepWork {
 public:
  // `records` of `tasks` need shapes. `defined` may be null. REQUIRES: all
  // arguments outlive this.
  StepWork(const StepTasks& tasks, const RanNodesSink& ran,
           const DefinedNodes* defined);

  // REQUIRES: the task is an operation. Valid until the next call.
  ExecutionWork Of(uint32_t task);

 private:
  // A node, as far as it is the same for executions of one type.
  struct Node {
    StringId name;  // invalid before the first
    StringId label_type;
    std::string_view type;
    const Formula* formula = nullptr;
    const OpAttrs* attrs = nullptr;
    OpAttrs own_attrs;  // if `attrs` lie nowhere else
  };

  // The size of the cache. Caching all nodes would take more memory than their
  // executions, and few nodes run repeatedly.
  static constexpr size_t kReadNodes = 4096;

  struct Tensors {
    std::vector<ShapeView> shapes;
    std::vector<int32_t> dtypes;  // 0 if not known
  };

  const Node& Read(uint32_t task);
  void TakeInputs(uint32_t task, ExecutionWork& work);
  void TakeInput(const StepRecords::Input& input, ExecutionWork& work);
  const StepRecords::Output* OutputOf(uint32_t task, int32_t slot) const;
  bool HasOneShape(uint32_t task) const;
  void TakeOutputs(uint32_t task);
  std::span<const StepRecords::Output> OutputsOf(uint32_t task) const;
  ShapeView ShapeOf(const StepRecords::Output& output) const;
  static Count BytesOf(const Tensors& tensors);

  const StepTasks& tasks_;
  const StepRecords& records_;
  const RanNodesSink& ran_;
  const DefinedNodes* const defined_;
  OpAttrs untold_attrs_;  // of nodes in no graph
  std::vector<bool> has_run_;       // by name: as an operation
  std::vector<Node> read_;          // by name, modulo their number
  std::vector<uint32_t> producer_;  // of the current task, by node
  Tensors inputs_;                  // of the current task
  Tensors outputs_;
};

}  // namespace tfprof
