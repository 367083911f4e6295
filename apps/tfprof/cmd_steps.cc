// SPDX-License-Identifier: Apache-2.0
// steps: what each node took over several runs, a step file each.
#include "analysis/step_tables.h"
#include "commands.h"
#include "load.h"
#include "output.h"

namespace tfprof {

Status RunSteps(const Command&, const Arguments& arguments,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickStepFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.view.output, ResultKind::kTables, context.out));
  StepTableSink sink;
  for (const PickedFile& file : files) {
    sink.BeginRun();
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments.inputs, sink, context.diagnostics));
    sink.EndRun();
  }
  Report report;
  report.sections.push_back({"", {}, sink.Finish()});
  return output.Render(report, context.diagnostics);
}

}  // namespace tfprof
