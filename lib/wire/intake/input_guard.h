// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "model/forwarding_sink.h"

namespace tfprof {

// A filter between the readers and a sink. Passes nothing on after a limit is
// exceeded, so memory stays bounded, and warns of impossible values with file,
// step, device and node. Such values are passed on unchanged, since the
// reference computes with them, too.
class InputGuard final : public ForwardingSink {
 public:
  InputGuard(const ReadLimits& limits, DumpSink& sink, Diagnostics& diagnostics)
      : ForwardingSink(sink), limits_(limits), diagnostics_(diagnostics) {}

  // Sets the file of the following calls.
  void BeginFile(const std::string& path) { path_ = path; }

  // kLimit, with the file and the flag that raises the limit.
  const Status& status() const { return status_; }

  void BeginGraph(const GraphRecord& graph) override;
  void AddNode(const NodeDefinition& node) override;
  void BeginFunction(const FunctionRecord& function) override;
  void AddFunctionNode(const NodeDefinition& node) override;
  void AddString(int64_t id, std::string_view text) override;
  StackId AddStack(std::span<const FrameRecord> frames) override;
  void AddOpLogEntry(const OpLogEntry& entry) override;
  void AddCheckpointName(std::string_view name) override;
  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void EndStep() override;
  void AddStoredNode(const StoredNode& node) override;
  void AddStoredStep(int64_t step) override;
  void SetHasCodeTraces() override;
  // Fails if two files claim the same host.
  void AddRecording(const std::shared_ptr<const Recording>&) override;

 private:
  // False if nothing more may be passed on.
  bool Takes(std::string_view name);
  bool TakesNode(std::string_view name);

  void CheckDims(std::string_view node, std::span<const int64_t> dims);
  void CheckFloatOps(std::string_view node, int64_t float_ops);
  void CheckTimes(const ExecRecord& exec);
  void CheckMemory(const ExecRecord& exec);
  // `what` contains a {} for the value.
  void Warn(std::string_view node, std::string_view what, int64_t value);

  const ReadLimits limits_;
  Diagnostics& diagnostics_;
  std::string path_;
  std::string where_;  // within the file
  int64_t step_ = 0;
  uint64_t nodes_ = 0;
  uint64_t stored_steps_ = 0;
  std::map<std::string, std::string> file_of_host_;
  Status status_;
};

}  // namespace tfprof
