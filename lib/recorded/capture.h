// SPDX-License-Identifier: Apache-2.0
// Capture: the recordings of one run of a program, a process each, and their
// steps together. Times are picoseconds, and those of two processes are never
// compared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/step_selection.h"
#include "recorded/recorded_host.h"
#include "recorded/recorded_steps.h"

namespace tfprof {

// A process among those of one capture.
struct RecordedProcess {
  std::shared_ptr<RecordedHost> host;
  uint32_t file = 0;  // its place among the files
  RecordedSteps steps;
  std::optional<int64_t> rank;  // of several files of one host
  std::string label;            // "worker-1", "worker-1#0"
  std::string prefix;  // of device names: "" for one, else "/worker-1#0"
  // Devices that ran anything, rows of RecordedHost::devices.
  std::vector<uint32_t> ran;
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

// The use of one device in one step of its process. By window: busy + waiting +
// idle is the length of the step. By membership: records and sum.
struct StepDeviceUse {
  uint32_t device = 0;  // of RecordedHost::devices
  int64_t busy_ps = 0;
  int64_t waiting_ps = 0;
  int64_t idle_ps = 0;
  uint64_t records = 0;  // work, and operations of TensorFlow
  int64_t sum_ps = 0;    // of their self times
};

// Steps that an answer is about.
struct CaptureChoice {
  std::vector<uint32_t> steps;   // rows of Capture::steps, in their order
  std::string name;              // of all of them; empty if they have several
  std::string_view are = "all";  // the word, or "listed"
  std::string note;              // what a reader must know
};

// All recordings of a capture.
struct Capture {
  std::vector<RecordedProcess> processes;  // by host and rank
  std::vector<StepOfAll> steps;    // by begin; of several processes by number
  std::string default_name;        // the default series
  std::vector<StepNameRow> names;  // by name
  bool is_whole = false;           // the recordings count as one step

  // Rows of `steps` that count for a name, if no flag chooses others.
  std::vector<uint32_t> UsedSteps(std::string_view name) const;

  // The steps that `--steps` asks for. Numbers and words are of the default
  // series, `all` is of all names. Fails with kInvalidArgument if there is no
  // such name or number.
  Result<CaptureChoice> Choose(const StepSelection& asked) const;
};

struct CaptureOptions {
  bool as_one_step = false;  // --steps=whole
};

// Finds the steps of each, labels the processes and pairs their steps. `hosts`
// in the order of their file names.
Capture MakeCapture(std::vector<std::shared_ptr<RecordedHost>> hosts,
                    const CaptureOptions& options = {});

// By row of a process' RecordedSteps::steps: it is among `steps`, rows of
// Capture::steps.
std::vector<bool> ChosenStepsOf(const Capture& capture, uint32_t process,
                                const std::vector<uint32_t>& steps);

// A row for each device that ran anything in the recording.
std::vector<StepDeviceUse> UsesOf(const RecordedProcess& process,
                                  uint32_t step);

// A row for each of `devices`, which are in ascending order.
std::vector<StepDeviceUse> UsesOf(const RecordedProcess& process, uint32_t step,
                                  std::span<const uint32_t> devices);

// Devices of RecordedProcess::ran with work of the step, in ascending order.
std::vector<uint32_t> DevicesOf(const RecordedProcess& process, uint32_t step);

// The members of a step on devices of RecordedProcess::ran.
struct StepRecordSums {
  uint64_t records = 0;
  int64_t sum_ps = 0;  // of self times
};

StepRecordSums WorkOfStep(const RecordedProcess& process, uint32_t step);

// The share of all self time that belongs to no step; nothing without any.
std::optional<double> ShareOutsideOf(const RecordedProcess& process);

// Value number ceil(n * percent / 100) in ascending order. REQUIRES: not empty.
int64_t NearestRank(std::vector<int64_t> values, int percent);

}  // namespace tfprof
