// SPDX-License-Identifier: Apache-2.0
// What a person sees first of a dump: how long a step is, where the time goes,
// what to look at. Times are in ns.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/cell_text.h"
#include "report/graph_summary.h"
#include "report/table.h"

namespace tfprof {

struct DumpSummary {
  struct Lengths {
    int64_t median_ns = 0;  // of the steps that the numbers are of
    int64_t least_ns = 0;
    int64_t most_ns = 0;
    std::optional<double> busy_share;
    std::optional<double> parallelism;
  };

  // Of the critical path of the step of median length.
  struct Part {
    OwnedText name = "";  // common beginning of its operations' names
    OwnedText type = "";  // of the operations
    OwnedText code = "";  // the line; empty if it is not known
    int64_t times = 0;
    int64_t path_ns = 0;
    OwnedText function = "";  // that the line is in; empty if not known
    bool brings_input = false;  // a reader, a queue, a Python function
  };

  struct Path {
    int64_t step = 0;
    int64_t length_ns = 0;
    // The longest first. Many nodes make many; a list that grows in one piece
    // takes up to three times its memory.
    std::deque<Part> parts;
    int64_t gap_ns = 0;       // between the operations

    double ShareOf(int64_t nanos) const {
      return length_ns > 0
                 ? static_cast<double>(nanos) / static_cast<double>(length_ns)
                 : 0;
    }
  };

  struct Memory {
    std::string allocator;
    int64_t step = 0;  // of the greatest peak
    int64_t peak_bytes = 0;
    bool has_base = false;           // else what the step itself allocated
    std::optional<double> at_share;  // when, as a share of the step
    std::vector<std::pair<std::string, double>> scopes;  // shares of the peak
  };

  struct Work {
    double float_ops = 0;  // a step
    std::optional<double> flops_per_s;
    std::optional<double> known_time_share;  // of operations that are counted
  };

  struct Finding {
    std::string finding;    // one word
    std::string text;       // what it is and what to do
    std::string name = {};  // of scope, operation or buffer
    std::string code = {};
    std::optional<int64_t> saves_ns = {};  // of the step, if that is known
  };

  std::string title;  // "cnn_lstm: 6 steps of 1 device, 789 nodes."
  std::string about;  // which steps the numbers are of
  std::optional<Lengths> step;
  std::optional<Path> path;
  // What took the most, if no path can be told: see TopOf.
  std::optional<Table> top;
  std::vector<Memory> memory;
  std::optional<Work> work;
  std::vector<Finding> findings;
  std::vector<std::string> next;  // commands
};

// Its sections for programs: step, path or top, memory, work, findings.
std::vector<NamedTable> TablesOf(const DumpSummary& summary);

}  // namespace tfprof
