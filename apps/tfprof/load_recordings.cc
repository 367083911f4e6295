// SPDX-License-Identifier: Apache-2.0
#include "load_recordings.h"

#include "load.h"
#include "model/xspace/event_window.h"
#include "model/xspace/step_table_of.h"
#include "recorded/notice_words.h"
#include "recorded/recording_of.h"
#include "recorded/numbered_steps.h"

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

Result<StepRecords> LoadStretches(const std::vector<PickedFile>& files,
                                  bool is_whole, int64_t step,
                                  const Arguments& arguments) {
  Diagnostics said_before;
  NodeInputs graph;
  TFPROF_RETURN_IF_ERROR(ReadNodeInputs(files, arguments, graph));
  RecordingSink sink(OptionsOfStretches(is_whole, step));
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, said_before));
  return StretchesOf(sink.Finish(), is_whole, step, graph);
}

Result<StepRecords> StretchesIn(const Capture& capture,
                                const std::vector<PickedFile>& files,
                                bool is_whole, int64_t step,
                                const Arguments& arguments) {
  NodeInputs graph;
  TFPROF_RETURN_IF_ERROR(ReadNodeInputs(files, arguments, graph));
  const Recordings hosts =
      RecordingsOf(capture, SeriesFor(capture, arguments.inputs.steps),
                   OptionsOfStretches(is_whole, step),
                   arguments.inputs.canonical_names, nullptr);
  return StretchesOf(hosts, is_whole, step, graph);
}

Result<Traces> LoadEvents(const std::vector<PickedFile>& files,
                                      const Recordings& hosts,
                                      const ChosenSteps& chosen,
                                      const Arguments& arguments,
                                      Diagnostics& diagnostics) {
  TraceBuilder builder;
  EventWindow window(hosts, chosen, builder);
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, window, diagnostics));
  return builder.Finish();
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

std::deque<PackedEvents> EventsIn(std::deque<PackedEvents> events,
                                  const Recordings& hosts,
                                  const ChosenSteps& chosen) {
  EventPacker packer;
  EventWindow window(hosts, chosen, packer);
  for (; !events.empty(); events.pop_front()) events.front().Replay(window);
  return packer.Finish();
}

}  // namespace tfprof
