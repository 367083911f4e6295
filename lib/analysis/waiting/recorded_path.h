// SPDX-License-Identifier: Apache-2.0
// The chains of the chosen steps of a capture, each process by itself: clocks
// of processes are not compared.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/waiting/step_chain.h"
#include "base/error.h"
#include "recorded/capture.h"

namespace tfprof {

// What-ifs of a step are refused if more of its path is unknown.
inline constexpr double kMostUnknownPart = 0.1;

struct ChainOfStep {
  uint32_t process = 0;      // of Capture::processes
  uint32_t step = 0;         // of RecordedSteps::steps
  uint32_t step_of_all = 0;  // of Capture::steps
  ChainSums sums;
};

// A name that is on a chain, with all of its pieces.
struct ChainPart {
  bool is_work = false;
  WaitReason reason = WaitReason::kUnknown;
  std::string_view name;  // of the work, or the event that gave the reason
  int64_t path_ps = 0;
  int64_t guess_ps = 0;
  uint64_t times = 0;

  // "work", or the reason.
  std::string_view Kind() const;
};

struct RecordedPath {
  std::shared_ptr<const Capture> capture;
  // By process; pieces borrow its texts.
  std::vector<std::shared_ptr<const HostView>> views;
  std::vector<ChainOfStep> steps;  // in the order of the chosen steps
  uint32_t median = 0;             // of Capture::steps
  // By process: the chain of the median step; empty if it lacks that step.
  std::vector<std::vector<ChainPiece>> pieces;

  const HostStep& StepOf(const ChainOfStep& chain) const {
    return capture->processes[chain.process].steps.steps[chain.step];
  }

  // The chain of the median step in a process; null if it lacks that step.
  const ChainOfStep* MedianOf(uint32_t process) const;

  // The parts of that chain, the longest first.
  std::vector<ChainPart> PartsOf(uint32_t process) const;
};

// The step of median length; of two the shorter, then the earlier. `steps` are
// rows of Capture::steps. REQUIRES: there are some.
uint32_t MedianStepOf(const Capture& capture,
                      const std::vector<uint32_t>& steps);

// Finds the chains of `steps`, and keeps the pieces of `median`, one of them.
// Fails with kInternal if a chain does not add up.
Result<RecordedPath> FindRecordedPath(std::shared_ptr<const Capture> capture,
                                      const std::vector<uint32_t>& steps,
                                      uint32_t median,
                                      const OwnFiles& own);

}  // namespace tfprof
