// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "analysis/fleet/work_kind.h"
#include "base/column.h"
#include "base/string_pool.h"

namespace tfprof {

// The nodes that ran on a worker and their times, in columns: there may be
// millions of either.
class WorkerNodes {
 public:
  struct Node {
    std::string_view name;
    std::string_view op;
    std::string_view code;  // "train.py:41"; empty if it is not known
    WorkKind kind = WorkKind::kOwn;
  };

  struct StepTime {
    uint32_t step = 0;  // an index in Worker::steps
    int64_t ns = 0;

    bool operator==(const StepTime&) const = default;
  };

  size_t size() const { return kind_.size(); }

  // Its texts are valid as long as this.
  Node operator[](size_t node) const {
    const StringPool& strings = *strings_;
    return {strings[name_[node]], strings[op_[node]], strings[code_[node]],
            kind_[node]};
  }

  // How many steps it took time in.
  size_t TimeCount(size_t node) const {
    const bool is_last = node + 1 == begin_.size();
    return (is_last ? step_.size() : begin_[node + 1]) - begin_[node];
  }

  // Steps ascend.
  StepTime TimeOf(size_t node, size_t place) const {
    const size_t at = begin_[node] + place;
    return {step_[at], ns_[at]};
  }

  void Add(const Node& node) {
    name_.push_back(strings_->Intern(node.name));
    op_.push_back(strings_->Intern(node.op));
    code_.push_back(strings_->Intern(node.code));
    kind_.push_back(node.kind);
    begin_.push_back(step_.size());
  }

  // Adds time to the last node. REQUIRES: steps are ascending.
  void AddTime(uint32_t step, int64_t ns) {
    if (ns == 0) return;
    const size_t last = step_.size() - 1;
    if (begin_.back() < step_.size() && step_[last] == step) {
      ns_.Add(last, ns);
      return;
    }
    ns_.Set(step_.size(), ns);
    step_.push_back(step);
  }

  // After the last node.
  void Freeze() { strings_->Freeze(); }

 private:
  // Copies share them.
  std::shared_ptr<StringPool> strings_ = std::make_shared<StringPool>();
  std::vector<StringId> name_;
  Column<StringId> op_;
  Column<StringId> code_;
  Column<WorkKind> kind_;
  // The first time of each node; the times of all are in one row of columns.
  std::vector<size_t> begin_;
  Column<uint32_t> step_;
  Column<int64_t> ns_;
};

}  // namespace tfprof
