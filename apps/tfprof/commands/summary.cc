// SPDX-License-Identifier: Apache-2.0
// summary: one screen on a dump.
#include "command.h"
#include "load_summary.h"
#include "output.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

void AddSummaryFlags(FlagSet& flags, StepSelection& steps) {
  AddStepsFlag(flags, steps);
}

Status RunSummary(const StepSelection& steps, const Arguments& arguments,
                  CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(const Report report,
                          LoadSummary(steps, arguments, context.diagnostics));
  return outputs.Render(report, context.diagnostics);
}

}  // namespace

Command SummaryCommand() {
  return {.name = "summary",
          .summary =
              "one screen: step length, critical path, where the time "
              "goes",
          .examples = "  tfprof summary DUMP\n",
          .result = ResultKind::kTables,
          .default_rules = kCorrectedRules,
          .prepare = Prepare(AddSummaryFlags, RunSummary)};
}

}  // namespace tfprof
