// SPDX-License-Identifier: Apache-2.0
// RecordingMaker: the Recording of one process, made of its tables.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "base/hash.h"
#include "model/dump_sink.h"
#include "model/xspace/recording.h"
#include "recorded/step_devices.h"
#include "recorded/numbered_steps.h"

namespace tfprof {

class RecordingMaker {
 public:
  RecordingMaker(const Capture& capture, uint32_t process,
                 const NumberedSteps& series, const RecordingOptions& options,
                 bool canonical_names);

  Recording Make();

 private:
  // A step of the process, by its number in the series.
  struct NumberedStep {
    int64_t number = 0;
    uint32_t step = 0;  // of RecordedSteps::steps
  };

  struct Sum {
    int64_t total_ps = 0;
    int64_t self_ps = 0;
    int64_t count = 0;    // of runs
    int64_t records = 0;  // of executions
  };

  void AddAbout();
  void AddDevices();
  void AddPrograms();
  void FindSteps();

  StringId TextOf(StringId of_host);
  uint32_t RowOf(uint32_t node, uint32_t device, bool is_operation,
                 bool is_eager);
  uint32_t DeviceOf(const RecordedHost::Operation& of) const;
  uint32_t RowOfWork(uint32_t work);
  uint32_t RowOfOperation(uint32_t operation);
  void Count(uint32_t row, int64_t length_ps, int64_t self_ps, int64_t count);
  // Makes cells of what was counted, and sums by device.
  void EndCells(int64_t step, Recording::Step& sums);
  void CountWork(uint32_t work);
  void CountOperation(uint32_t operation);
  void CountStep(uint32_t step);
  void AddSteps();
  void AddWhole();
  void AddParts(Recording::Step& step) const;
  void AddBusy(std::span<const StepDevices::Pair> devices,
               Recording::Step& step);
  Recording::Step::Use& UseOf(uint32_t device);
  void UseAllDevices();
  void FindParts();

  // recording_memory.cc
  void AddMemory();
  int64_t BeginOf(const NumberedStep& of) const;
  int64_t StepAt(int64_t at_ps) const;

  // recording_calls.cc
  class Calls;
  void AddCalls();

  // recording_slices.cc
  void AddSlices();
  void AddHandoffs();
  bool IsInSlices(int64_t step) const;
  // The number of the step that launched it; kNoStep.
  int64_t NumberOf(uint32_t step) const;

  const Capture& capture_;
  const RecordedProcess& process_;
  const RecordedHost& host_;
  const RecordedSteps& recorded_;
  const NumberedSteps& series_;
  const RecordingOptions& options_;
  const bool canonical_names_;
  const uint32_t index_;  // of the process
  Recording recording_;
  std::vector<NumberedStep> steps_;  // by number
  std::vector<NumberedStep> steps_by_begin_;
  std::vector<int64_t> number_of_step_;  // by row of RecordedSteps::steps
  std::vector<StringId> texts_;          // by text of the host
  tsl::robin_map<uint64_t, uint32_t, IntHash> rows_;
  std::vector<Sum> sums_;  // by row
  std::vector<uint32_t> counted_;
  // Of the step that is added, by device; and which devices it has.
  std::vector<Recording::Step::Use> uses_;
  std::vector<bool> is_in_use_;
  std::vector<uint32_t> used_;
  // Unions over all devices, in rising order of what they hold.
  TimeUnion busy_, busy_or_input_, or_launch_, or_host_;
};

}  // namespace tfprof
