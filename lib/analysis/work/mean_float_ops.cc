// SPDX-License-Identifier: Apache-2.0
#include "analysis/work/mean_float_ops.h"

namespace tfprof {

MeanFloatOps::MeanFloatOps(WorkCounter& counter) {
  counter.Drain([&](const NodeWork& node) {
    const int64_t mean = node.float_ops.value_or(0) / node.runs;
    if (mean == 0) return;
    names_.Intern(node.node);
    of_name_.push_back(mean);
  });
}

void MeanFloatOps::SetIn(Profile& profile) const {
  for (uint32_t node = 0; node < profile.nodes.size(); ++node) {
    const StringId name = names_.Find(profile.RecordedNameOf(NodeId(node)));
    profile.nodes.float_ops.Set(node,
                                name.valid() ? of_name_[name.value] : 0);
  }
}

}  // namespace tfprof
