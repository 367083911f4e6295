// SPDX-License-Identifier: Apache-2.0
// RecordedSteps: the steps of one recording, and of several together. Times
// are picoseconds since the recording began; those of two recordings are never
// compared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "recorded/recorded_host.h"

namespace tfprof {

// The source of a recording's steps; the words of `steps_are`.
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
  // The same for rows of RecordedHost::operations.
  std::vector<uint32_t> operations_by_step;
  std::vector<uint32_t> first_operation_of_step;

  std::span<const uint32_t> WorkOf(uint32_t step) const {
    return std::span(work_by_step)
        .subspan(first_of_step[step],
                 first_of_step[step + 1] - first_of_step[step]);
  }

  std::span<const uint32_t> OperationsOf(uint32_t step) const {
    return std::span(operations_by_step)
        .subspan(
            first_operation_of_step[step],
            first_operation_of_step[step + 1] - first_operation_of_step[step]);
  }
};

// Finds the steps of a recording. Adds notices to it, and to its runs the
// launches that only the order of calls tells.
RecordedSteps FindSteps(RecordedHost& host);

// The recording as one step, from the first begin to the last end of work.
RecordedSteps WholeAsStep(RecordedHost& host);

}  // namespace tfprof
