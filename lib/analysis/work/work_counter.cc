// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/work_counter.h"

#include <utility>

namespace tfprof {

namespace {

std::optional<int64_t> Known(const Count& count) {
  if (!count.is_known()) return std::nullopt;
  return count.value();
}

// Adds to a number that `is_known`, unless then it is not.
void AddTo(Column<int64_t>& column, uint32_t row, const Count& more,
           bool& is_known) {
  const Count sum = Count(column[row]) + more;
  is_known &= sum.is_known();
  if (is_known) column.Set(row, sum.value());
}

}  // namespace

WorkCounter::WorkCounter(const Graph* defined, LoggedFloatOps logged)
    : logged_(std::move(logged)) {
  if (defined != nullptr) defined_.emplace(*defined);
}

void WorkCounter::AddStep(const std::vector<StepTasks>& hosts,
                          const RanNodesSink& ran, StepRecords&& records) {
  if (steps_ > 0) return AddTasks(hosts, ran);
  AddOnlyStep(hosts, ran);
  own_names_ = std::move(records.strings);
  of_step_ = nullptr;
}

void WorkCounter::AddOnlyStep(const std::vector<StepTasks>& hosts,
                              const RanNodesSink& ran) {
  if (!hosts.empty()) {
    const StringPool& names = hosts[0].records->strings;
    of_step_ = &names;
  }
  AddTasks(hosts, ran);
}

void WorkCounter::AddTasks(const std::vector<StepTasks>& hosts,
                           const RanNodesSink& ran) {
  ++steps_;
  for (const StepTasks& tasks : hosts) {
    const StringPool& strings = tasks.records->strings;
    const bool is_as_it_is = &strings == of_step_;
    // By the step's StringId.
    std::vector<StringId> name_of(is_as_it_is ? 0 : strings.size());
    StepWork step(tasks, ran, defined_ ? &*defined_ : nullptr);
    for (uint32_t task = 0; task < tasks.size(); ++task) {
      const TaskKind kind = tasks.kind[task];
      if (kind != TaskKind::kOperation && kind != TaskKind::kKernel) continue;
      StringId name = tasks.NodeOf(task);
      if (!is_as_it_is) {
        StringId& own = name_of[name.value];
        if (!own.valid()) own = own_names_.Intern(strings[name]);
        name = own;
      }
      const uint32_t row = RowOf(name);
      if (kind == TaskKind::kOperation && tasks.part[task] > 0) {
        op_ns_.Add(row, tasks.Duration(task));  // the return of a call
      } else if (kind == TaskKind::kOperation) {
        Add(step.Of(task), row);
      } else {
        Node node = NodeOf(row);
        node.has_kernels = true;
        Keep(row, node);
        kernel_ns_.Add(row, tasks.Duration(task));
      }
    }
  }
}

uint32_t WorkCounter::RowOf(StringId name) {
  if (name.value >= row_of_.size()) row_of_.resize(Names().size(), kNone);
  uint32_t& row = row_of_[name.value];
  if (row == kNone) {
    row = static_cast<uint32_t>(names_.size());
    names_.Push(name);
  }
  return row;
}

void WorkCounter::Add(const ExecutionWork& work, uint32_t row) {
  Node node = NodeOf(row);
  if (runs_[row] == 0) node.type = strings_.Intern(work.type);
  runs_.Add(row, 1);
  op_ns_.Add(row, work.op_ns);
  AddTo(bytes_, row, work.bytes, node.has_bytes);
  if (work.formula != nullptr && work.formula->is_of_benchmark_model) {
    if (node.product == kNone) {
      node.product = static_cast<uint32_t>(products_.size());
      products_.emplace_back(0);
    }
    products_[node.product] = products_[node.product] + work.product_ops;
  }
  if (!work.float_ops.is_known()) {
    node.why = work.float_ops.missing();
    node.why_index = work.float_ops.index();
  } else {
    AddTo(float_ops_, row, work.float_ops, node.has_float_ops);
    if (!node.remark.valid() && !work.remark.empty()) {
      node.remark = strings_.Intern(work.remark);
    }
    node.is_zero = work.formula->is_zero();
    node.uses_graph_shapes = work.uses_graph_shapes;
  }
  Keep(row, node);
}

NodeWork WorkCounter::Finish(StringId name, uint32_t row) {
  const Node& node = nodes_[row];
  const Count float_ops = node.has_float_ops
                              ? Count(float_ops_[row])
                              : Count::Unknown(Count::Missing::kTooLarge);
  NodeWork work{.node = Names()[name],
                .type = strings_[node.type],
                .runs = runs_[row],
                .time_ns = node.has_kernels ? kernel_ns_[row] : op_ns_[row],
                .float_ops = Known(float_ops),
                .source = {},
                .remark = {},
                .bytes = {},
                .is_product = node.product != kNone,
                .product_ops = 0};
  if (node.has_bytes) work.bytes = bytes_[row];
  if (node.remark.valid()) work.remark = strings_[node.remark];
  if (work.is_product) work.product_ops = Known(products_[node.product]);
  const bool is_known_of_all = node.why == Count::Missing::kNothing;
  if (is_known_of_all && float_ops.is_known()) {
    work.source = node.is_zero ? "zero by definition"
                  : node.uses_graph_shapes
                      ? "formula, shapes of the run and the graph"
                      : "formula, shapes of the run";
    return work;
  }
  const auto logged = logged_.find(work.node);
  const Count by_log = logged == logged_.end()
                           ? Count::Unknown(Count::Missing::kFormula)
                           : Count(logged->second) * work.runs;
  work.float_ops = Known(by_log);
  if (by_log.is_known()) {
    work.source = "op log";
    if (work.is_product) work.product_ops = work.float_ops;
  } else {
    const Count why =
        is_known_of_all ? float_ops : Count::Unknown(node.why, node.why_index);
    work.source = strings_[strings_.Intern("none: " + why.why())];
  }
  return work;
}

void WorkCounter::EndSteps() {
  defined_.reset();
  row_of_ = std::vector<uint32_t>();
}

WorkReport WorkCounter::Finish() {
  EndSteps();
  WorkReport report(names_.size());
  report.steps = steps_;
  report.strings = own_names_;
  uint32_t row = 0;
  names_.Drain([&](StringId name) {
    const uint32_t at = row++;
    if (runs_[at] == 0) return;  // only kernels, no launch
    report.Add(Finish(name, at));
  });
  report.Sort();
  return report;
}

}  // namespace tfprof
