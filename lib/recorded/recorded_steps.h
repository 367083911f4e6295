// SPDX-License-Identifier: Apache-2.0
// RecordedSteps: the steps of one recording, and of several together. Times
// are picoseconds since the recording began; those of two recordings are never
// compared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// What the steps of a recording are made of; the words of `steps_are`.
enum class StepsAre : uint8_t {
  kMarkers,      // "steps by markers"
  kDeviceSteps,  // "steps of the device"
  kRuns,         // "runs of a program"
  kCalls,        // "calls of a function"
  kWhole,        // "no steps: the whole file is one"
};

std::string_view WordsOf(StepsAre steps_are);

// How the window of a step was found; the words of `length_is`.
enum class LengthIs : uint8_t {
  kMarker,       // "marker"
  kEndToEnd,     // "end to end of work"
  kFirstWork,    // "from the begin of its work"
  kDeviceSteps,  // "steps line of the device"
  kCall,         // "call"
  kWhole,        // "whole"
};

std::string_view WordsOf(LengthIs length_is);

// A step of one recording.
struct HostStep {
  std::string name;
  int64_t number = 0;  // the user's; of a name that repeats numbers 0, 1, …
  int64_t begin_ps = 0;
  int64_t length_ps = 0;
  LengthIs length_is = LengthIs::kMarker;
  uint32_t marker = kNoRow;  // of HostEvents: its marker or call
  bool has_compiled = false;
  uint64_t records = 0;  // executions that it launched
  // The first begin and the last end of its work; empty without work.
  TimeSpan work;

  int64_t end_ps() const { return begin_ps + length_ps; }
};

struct RecordedSteps {
  static constexpr uint32_t kOutside = Id<void>::kNone;

  StepsAre steps_are = StepsAre::kWhole;
  std::vector<HostStep> steps;  // in order of begin
  // By row of RecordedHost::work: the step that launched it, or kOutside.
  std::vector<uint32_t> step_of_work;
  // By row of RecordedHost::operations: the same.
  std::vector<uint32_t> step_of_operation;
  // By row of RecordedHost::work: the runs that it counts as (3.7): the first
  // kernel of a group has the runs of the group, the others have 0.
  std::vector<uint32_t> runs_of_work;
  int64_t outside_ps = 0;  // self time of work of no step

  // Rows of work by step: [first_of_step[s], first_of_step[s + 1]) of
  // work_by_step, in the order of RecordedHost::work.
  std::vector<uint32_t> work_by_step;
  std::vector<uint32_t> first_of_step;
};

// Finds the steps of a recording. Adds notices to it.
RecordedSteps FindSteps(RecordedHost& host);

// A process among those of one capture.
struct RecordedProcess {
  std::shared_ptr<RecordedHost> host;
  RecordedSteps steps;
  std::optional<int64_t> rank;  // of several files of one host
  std::string label;            // "worker-1", "worker-1#0"
  std::string prefix;  // of device names: "" for one, else "/worker-1#0"
};

// A step of all processes, paired by name and number.
struct StepOfAll {
  std::string name;
  int64_t number = 0;
  // By process: the row of its RecordedSteps::steps, or kNoRow.
  std::vector<uint32_t> step_of;
  uint32_t processes = 0;                  // how many have it
  int64_t length_ps = 0;                   // of the process that took longest
  LengthIs length_is = LengthIs::kMarker;  // of that process
  bool has_compiled = false;
  bool is_used = false;  // it counts in means, if no flag chooses steps
  uint64_t records = 0;
};

// Latencies of the used steps of one name, by nearest rank.
struct StepNameRow {
  std::string name;
  uint64_t steps = 0;
  int64_t median_ps = 0;
  int64_t p90_ps = 0;
  int64_t p99_ps = 0;
  int64_t most_ps = 0;
};

// All recordings of a capture.
struct Capture {
  std::vector<RecordedProcess> processes;  // by host and rank
  std::vector<StepOfAll> steps;    // by begin; of several processes by number
  std::string default_name;        // the default series
  std::vector<StepNameRow> names;  // by name

  // Rows of `steps` that count for a name, if no flag chooses others.
  std::vector<uint32_t> UsedSteps(std::string_view name) const;
};

// Finds the steps of each, labels the processes and pairs their steps. `hosts`
// in the order of their file names.
Capture MakeCapture(std::vector<std::shared_ptr<RecordedHost>> hosts);

// Value number ceil(n * percent / 100) in ascending order. REQUIRES: not empty.
int64_t NearestRank(std::vector<int64_t> values, int percent);

}  // namespace tfprof
