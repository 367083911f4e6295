// SPDX-License-Identifier: Apache-2.0
// What each name took over several runs: the numbers behind the tables of
// benchmark_model. Memory grows with names, not with runs or executions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tsl/robin_map.h>

#include "model/dump_sink.h"

namespace tfprof {

// Numbers one after the other, of which only these figures are kept.
struct Series {
  int64_t count = 0;
  int64_t first = 0;
  int64_t newest = 0;
  int64_t min = 0;
  int64_t max = 0;
  int64_t sum = 0;
  double squared_sum = 0;

  void Add(int64_t value);

  double Average() const {
    return count == 0 ? 0
                      : static_cast<double>(sum) / static_cast<double>(count);
  }

  // tfprof: truncated, as is the variance it is the root of.
  int64_t Deviation() const;
};

struct StepTables {
  struct Name {
    std::string name;
    std::string type;
    int64_t order = 0;  // of its first record in its first run, from 1
    Series micros;
    Series bytes;  // requested
    int64_t calls = 0;
  };

  std::vector<Name> names;  // in order of first use
  Series run_micros;
  Series run_bytes;
};

// Takes the records of runs: each between BeginRun and EndRun.
class StepTableSink final : public DumpSink {
 public:
  void BeginRun();
  void EndRun();

  StepTables Finish() { return std::move(tables_); }

  void BeginStep(int64_t) override {}

  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

  void EndStep() override {}

  void AddNode(const NodeDefinition&) override {}

  void AddString(int64_t, std::string_view) override {}

  StackId AddStack(std::span<const FrameRecord>) override { return {}; }

  void AddOpLogEntry(const OpLogEntry&) override {}

  void AddCheckpointName(std::string_view) override {}

  void AddStoredNode(const StoredNode&) override {}

  void AddStoredStep(int64_t) override {}

  void SetHasCodeTraces() override {}

 private:
  // How the names and types of a device's records are told.
  enum class DeviceForm : uint8_t { kSkipped, kKernels, kCopies, kOperations };

  StepTables tables_;
  tsl::robin_map<std::string, size_t> row_of_name_;
  DeviceForm form_ = DeviceForm::kSkipped;
  int64_t order_ = 0;
  int64_t micros_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace tfprof
