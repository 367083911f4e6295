// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include <tsl/robin_map.h>

#include "analysis/work/work_report.h"
#include "model/dump_sink.h"
#include "model/profile.h"

namespace tfprof {

// Float operations of recorded nodes by the work of a graph's nodes. A node
// that ran as another type than the graph's, such as one that others were fused
// into, stays without.
class RecordedFloatOps final : public DumpSink {
 public:
  // REQUIRES: `graph` outlives this.
  explicit RecordedFloatOps(const WorkReport& graph);

  void AddRecording(const std::shared_ptr<const Recording>& recording) override;

  // Sets them where `profile` has none.
  void SetIn(Profile& profile) const;

 private:
  struct Node {
    std::string_view type;
    int64_t float_ops = 0;
  };

  tsl::robin_map<std::string_view, Node> work_;  // by name
};

}  // namespace tfprof
