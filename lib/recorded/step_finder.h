// SPDX-License-Identifier: Apache-2.0
// The parts that FindSteps is made of. Section numbers of comments are those of
// docs/recordings.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recorded/recorded_host.h"
#include "recorded/recorded_steps.h"
#include "recorded/span_index.h"

namespace tfprof {

// A step while it is made.
struct StepDraft {
  HostStep step;
  std::optional<int64_t> number;  // as marked, which may repeat in a name
  std::optional<TimeSpan> mark;   // its marker or call
  std::optional<int64_t> group;   // number of the file's group
  bool has_work = false;          // HostStep::work is known
};

// Finds the steps of a recording and which work belongs to each.
class StepFinder {
 public:
  static constexpr uint32_t kNone = RecordedSteps::kOutside;

  explicit StepFinder(RecordedHost& host);

  // The steps of the recording, or the recording as one step.
  RecordedSteps Find();
  RecordedSteps FindWhole();

 private:
  // Step markers of a host.
  bool FindMarkers();
  std::vector<uint32_t> OuterMarkers() const;
  std::vector<uint32_t> AddMarkers(const std::vector<uint32_t>& markers);
  void AssignByMarkers(const std::vector<uint32_t>& markers,
                       const std::vector<uint32_t>& step_of_marker);
  void NoteCutSteps(bool has_groups);

  // Lines of steps of devices.
  bool FindDeviceSteps();
  void AssignByParts(const std::vector<std::vector<DeviceStepPart>>& parts);

  // Runs of a program, calls of a function.
  bool FindProgramSteps();
  std::vector<std::pair<int64_t, std::string>> HeavyModules() const;
  bool SplitByRuns(std::string_view module);
  void SplitByCalls(std::string_view module,
                    const std::vector<uint32_t>& calls);
  bool FindFunctionCalls();
  void MakeWhole();

  // Finds the host events of runs without a recorded launch.
  void PairRunsWithCalls();
  int64_t LaunchTime(const Executions::Row& row) const;

  // Windows.
  void FindExtents();
  void FindLengths();
  void LayEndToEnd(std::vector<uint32_t> series);
  void NumberSteps();
  void FindCompiled();
  RecordedSteps Finish();

  uint32_t AddStep(std::string name, std::optional<int64_t> number,
                   TimeSpan span, LengthIs length_is);

  void Assign(uint32_t work, uint32_t step) { step_of_work_[work] = step; }

  RecordedHost& host_;
  // By module without trailing `_`: outermost calls of JAX, by begin.
  std::map<std::string, std::vector<uint32_t>, std::less<>> calls_;
  StepsAre steps_are_ = StepsAre::kWhole;
  std::vector<StepDraft> drafts_;
  std::vector<uint32_t> step_of_work_;
  std::vector<uint32_t> step_of_operation_;
};

// "jit_train_step" of "PjitFunction(train_step)", as XLA names the module of a
// function, without trailing `_`.
std::string ModuleOfCall(std::string_view call);

std::string_view WithoutTrailing(std::string_view text, char c);

std::string_view WithoutBlankEnds(std::string_view text);

// By row of `host.work`: how many runs of its instruction it stands for.
std::vector<uint32_t> CountRuns(const RecordedHost& host,
                                const std::vector<uint32_t>& step_of_work);

}  // namespace tfprof
