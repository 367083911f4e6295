// SPDX-License-Identifier: Apache-2.0
// The length of each step, and the busy time of its devices. A step is a span
// of time: from the first start to the last end of its records.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/intervals.h"
#include "base/keyed_rows.h"
#include "base/numbers.h"
#include "base/small_vector.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"
#include "model/xla_compile.h"
#include "model/xspace/step_part.h"

namespace tfprof {

// The times of a step's records, or of one of its devices. Times are in ns.
struct BusyTime {
  int64_t busy_ns = 0;  // union of the records' spans
  int64_t sum_ns = 0;   // sum of their lengths
  int64_t records = 0;
  uint32_t without_start = 0;  // records without a start, and so without a span

  bool HasTimes() const { return records > without_start; }

  // The mean number of concurrent records while busy; nothing if there is no
  // time.
  std::optional<double> Parallelism() const {
    if (busy_ns <= 0) return std::nullopt;
    return static_cast<double>(sum_ns) / static_cast<double>(busy_ns);
  }
};

// The names of a recording's steps, and the series that counts in means by
// default.
struct StepSeriesWords {
  struct Step {
    int64_t number = 0;
    std::string name;
    std::string_view length_is;  // "marker"
  };

  std::string name;           // empty: they have no name, or several
  std::vector<int64_t> used;  // ascending
  std::string used_are = "warm";  // ChosenSteps::are
  std::string note;           // what a reader must know of that choice
  std::vector<int64_t> compiled;  // in which XLA compiled, ascending
  std::vector<Step> steps;        // by number
  // A hash of the names of executions, as in the files: runs that are compared
  // by names of all releases of JAX may differ in it.
  uint64_t names_hash = 0;
};

struct StepTable {
  struct Device {
    BusyTime time;
    uint32_t name = 0;  // row of device_names
    // Of a recording: how long the step was for the device's process, and
    // whether the device ran anything in the file.
    int64_t length_ns = 0;
    bool is_used = true;
  };

  struct Step {
    int64_t step = 0;
    // The slowest host with all its devices, since clocks of hosts do not
    // agree. `sum_ns` covers all hosts: operations, and the streams of GPUs or
    // else the lines that repeat them; no host tracers.
    int64_t start_ns = 0;
    int64_t end_ns = 0;
    BusyTime time;
    bool has_compiled = false;  // by XLA, according to CompilingSteps
    // For XSpaces, by StepPart: the parts of its length. Else 0.
    PartTimes parts_ps;
    SmallVector<Device> devices;  // in the order of the file

    int64_t LengthNs() const {
      return WrapAdd(end_ns, WrapMultiply(start_ns, -1));
    }

    // A marked step has a length even if nothing ran in it.
    bool HasLength() const { return time.HasTimes() || LengthNs() > 0; }

    int64_t IdleNs() const {
      return WrapAdd(LengthNs(), WrapMultiply(time.busy_ns, -1));
    }

    // Required by KeyedRows.
    int64_t Key() const { return step; }
  };

  // The offset added to the times of a step's kernels to fit their launches.
  struct MovedKernels {
    int64_t step = 0;
    int64_t by_ns = 0;
  };

  std::vector<std::string> device_names;    // as recorded
  KeyedRows<Step> steps;                    // in ascending order
  std::vector<MovedKernels> moved_kernels;  // the same
  std::map<int64_t, std::string> names;     // of steps that have one
  bool is_whole = false;  // an XSpace without steps: it is step 0
  std::optional<StepSeriesWords> series;  // of recordings

  std::string_view NameOf(int64_t step) const {
    const auto found = names.find(step);
    return found == names.end() ? std::string_view() : found->second;
  }
};

// Fills the table as records are read. Keeps the spans of the current step, 32
// bytes a record.
class StepTableBuilder final : public DumpSink {
 public:
  StepTableBuilder();
  ~StepTableBuilder() override;

  bool only_accounts() const override { return true; }

  void NameStep(int64_t step, std::string_view name) override {
    table_.names[step] = name;
  }

  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;
  void EndStep() override;

  // A saved profile spreads the times of a step over its nodes, so a step that
  // EndStep does not close stays open until Finish.
  void AddStoredNode(const StoredNode& node) override;
  void AddStoredStep(int64_t step) override;

  StepTable Finish();

 private:
  struct Line;
  struct OpenStep;

  OpenStep& Open(int64_t step);
  Line& LineOf(OpenStep& step, std::string_view device);
  void Close(OpenStep& step);

  StepTable table_;
  CompilingSteps compiling_;
  StringPool devices_;  // names by row
  std::map<int64_t, std::unique_ptr<OpenStep>> open_;
  OpenStep* step_ = nullptr;
  Line* line_ = nullptr;
};

}  // namespace tfprof
