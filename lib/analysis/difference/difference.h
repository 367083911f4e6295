// SPDX-License-Identifier: Apache-2.0
// The difference of two runs as a sum that closes. Means are compared, since
// only means are linear: the changes of the rows add up to the change of the
// mean length of a step. Times are picoseconds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tfprof {

struct DifferenceSide {
  std::string host;  // empty if both sides have one process
  int64_t steps = 0;
  int64_t length_sum_ps = 0;
  int64_t devices = 0;  // that did work; accelerators if there are any
  double work_ps = 0;   // their compute, summed over devices and steps

  double mean_ps() const {
    return steps > 0
               ? static_cast<double>(length_sum_ps) / static_cast<double>(steps)
               : 0;
  }
};

// Exposed work of all devices of a process, or idle time, by what it is.
struct DifferenceRow {
  struct Side {
    int64_t sum_ps = 0;
    uint64_t works = 0;  // of idle time its parts
    int64_t guess_ps = 0;
    double in_flight_ps = 0;  // the sum of the works' lengths
    // Where the work is from: its line, its scope; empty if not known.
    std::string line;
    std::string scope;

    bool is_mostly_guess() const { return 2 * guess_ps > sum_ps; }

    // The line, else the scope; may be empty.
    const std::string& place() const { return line.empty() ? scope : line; }
  };

  std::string host;
  // Of recordings "compute", "collective", "copy", "idle host_read"; of step
  // stats "compute", "copy", "input", "overhead", "queued", "idle". "not
  // recorded" are steps of a recording without work.
  std::string row_class;
  // The operation, the kind of a collective or copy; of idle time its line, or
  // its region, or its program, or its device; may be empty.
  std::string name;
  std::optional<Side> before;
  std::optional<Side> after;
  double change_ps = 0;  // of the mean step

  // True if the time is not work: an input, a delay, or idle time.
  bool is_wait() const;
};

// The parts of all steps of a process. The sums of the parts are the length.
struct ProcessParts {
  using Key = std::pair<std::string, std::string>;  // class and name

  DifferenceSide side;
  std::map<Key, DifferenceRow::Side> sums;
};

// The processes of a run by their names; one process has no name.
struct RunParts {
  bool is_recording = false;
  std::map<std::string, ProcessParts> processes;
};

struct Difference {
  std::vector<DifferenceSide> before;  // by host
  std::vector<DifferenceSide> after;
  std::vector<DifferenceRow> rows;  // the largest change first
  // Names of rows tell their place in the program, as in step stats; else equal
  // names may be of different places, as "fusion.1".
  bool names_are_places = false;

  // The mean of a row's side in the mean step.
  double MeanPs(const DifferenceRow& row, bool is_after) const;
};

// Compares the steps of both sides, process by process.
Difference DifferenceOf(const RunParts& before, const RunParts& after);

}  // namespace tfprof
