// SPDX-License-Identifier: Apache-2.0
#include "analysis/waiting/chain_timeline.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tfprof {

namespace {

// The indices in a trace of the works of a process.
using Places = std::vector<uint32_t>;

// Works that have a moment in the window, by device and begin.
std::vector<uint32_t> WorksIn(const HostView& view, const HostStep& step) {
  std::vector<uint32_t> works;
  for (uint32_t row = 0; row < view.works.size(); ++row) {
    const DeviceWork& work = view.works[row];
    if (work.end_ps <= step.begin_ps || work.begin_ps >= step.end_ps()) {
      continue;
    }
    works.push_back(row);
  }
  std::sort(works.begin(), works.end(), [&](uint32_t a, uint32_t b) {
    return std::tie(view.works[a].device, view.works[a].begin_ps,
                    view.works[a].order) < std::tie(view.works[b].device,
                                                    view.works[b].begin_ps,
                                                    view.works[b].order);
  });
  return works;
}

std::string NameOfLane(const RecordedHost& host, uint32_t lane) {
  const RecordedHost::Line& line = host.lines[lane];
  const std::string_view name = host.Text(line.name);
  return name.empty() ? "line " + std::to_string(line.id) : std::string(name);
}

// Adds the devices of a process, and says where its works are.
Places AddProcess(const RecordedProcess& process, const HostView& view,
                  const HostStep& step, Trace& trace) {
  Places places(view.works.size(), TracedStep::kNoRecord);
  std::map<uint32_t, uint32_t> line_of_lane;
  uint32_t device = kNoRow;
  for (const uint32_t row : WorksIn(view, step)) {
    const DeviceWork& work = view.works[row];
    const auto at = static_cast<uint32_t>(trace.size());
    if (work.device != device) {
      if (device != kNoRow) trace.lines.EndRow();
      device = work.device;
      line_of_lane.clear();
      trace.devices.push_back(
          {trace.strings.Intern(process.prefix +
                                process.host->devices[device].name),
           at, at});
    }
    const auto [line, is_new] = line_of_lane.try_emplace(
        work.lane, static_cast<uint32_t>(line_of_lane.size()));
    if (is_new) {
      trace.lines.Push(
          trace.strings.Intern(NameOfLane(*process.host, work.lane)));
    }
    places[row] = at;
    trace.AddEvent(trace.strings.Intern(work.name), work.begin_ps,
                   work.end_ps - work.begin_ps, line->second);
    trace.devices.back().end = at + 1;
  }
  if (device != kNoRow) trace.lines.EndRow();
  return places;
}

TracedStep::Chain ChainOf(const std::shared_ptr<const RecordedPath>& path,
                          uint32_t process, Places places) {
  TracedStep::Chain chain;
  chain.title = "critical path";
  const Capture& capture = *path->capture;
  if (capture.processes.size() > 1) {
    chain.title += " of " + capture.processes[process].label;
  }
  chain.pieces = path->pieces[process].size();
  const auto shared = std::make_shared<const Places>(std::move(places));
  chain.piece = [path, process, shared](size_t at) {
    const ChainPiece& piece = path->pieces[process][at];
    return TracedStep::ChainPiece{
        .name = piece.is_work() ? piece.name : WordsOf(piece.reason),
        .node = piece.is_work() ? piece.where : piece.name,
        .link = WordsOf(piece.link),
        .start = piece.begin_ps / 1000,
        .busy = piece.end_ps() / 1000 - piece.begin_ps / 1000,
        .record =
            piece.is_work() ? (*shared)[piece.work] : TracedStep::kNoRecord};
  };
  return chain;
}

}  // namespace

TracedStep ChainTimeline(const std::shared_ptr<const RecordedPath>& path) {
  const Capture& capture = *path->capture;
  Trace trace;
  trace.is_recording = true;
  trace.step = capture.steps[path->median].number;
  std::vector<TracedStep::Chain> chains;
  for (uint32_t process = 0; process < capture.processes.size(); ++process) {
    const ChainOfStep* const chain = path->MedianOf(process);
    if (chain == nullptr) continue;
    Places places =
        AddProcess(capture.processes[process], *path->views[process],
                   path->StepOf(*chain), trace);
    chains.push_back(ChainOf(path, process, std::move(places)));
  }
  TraceTimelineOptions options;
  options.show_dataflow = false;
  options.lanes_by_start = true;
  TracedStep step = TracedStepOf(std::move(trace), options, 0);
  step.chains = std::move(chains);
  return step;
}

std::vector<uint32_t> EventsOnChain(const RecordedPath& path,
                                    const Trace& trace) {
  constexpr int64_t kPicosOfMicro = 1'000'000;
  // Begin and end of each event, in ps.
  using Span = std::tuple<int64_t, int64_t, uint32_t>;
  std::vector<Span> spans;
  spans.reserve(trace.size());
  for (uint32_t i = 0; i < trace.size(); ++i) {
    const Trace::Event& event = trace.events[i];
    const int64_t begin_ps = trace.start[i] * kPicosOfMicro + event.start_ps;
    spans.emplace_back(
        begin_ps,
        begin_ps + trace.duration[i] * kPicosOfMicro + event.duration_ps, i);
  }
  std::sort(spans.begin(), spans.end());
  std::vector<uint32_t> lit;
  const Capture& capture = *path.capture;
  for (uint32_t process = 0; process < path.pieces.size(); ++process) {
    const bool is_of_trace =
        path.pieces.size() == 1 ||
        capture.processes[process].host->host == trace.host;
    if (!is_of_trace) continue;
    for (const ChainPiece& piece : path.pieces[process]) {
      if (!piece.is_work()) continue;
      const DeviceWork& work = path.views[process]->works[piece.work];
      const auto found = std::lower_bound(spans.begin(), spans.end(),
                                          Span(work.begin_ps, work.end_ps, 0));
      const bool is_it = found != spans.end() &&
                         std::get<0>(*found) == work.begin_ps &&
                         std::get<1>(*found) == work.end_ps;
      if (is_it) lit.push_back(std::get<2>(*found));
    }
  }
  std::sort(lit.begin(), lit.end());
  lit.erase(std::unique(lit.begin(), lit.end()), lit.end());
  return lit;
}

}  // namespace tfprof
