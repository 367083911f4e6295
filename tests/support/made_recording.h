// SPDX-License-Identifier: Apache-2.0
// Recordings of a host, made up in a test.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/step_selection.h"
#include "model/xspace/recording_sink.h"

namespace tfprof {

class RecordingMaker {
 public:
  explicit RecordingMaker(std::string_view host) {
    recording_.host = host;
    recording_.devices.push_back(
        {Recording::Device::Kind::kHost, "/device:cpu:0"});
    recording_.devices.push_back(
        {Recording::Device::Kind::kGpu, "/device:gpu:0"});
  }

  // Adds an operation that ran `count` times, for `self_ps` in all, in a step.
  void Add(std::string_view name, std::string_view type, int64_t self_ps,
           uint32_t count = 1, int64_t step = Recording::kNoStep,
           Recording::RowKind kind = Recording::RowKind::kOperation,
           uint32_t device = 0) {
    Recording::Row& row = recording_.rows.emplace_back();
    row.kind = kind;
    row.device = device;
    row.name = recording_.strings.Intern(name);
    row.type = recording_.strings.Intern(type);
    row.kernel = recording_.strings.Intern(device == 0 ? "" : "kernel");
    recording_.cells.Push(
        {self_ps, self_ps, count,
         static_cast<uint32_t>(recording_.rows.size() - 1)});
    const auto at = static_cast<uint32_t>(recording_.rows.size() - 1);
    recording_.cell_runs.push_back({step, at, at + 1});
  }

  Recording::Step& AddStep(int64_t number, int64_t length_ps) {
    Recording::Step& step = steps_.emplace_back();
    step.number = number;
    recording_.NameStep(number, "train " + std::to_string(number));
    step.length_ps = length_ps;
    return step;
  }

  Recording& recording() { return recording_; }

  Recordings Finish() {
    for (const Recording::Step& step : steps_) recording_.steps.push_back(step);
    return {std::make_shared<const Recording>(std::move(recording_))};
  }

 private:
  Recording recording_;
  std::deque<Recording::Step> steps_;
};

inline int64_t& PartOf(Recording::Step& step, StepPart part) {
  return step.parts_ps[static_cast<size_t>(part)];
}

inline ChosenSteps StepsNumbered(std::vector<int64_t> numbers) {
  ChosenSteps chosen;
  chosen.numbers = std::move(numbers);
  return chosen;
}

}  // namespace tfprof
