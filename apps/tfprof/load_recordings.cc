// SPDX-License-Identifier: Apache-2.0
#include "load_recordings.h"

#include <optional>

#include "load.h"
#include "model/xspace/event_window.h"
#include "model/xspace/step_records_of.h"
#include "model/xspace/step_table_of.h"

namespace tfprof {

namespace {

// Each takes some hundred bytes.
constexpr size_t kMostStretches = size_t{1} << 22;

}  // namespace

Result<ChosenRecordings> LoadRecordings(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics) {
  Inputs inputs = arguments.inputs;
  inputs.is_one_step = asked.which == StepSelection::Which::kWhole;
  RecordingSink sink({RulesFor(arguments, files)});
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(OfRole(files, Role::kXSpace), inputs, sink, diagnostics));
  ChosenRecordings found;
  found.hosts = sink.Finish();
  found.steps = StepTableOf(found.hosts);
  TFPROF_ASSIGN_OR_RETURN(found.chosen, ChooseSteps(asked, found.steps));
  return found;
}

Result<StepRecords> LoadStretches(const std::vector<PickedFile>& files,
                                  const StepTable& table, int64_t step,
                                  const Arguments& arguments) {
  Diagnostics said_before;
  NodeInputs graph;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kGraph),
                                    arguments.inputs, graph, said_before));
  RecordingSink sink(
      {.rules = kCorrectedRules,  // the reference's know no stretches
       .stretches_of = table.is_whole ? Recording::kNoStep : step});
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, said_before));
  const Recordings hosts = sink.Finish();
  size_t stretches = 0;
  for (const auto& host : hosts) stretches += host->stretches.size();
  if (stretches > kMostStretches) {
    return Fail(ErrorCode::kLimit,
                "step {}: {} stretches of operations, more than {}; mark "
                "smaller steps, or choose one by --steps",
                step, stretches, kMostStretches);
  }
  StepRecords records = StepRecordsOf(hosts, step, graph);
  if (records.size() > 0) return records;
  return Fail(ErrorCode::kNotFound, "step {}: no operation ran in it", step);
}

Result<std::vector<Trace>> LoadEvents(const std::vector<PickedFile>& files,
                                      const Recordings& hosts,
                                      const ChosenSteps* chosen,
                                      const Arguments& arguments,
                                      Diagnostics& diagnostics) {
  TraceBuilder builder;
  std::optional<EventWindow> window;
  if (chosen != nullptr) window.emplace(hosts, *chosen, builder);
  DumpSink& sink = window ? static_cast<DumpSink&>(*window) : builder;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, diagnostics));
  return builder.Finish();
}

}  // namespace tfprof
