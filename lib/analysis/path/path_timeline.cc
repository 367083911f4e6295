// SPDX-License-Identifier: Apache-2.0
#include "analysis/path/path_timeline.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/path/lit_records.h"
#include "model/step_line.h"

namespace tfprof {

namespace {

// Moves streams and copies to the clock of the operations.
void MoveKernels(int64_t offset_ns, Trace& trace) {
  for (const Trace::Device& device : trace.devices) {
    const StepLine line = ReadStepLine(trace.strings[device.name]).line;
    if (line == StepLine::kOther || line == StepLine::kOperations) continue;
    for (uint32_t i = device.first; i < device.end; ++i) {
      const int64_t start = trace.start[i];
      if (start > 0) trace.start.Set(i, start + offset_ns / 1000);
    }
  }
}

// The places of the records in the trace are `places`, empty if they have none.
TracedStep::Chain ChainOf(
    const StepPath& path,
    std::shared_ptr<const std::vector<uint32_t>> places) {
  const StepTasks& tasks = *path.tasks;
  TracedStep::Chain chain;
  const std::string_view host = tasks.records->strings[tasks.host];
  chain.title = "critical path";
  if (!host.empty()) chain.title += " of " + std::string(host);
  chain.pieces = path.chain.size();
  chain.piece = [&path, places = std::move(places)](size_t piece) {
    const ChainTask& row = path.chain[piece];
    const StepTasks& of = *path.tasks;
    const uint32_t record = of.record[row.task];
    return TracedStep::ChainPiece{
        .name = of.TypeText(row.task),
        .node = of.records->strings[of.NodeOf(row.task)],
        .link = WordsOf(row.link),
        .start = of.start[row.task],
        .busy = row.busy,
        .wait = row.wait,
        .gap = row.gap,
        .lane_wait = LaneWait(row, of, path.waits),
        .record = places->empty() ? TracedStep::kNoRecord : (*places)[record]};
  };
  return chain;
}

}  // namespace

TracedStep PathTimeline(const std::vector<PathAnswer>& hosts, Trace trace) {
  std::vector<uint32_t> places;
  if (!hosts.empty()) {
    const StepTasks& tasks = *hosts.front().path.tasks;
    places = PlacesOf(*tasks.records, trace);
    MoveKernels(tasks.clock_offset, trace);
  }
  TraceTimelineOptions options;
  options.show_dataflow = false;
  options.lanes_by_start = true;
  TracedStep step = TracedStepOf(std::move(trace), options, 0);
  const auto shared =
      std::make_shared<const std::vector<uint32_t>>(std::move(places));
  for (const PathAnswer& host : hosts) {
    step.chains.push_back(ChainOf(host.path, shared));
  }
  return step;
}

}  // namespace tfprof
