// SPDX-License-Identifier: Apache-2.0
// Trace: the records of a step exactly as in the dump, in its order.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/column.h"
#include "base/lists.h"
#include "base/shared_strings.h"
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

  // The bytes of an allocator over time, if more is known than the outputs of
  // records tell.
  struct Curve {
    struct Level {
      int64_t at = 0;  // us
      int64_t bytes = 0;
    };

    std::string name;
    std::vector<Level> levels;
  };

  SharedStrings strings;  // shared by steps, not by hosts
  int64_t step = 0;
  std::vector<Device> devices;
  std::vector<Curve> curves;
  // By record; an XSpace has no labels and no outputs. Times are in us.
  Column<StringId> name;
  Column<StringId> label;
  Column<int64_t> start;
  Column<int64_t> duration;  // all_end_rel: until the end of all work
  Lists<Output> outputs;

  // For XSpaces, whose planes are the devices: the host, the picoseconds beyond
  // whole us, and the lines of each plane and record. Else empty.
  struct Event {
    uint32_t start_ps = 0;
    uint32_t duration_ps = 0;
    uint32_t line = 0;  // of its plane

    bool operator==(const Event&) const = default;
  };

  bool is_recording = false;
  std::string host;
  // set if these are the events of one step only
  std::optional<int64_t> events_of;
  Column<Event> events;   // by record
  Lists<StringId> lines;  // by device

  size_t size() const { return name.size(); }

  // The microsecond of a time.
  static int64_t MicrosOf(int64_t ps);

  // For XSpaces. The caller counts the record for its device.
  void AddEvent(StringId of_name, int64_t begin_ps, int64_t duration_ps,
                uint32_t line);

  std::string_view LabelOf(size_t record) const {
    return is_recording ? std::string_view() : strings[label[record]];
  }

  std::span<const Output> OutputsOf(size_t record) const {
    return is_recording ? std::span<const Output>() : outputs[record];
  }
};

// A deque, since there may be many steps: a vector would hold them twice while
// it grows, and could not free finished ones.
using Traces = std::deque<Trace>;

// Collects the records of steps, each as a Trace. Ignores other inputs.
class TraceBuilder final : public DumpSink {
 public:
  // `with_receives`: old releases left out the duration of RecvTensor; the end
  // of its operation is used instead (SpanOf).
  explicit TraceBuilder(bool with_receives = false)
      : with_receives_(with_receives) {}

  Traces Finish() {
    for (Trace& trace : traces_) trace.strings.Freeze();
    strings_ = SharedStrings();
    return std::move(traces_);
  }

  // The strings of the steps being read.
  const SharedStrings& strings() const { return strings_; }

  // The last step read, for callers that take one after the other; nothing if
  // there is none.
  std::optional<Trace> TakeStep();

  void BeginStep(int64_t step) override;
  void BeginDevice(std::string_view device) override;
  void AddExec(const ExecRecord& exec) override;

  bool wants_recording() const override { return false; }

 private:
  const bool with_receives_;
  SharedStrings strings_;  // of steps
  Traces traces_;
};

}  // namespace tfprof
