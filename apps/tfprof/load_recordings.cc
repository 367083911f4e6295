// SPDX-License-Identifier: Apache-2.0
#include "load_recordings.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/numbers.h"
#include "load.h"
#include "model/xspace/step_table_of.h"
#include "recorded/capture_sink.h"
#include "recorded/event_trace.h"
#include "recorded/notice_words.h"
#include "recorded/numbered_steps.h"
#include "recorded/recording_of.h"

namespace tfprof {

namespace {

// Each slice takes about a hundred bytes.
constexpr size_t kMostStretches = size_t{1} << 22;

RecordingOptions OptionsOfStretches(bool is_whole, int64_t step) {
  return {.rules = kCorrectedRules,  // the reference's rules keep no slices
          .stretches_of = is_whole ? Recording::kNoStep : step};
}

// The graphs beside recordings.
Status ReadNodeInputs(const std::vector<PickedFile>& files,
                      const Arguments& arguments, NodeInputs& graph) {
  Diagnostics said_before;
  return ReadInputs(OfRole(files, Role::kGraph), arguments.inputs, graph,
                    said_before);
}

void SayNotes(const ChosenSteps& chosen, Diagnostics& diagnostics) {
  for (const std::string& note : NotesOf(chosen)) diagnostics.Warn(note, note);
}

// The windows of the reference's steps; of a host without any the whole.
std::vector<TimeSpan> WindowsIn(const Recording& host,
                                const ChosenSteps& chosen) {
  if (host.steps.empty()) return {{INT64_MIN, INT64_MAX}};
  std::vector<TimeSpan> windows;
  for (const Recording::Step& step : host.steps) {
    if (!chosen.Contains(step.number)) continue;
    windows.push_back({step.begin_ps, WrapAdd(step.begin_ps, step.length_ps)});
  }
  return windows;
}

}  // namespace

Result<ChosenRecordings> LoadRecordings(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics) {
  RecordingSink sink({RulesFor(arguments, files)});
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, diagnostics));
  ChosenRecordings found;
  found.hosts = sink.Finish();
  found.capture = sink.capture();
  if (found.capture != nullptr) {
    TFPROF_ASSIGN_OR_RETURN(found.choice, found.capture->Choose(asked));
  }
  found.steps = StepTableOf(found.hosts);
  TFPROF_ASSIGN_OR_RETURN(found.chosen, ChooseSteps(asked, found.steps));
  return found;
}

Result<StepRecords> StretchesOf(const Recordings& hosts, bool is_whole,
                                int64_t step, const NodeInputs& graph) {
  StepRecords records = StepRecordsOf(hosts, step, is_whole, graph);
  if (records.size() > kMostStretches) {
    return Fail(ErrorCode::kLimit,
                "step {}: {} slices of operations exceed the limit of {}; mark "
                "smaller steps, or choose one by --steps",
                step, records.size(), kMostStretches);
  }
  if (records.size() > 0) return records;
  return Fail(ErrorCode::kNotFound, "step {}: no operation ran in it", step);
}

Result<StepRecords> StretchesIn(const Capture& capture, const NodeInputs& graph,
                                bool is_whole, int64_t step,
                                const Arguments& arguments) {
  const Recordings hosts =
      RecordingsOf(capture, SeriesFor(capture, arguments.inputs.steps),
                   OptionsOfStretches(is_whole, step),
                   arguments.inputs.canonical_names, nullptr);
  return StretchesOf(hosts, is_whole, step, graph);
}

Result<StepRecords> StretchesIn(const Capture& capture,
                                const std::vector<PickedFile>& files,
                                bool is_whole, int64_t step,
                                const Arguments& arguments) {
  NodeInputs graph;
  TFPROF_RETURN_IF_ERROR(ReadNodeInputs(files, arguments, graph));
  return StretchesIn(capture, graph, is_whole, step, arguments);
}

Result<ChosenCapture> LoadChosenCapture(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        std::string_view what,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics) {
  CaptureSink sink;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, diagnostics));
  if (sink.capture() == nullptr) {
    return Fail(ErrorCode::kUnsupported,
                "--rules=reference has no {} of a recording: leave it out",
                what);
  }
  ChosenCapture found{sink.capture(), {}};
  TFPROF_ASSIGN_OR_RETURN(found.choice, found.capture->Choose(asked));
  if (!found.choice.note.empty()) {
    diagnostics.Warn("steps", found.choice.note);
  }
  return found;
}

Result<std::shared_ptr<const Capture>> LoadCaptureWithEvents(
    const std::vector<PickedFile>& files, const Arguments& arguments,
    Diagnostics& diagnostics) {
  CaptureSink sink({}, /*wants_events=*/true);
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, diagnostics));
  return sink.capture();
}

Result<Traces> LoadEvents(const std::vector<PickedFile>& files,
                          const StepSelection& asked,
                          const Arguments& arguments,
                          Diagnostics& diagnostics) {
  const bool takes_all = asked.which == StepSelection::Which::kAll;
  const bool is_reference = !RulesFor(arguments, files).xspace_rows;
  Arguments reading = arguments;
  // No step is looked at, so nothing need be said about them.
  if (takes_all) reading.inputs.is_one_step = true;
  Diagnostics of_corrected_rules;
  TFPROF_ASSIGN_OR_RETURN(
      const std::shared_ptr<const Capture> capture,
      LoadCaptureWithEvents(
          files, reading,
          is_reference && !takes_all ? of_corrected_rules : diagnostics));
  if (capture == nullptr) return Traces();
  std::vector<std::vector<TimeSpan>> windows(capture->processes.size());
  if (!takes_all && is_reference) {
    TFPROF_ASSIGN_OR_RETURN(
        const ChosenRecordings found,
        LoadRecordings(files, asked, arguments, diagnostics));
    SayNotes(found.chosen, diagnostics);
    for (uint32_t i = 0; i < windows.size(); ++i) {
      windows[i] =
          WindowsIn(*found.hosts[capture->processes[i].file], found.chosen);
    }
  } else if (!takes_all) {
    TFPROF_ASSIGN_OR_RETURN(const CaptureChoice choice, capture->Choose(asked));
    ChosenSteps chosen{{}, choice.are, choice.note};
    for (const uint32_t row : choice.steps) {
      chosen.numbers.push_back(capture->steps[row].number);
    }
    std::sort(chosen.numbers.begin(), chosen.numbers.end());
    SayNotes(chosen, diagnostics);
    for (uint32_t i = 0; i < windows.size(); ++i) {
      windows[i] = WindowSpansOf(*capture, i, choice.steps);
    }
  }
  Traces traces(capture->processes.size());
  const std::vector<PickedFile> spaces = OfRole(files, Role::kXSpace);
  for (uint32_t i = 0; i < windows.size(); ++i) {
    const RecordedProcess& process = capture->processes[i];
    const std::string& path = spaces[process.file].path;
    if (CountEvents(process) == 0) {
      diagnostics.Warn("events", path + ": has no events");
    }
    if (const uint64_t count = CountImpossibleEvents(process); count > 0) {
      diagnostics.Warn("events",
                       fmt::format("{}: {} events have times that no run can "
                                   "have and are left out",
                                   path, count));
    }
    traces[process.file] = takes_all ? EventsOf(process)
                                     : EventsIn(process, std::move(windows[i]));
  }
  return traces;
}

std::vector<uint32_t> RowsOfSteps(const Capture& capture,
                                  const ChosenSteps& chosen,
                                  const Arguments& arguments) {
  const NumberedSteps series = SeriesFor(capture, arguments.inputs.steps);
  std::vector<uint32_t> rows;
  for (const int64_t number : chosen.numbers) {
    const uint32_t row = series.RowOf(number);
    if (row != kNoRow) rows.push_back(row);
  }
  return rows;
}

ReportedSteps StepsOf(const ChosenSteps& chosen, const StepTable& table) {
  ReportedSteps steps{{chosen.numbers}, chosen.are};
  if (table.series) steps.name = table.series->name;
  return steps;
}

Failure NothingRan(const std::vector<PickedFile>& files,
                   const Diagnostics& diagnostics) {
  return Fail(ErrorCode::kNotFound, "{}: {}",
              OfRole(files, Role::kXSpace).front().path,
              WhyNothingRan(diagnostics.notices()));
}

}  // namespace tfprof
