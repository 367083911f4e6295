// SPDX-License-Identifier: Apache-2.0
// The first screen about a dump: the length of a step, where the time goes, and
// where to look first. Times are in ns.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/cell_text.h"
#include "report/graph_summary.h"
#include "report/table.h"

namespace tfprof {

struct DumpSummary {
  struct Lengths {
    int64_t median_ns = 0;  // over the steps of the summary
    int64_t least_ns = 0;
    int64_t most_ns = 0;
    std::optional<double> busy_share;
    std::optional<double> parallelism;
    bool is_recording = false;  // of a recording without steps
  };

  // A part of a device's time in the steps; the parts add up to it, but for
  // less than 0.1 %.
  struct AccountPart {
    std::string name;  // "compute"; of idle time the reason, "host read"
    double share = 0;
    bool is_idle = false;
    bool is_guess = false;  // the reason is mostly a guess
    // Of idle time: the event, line or region of the host with most of it.
    std::string evidence = {};
  };

  // A device in the steps of a recording, by their windows. Sums over `steps`.
  struct Device {
    std::string name;
    int64_t steps = 0;
    double busy_ps = 0;
    double waiting_ps = 0;
    double idle_ps = 0;
    std::vector<AccountPart> account;  // empty if it is not shown

    double Share(double ps) const {
      const double length_ps = busy_ps + waiting_ps + idle_ps;
      return length_ps > 0 ? ps / length_ps : 0;
    }
  };

  // Latencies of the steps of a name.
  struct StepName {
    std::string name;
    int64_t steps = 0;
    int64_t median_ns = 0;
    int64_t p90_ns = 0;
    int64_t p99_ns = 0;
    int64_t most_ns = 0;
  };

  // A part of the critical path of the step of median length.
  struct Part {
    OwnedText name = "";  // common prefix of its operations' names
    OwnedText type = "";  // of the operations
    OwnedText code = "";  // the line of code; empty if unknown
    int64_t times = 0;
    int64_t path_ns = 0;
    OwnedText function = "";    // the function of that line; empty if unknown
    bool brings_input = false;  // a reader, a queue, a Python function
  };

  struct Path {
    int64_t step = 0;
    int64_t length_ns = 0;
    // Longest first. A deque, because a vector takes up to three times its
    // memory while it grows.
    std::deque<Part> parts;
    int64_t wait_ns = 0;  // before operations, while a stream was busy
    int64_t gap_ns = 0;   // between the operations

    double ShareOf(int64_t nanos) const {
      return length_ns > 0
                 ? static_cast<double>(nanos) / static_cast<double>(length_ns)
                 : 0;
    }
  };

  struct Memory {
    std::string allocator;
    int64_t step = 0;  // the step with the greatest peak
    int64_t peak_bytes = 0;
    // if false, only the step's own allocations are known
    bool has_base = false;
    // the time of the peak, as a share of the step
    std::optional<double> at_share;
    std::vector<std::pair<std::string, double>> scopes;  // shares of the peak
  };

  struct Work {
    std::optional<double> float_ops;  // a step
    std::optional<double> flops_per_s;
    // share of time of operations with known float ops
    std::optional<double> known_time_share;
    // Time of what jax.checkpoint computes again; of recordings.
    std::optional<double> recomputed_us = {};
  };

  struct Finding {
    std::string finding;    // one word
    std::string text;       // the finding and the remedy
    std::string name = {};  // of scope, operation or buffer
    std::string code = {};
    std::optional<double> saves_ns = {};  // the saving in the step, if known
    // Of programs of a recording; empty if it is about several.
    std::optional<std::string> program = {};
    std::optional<int64_t> saves_bytes = {};
  };

  std::string title;  // "cnn_lstm: 6 steps of 1 device, 789 nodes."
  std::string about;  // names the steps of the summary
  std::optional<Lengths> step;
  std::vector<Device> devices;       // of recordings
  std::vector<StepName> step_names;  // if they matter
  std::optional<Path> path;
  // The most expensive rows if there is no critical path: see TopOf.
  std::optional<Table> top;
  std::vector<Memory> memory;
  bool has_other_allocators = false;  // too small to be shown
  std::optional<Work> work;
  std::vector<Finding> findings;
  std::vector<std::string> next;  // commands
};

// The devices that people see, by row, and what they are of all: up to four; of
// more the least busy, the median and the most busy one.
std::vector<std::pair<size_t, std::string_view>> ShownDevices(
    const std::vector<DumpSummary::Device>& devices);

// Its sections for programs: step, path or top, memory, work, findings.
std::vector<NamedTable> TablesOf(const DumpSummary& summary);

}  // namespace tfprof
