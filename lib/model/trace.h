// SPDX-License-Identifier: Apache-2.0
// Trace: the records of a step exactly as the dump has them, in its order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/lists.h"
#include "base/string_pool.h"
#include "model/dump_sink.h"

namespace tfprof {

struct Trace {
  struct Device {
    StringId name;       // as recorded, not in lower case
    uint32_t first = 0;  // its records are [first, end)
    uint32_t end = 0;
  };

  struct Output {
    StringId allocator;
    StringId tensor;  // a serialized TensorDescription
    int64_t requested_bytes = 0;
  };

  StringPool strings;
  int64_t step = 0;
  std::vector<Device> devices;
  // By record. Times are in us.
  std::vector<StringId> name;
  std::vector<StringId> label;
  std::vector<int64_t> start;
  std::vector<int64_t> duration;  // all_end_rel: to the end of everything
  Lists<Output> outputs;

  size_t size() const { return name.size(); }
};

// Collects the records of steps, each as a Trace. Other inputs are ignored.
class TraceBuilder final : public DumpSink {
 public:
  // `with_receives` takes the time of a RecvTensor that old releases left out
  // from where they recorded it.
  explicit TraceBuilder(bool with_receives = false)
      : with_receives_(with_receives) {}

  std::vector<Trace> Finish() { return std::move(traces_); }

  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

 private:
  const bool with_receives_;
  std::vector<Trace> traces_;
};

}  // namespace tfprof
