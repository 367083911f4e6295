// SPDX-License-Identifier: Apache-2.0
// Records of steps added up to step tables.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/regex_set.h"
#include "base/table_index.h"
#include "model/dump_sink.h"
#include "report/benchmark_tables.h"

namespace tfprof {

// Takes the records of steps, one file at a time between BeginFile and EndFile.
// A file without step stats is a step, too.
class StepTableSink final : public DumpSink {
 public:
  struct Options {
    bool keep_outputs = false;
    const RegexSet* devices = nullptr;  // the others are not counted
  };

  explicit StepTableSink(const Options& options) : options_(options) {}

  bool wants_output_shapes() const override { return options_.keep_outputs; }

  void BeginFile();
  void EndFile();

  BenchmarkTables Finish() { return std::move(tables_); }

  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

 private:
  // How a device's record names give node and type.
  enum class DeviceForm : uint8_t { kSkipped, kKernels, kCopies, kOperations };

  void KeepOutputs(const ExecRecord& exec, size_t row, bool is_new);

  const Options options_;
  BenchmarkTables tables_;
  TableIndex name_rows_;  // of tables_.names
  std::vector<uint32_t> seen_in_;  // by name: the last step; of kept outputs
  std::map<std::pair<size_t, size_t>, size_t> change_of_;  // by name and slot
  DeviceForm form_ = DeviceForm::kSkipped;
  int64_t order_ = 0;
  int64_t micros_ = 0;
  int64_t bytes_ = 0;
  bool has_start_ = false;
  int64_t start_ = 0;             // of the first record
  int64_t earliest_ = INT64_MAX;  // of the counted records
  int64_t latest_ = INT64_MIN;
};

}  // namespace tfprof
