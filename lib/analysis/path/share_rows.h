// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "analysis/path/step_path.h"
#include "base/column.h"
#include "base/rows_of_lists.h"

namespace tfprof {

// The displayed shares of all hosts, in columns: there may be millions.
class ShareRows {
 public:
  void AddHost(std::deque<PathShare> shares) {
    hosts_.AddList(shares.size());
    for (; !shares.empty(); shares.pop_front()) {
      const PathShare& share = shares.front();
      const size_t row = name_.size();
      name_.push_back(share.name);
      is_gradient_.push_back(share.is_gradient);
      path_ns_.Set(row, share.path_ns);
      gap_ns_.Set(row, share.gap_ns);
      wait_ns_.push_back(share.wait_ns);
      times_.Set(row, share.times);
      work_ns_.Set(row, share.work_ns);
      slack_ns_.Set(row, share.slack_ns);
    }
  }

  size_t size() const { return name_.size(); }

  size_t HostOf(size_t row) const { return hosts_.At(row).first; }

  // Leaves out the common fields of its tasks.
  PathShare operator[](size_t row) const {
    return {.name = name_[row],
            .path_ns = path_ns_[row],
            .gap_ns = gap_ns_[row],
            .wait_ns = wait_ns_[row],
            .work_ns = work_ns_[row],
            .slack_ns = slack_ns_[row],
            .times = static_cast<uint32_t>(times_[row]),
            .is_gradient = is_gradient_[row]};
  }

 private:
  RowsOfLists hosts_;
  Column<std::string_view> name_;
  std::vector<bool> is_gradient_;
  std::vector<int64_t> wait_ns_;
  Column<int64_t> path_ns_, gap_ns_, times_, work_ns_, slack_ns_;
};

}  // namespace tfprof
