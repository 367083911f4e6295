// SPDX-License-Identifier: Apache-2.0
// trace: the step-stats timeline.
#include "commands.h"
#include "load.h"
#include "model/trace.h"
#include "output.h"
#include "view/step_timeline.h"

namespace tfprof {

Status RunTrace(const Command&, const Arguments& arguments,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickStepFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.view.output, ResultKind::kTrace, context.out));
  // Batches of records have no labels, so files are read one after the other.
  Inputs inputs = arguments.inputs;
  inputs.jobs = 1;
  TraceBuilder builder;
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(files, inputs, builder, context.diagnostics));
  std::vector<Trace> traces = builder.Finish();
  if (traces.empty()) traces.emplace_back();
  std::vector<StepTimeline> timelines;
  const bool has_several = traces.size() > 1;
  for (Trace& trace : traces) {
    const uint32_t first_pid =
        timelines.empty() ? 0 : timelines.back().end_pid();
    timelines.push_back(
        BuildStepTimeline(std::move(trace), arguments.trace, first_pid));
    StepTimeline& timeline = timelines.back();
    if (has_several) {
      timeline.prefix = fmt::format("step {}: ", timeline.trace.step);
    }
  }
  Report report;
  report.sections.push_back({"", {}, std::move(timelines)});
  return output.Render(report, context.diagnostics);
}

}  // namespace tfprof
