// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_timeline.h"

#include <cstdint>
#include <string>
#include <utility>

#include "analysis/path/lit_records.h"
#include "analysis/path/recorded_trace.h"
#include "model/step_line.h"

namespace tfprof {

namespace {

// Moves streams and copies to the clock of the operations.
void MoveKernels(int64_t offset_ns, Trace& trace) {
  for (const Trace::Device& device : trace.devices) {
    const StepLine line = ReadStepLine(trace.strings[device.name]).line;
    if (line == StepLine::kOther || line == StepLine::kOperations) continue;
    for (uint32_t i = device.first; i < device.end; ++i) {
      if (trace.start[i] > 0) trace.start[i] += offset_ns / 1000;
    }
  }
}

TracedStep::Chain ChainOf(const StepPath& path,
                             const std::vector<uint32_t>& places) {
  const StepTasks& tasks = *path.tasks;
  const StringPool& strings = tasks.records->strings;
  TracedStep::Chain chain;
  const std::string_view host = strings[tasks.host];
  chain.title = "critical path";
  if (!host.empty()) chain.title += " of " + std::string(host);
  for (const ChainTask& row : path.chain) {
    const uint32_t record = tasks.record[row.task];
    chain.pieces.push_back(
        {.name = std::string(tasks.TypeText(row.task)),
         .node = std::string(strings[tasks.NodeOf(row.task)]),
         .link = WordsOf(row.link),
         .start = tasks.start[row.task],
         .busy = row.busy,
         .gap = row.gap,
         .lane_wait = LaneWait(row, tasks, path.waits),
         .record = places.empty() ? TracedStep::kNoRecord : places[record]});
  }
  return chain;
}

}  // namespace

TracedStep PathTimeline(const std::vector<PathAnswer>& hosts, Trace trace) {
  std::vector<uint32_t> places;
  if (!hosts.empty()) {
    const StepTasks& tasks = *hosts.front().path.tasks;
    if (tasks.records->is_recording) {
      trace = TraceOfRecorded(*tasks.records, places);
    } else {
      places = PlacesOf(*tasks.records, trace);
      MoveKernels(tasks.clock_offset, trace);
    }
  }
  TraceTimelineOptions options;
  options.show_dataflow = false;
  options.lanes_by_start = true;
  TracedStep step = TracedStepOf(std::move(trace), options, 0);
  for (const PathAnswer& host : hosts) {
    step.chains.push_back(ChainOf(host.path, places));
  }
  return step;
}

}  // namespace tfprof
