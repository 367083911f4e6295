// SPDX-License-Identifier: Apache-2.0
// The contents of XLA clusters, their compilations, and their runs.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/steps/xla_graphs.h"
#include "model/dump_sink.h"
#include "model/transfer.h"

namespace tfprof {

struct XlaReport {
  enum class Compiled : uint8_t { kNo, kMaybe, kYes };

  struct Cluster {
    std::string name;
    int64_t nodes = 0;  // in its function or attribute; 0: unknown
    std::string types;  // the most frequent op types
    // The first nodes, in graph order; null if they are unknown.
    std::shared_ptr<const std::vector<XlaMember>> members;
    int64_t compiles = 0;         // steps that seem to have compiled it
    int64_t compile_us = 0;
    int64_t runs = 0;
    int64_t run_us = 0;  // on the host
    int64_t kernel_us = 0;
    int64_t fallbacks = 0;  // steps that ran its nodes one by one
  };

  struct Step {
    int64_t step = 0;
    Compiled compiled = Compiled::kNo;
    std::string why;
    int64_t compile_us = 0;
    int64_t inside_us = 0;   // on the host, including compilation
    int64_t outside_us = 0;  // other operations on the host
  };

  std::vector<Cluster> clusters;  // by name
  std::vector<Step> steps;
  int64_t requested_nodes = 0;  // that must be compiled
  int64_t refused_nodes = 0;    // that must not be compiled
  bool has_graph = false;

  bool empty() const { return clusters.empty() && requested_nodes == 0; }

  bool HasCompiled(size_t step) const {
    return steps[step].compiled != Compiled::kNo;
  }
};

// Reads the records of steps. Compilations and cache lookups are told apart by
// the longest record of each node in a step.
class XlaSink final : public DumpSink {
 public:
  // REQUIRES: `graphs` outlives the sink.
  explicit XlaSink(const XlaGraphs& graphs) : graphs_(graphs) {}

  // Call before each file, since a file without step stats is a step, too.
  void BeginFile(int64_t step);

  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

  XlaReport Finish();

 private:
  struct Use {
    int64_t compile_us = 0;  // of the compile op, or of the launch
    int64_t run_us = 0;
    int64_t runs = 0;
    int64_t kernel_us = 0;
    bool has_compile = false;  // a compile op, not the compilation
    bool has_run = false;
    bool has_launch = false;
    bool has_fallback = false;
  };

  struct StepUse {
    int64_t step = 0;
    std::map<std::string, Use> clusters;
    int64_t inside_us = 0;
    int64_t outside_us = 0;
  };

  void Judge(XlaReport& report) const;

  const XlaGraphs& graphs_;
  std::vector<StepUse> steps_;
  DeviceRows rows_ = DeviceRows::kOperations;
};

}  // namespace tfprof
