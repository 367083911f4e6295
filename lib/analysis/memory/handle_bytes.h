// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "analysis/memory/live_memory.h"
#include "model/dump_sink.h"

namespace tfprof {

// Collects the sizes of a graph's resource variables, by the type and the shape
// of their handles, without unknown sizes.
class HandleBytesSink final : public DumpSink {
 public:
  GraphDetail graph_detail() const override {
    return GraphDetail::kDefinitions;
  }

  bool wants_detail_of(std::string_view op) const override {
    return op == kHandle;
  }

  void AddNode(const NodeDefinition& node) override;

  VariableBytes Finish() { return std::move(bytes_); }

 private:
  static constexpr std::string_view kHandle = "VarHandleOp";

  VariableBytes bytes_;
};

}  // namespace tfprof
