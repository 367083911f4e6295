// SPDX-License-Identifier: Apache-2.0
// The self-time slices of each line, and the hand-overs between them.
#include <algorithm>
#include <map>

#include "model/xspace/execution.h"
#include "recorded/recording_maker.h"

namespace tfprof {

namespace {

// The rows of a line to be cut into slices.
struct OfLine {
  uint32_t row = 0;  // of Recording::rows
  int64_t step = Recording::kNoStep;
  int64_t begin_ps = 0;
  int64_t end_ps = 0;
};

class SliceSink final : public ExecutionSink {
 public:
  SliceSink(uint32_t line, ChunkedVector<SelfTimeSlice>& slices)
      : line_(line), slices_(slices) {}

  void Count(const Execution&) override {}

  void Ran(const Execution& execution, int64_t begin_ps,
           int64_t end_ps) override {
    slices_.Push({execution.row, line_, begin_ps, end_ps, execution.group});
  }

 private:
  const uint32_t line_;
  ChunkedVector<SelfTimeSlice>& slices_;
};

}  // namespace

int64_t RecordingMaker::NumberOf(uint32_t step) const {
  return step == RecordedSteps::kOutside ? Recording::kNoStep
                                         : number_of_step_[step];
}

bool RecordingMaker::IsInSlices(int64_t step) const {
  return *options_.stretches_of == Recording::kNoStep ||
         step == *options_.stretches_of;
}

void RecordingMaker::AddSlices() {
  std::map<uint32_t, std::vector<OfLine>> lines;
  for (uint32_t i = 0; i < host_.work.size(); ++i) {
    const Executions::Row& row = host_.work[i];
    const int64_t step = NumberOf(recorded_.step_of_work[i]);
    if (!IsInSlices(step)) continue;
    lines[row.lane].push_back({RowOfWork(i), step, row.begin_ps, row.end_ps});
  }
  for (uint32_t i = 0; i < host_.operations.size(); ++i) {
    const HostEvents::Row& event = host_.events[host_.operations[i].event];
    const int64_t step = NumberOf(recorded_.step_of_operation[i]);
    if (!IsInSlices(step)) continue;
    lines[event.line].push_back(
        {RowOfOperation(i), step, event.begin_ps, event.end_ps});
  }
  for (auto& [line, rows] : lines) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const OfLine& a, const OfLine& b) {
                       return a.begin_ps != b.begin_ps ? a.begin_ps < b.begin_ps
                                                       : a.end_ps > b.end_ps;
                     });
    SliceSink sink(line, recording_.stretches);
    ExclusiveSelfTimes times(sink);
    for (const OfLine& row : rows) {
      Execution execution;
      execution.row = row.row;
      execution.group = row.step;
      execution.begin_ps = row.begin_ps;
      execution.duration_ps = row.end_ps - row.begin_ps;
      times.Add(execution);
    }
    times.Finish();
  }
}

void RecordingMaker::AddHandoffs() {
  constexpr uint32_t kLink = 0;
  const HostEvents& events = host_.events;
  for (uint32_t i = 0; i < events.size(); ++i) {
    const HostEvents::Stats& stats = events.StatsOf(i);
    const HostEvents::Row& row = events[i];
    if (stats.produces != HostEvents::kNone) {
      recording_.hand_overs.Push(
          {stats.produces, kLink, true, false, row.line, row.begin_ps});
    }
    if (stats.consumes != HostEvents::kNone) {
      recording_.hand_overs.Push({stats.consumes, kLink, false,
                                  events.NameOf(i).is_end, row.line,
                                  row.begin_ps});
    }
  }
  std::vector<bool> gave(events.size());
  for (uint32_t i = 0; i < host_.work.size(); ++i) {
    const Executions::Row& row = host_.work[i];
    if (!IsInSlices(NumberOf(recorded_.step_of_work[i]))) continue;
    const uint32_t launch = row.launch != kNoRow ? row.launch
                            : row.run != kNoRow && row.event == kNoRow
                                ? host_.runs[row.run].launch
                                : kNoRow;
    if (launch == kNoRow) continue;
    if (!gave[launch]) {
      recording_.hand_overs.Push({launch, Handoff::kLaunch, true, false,
                                  events[launch].line,
                                  events[launch].begin_ps});
      gave[launch] = true;
    }
    recording_.hand_overs.Push(
        {launch, Handoff::kLaunch, false, false, row.lane, row.begin_ps});
  }
}

}  // namespace tfprof
