// SPDX-License-Identifier: Apache-2.0
#include "load_recordings.h"

#include "load.h"
#include "model/xspace/step_table_of.h"

namespace tfprof {

Result<ChosenRecordings> LoadRecordings(const std::vector<PickedFile>& files,
                                        const StepSelection& asked,
                                        const Arguments& arguments,
                                        Diagnostics& diagnostics,
                                        std::optional<int64_t> stretches_of) {
  Inputs inputs = arguments.inputs;
  inputs.is_one_step = asked.which == StepSelection::Which::kWhole;
  RecordingSink sink({.rules = RulesFor(arguments, files),
                      .stretches_of = stretches_of});
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(OfRole(files, Role::kXSpace), inputs, sink, diagnostics));
  ChosenRecordings found;
  found.hosts = sink.Finish();
  found.steps = StepTableOf(found.hosts);
  TFPROF_ASSIGN_OR_RETURN(found.chosen, ChooseSteps(asked, found.steps));
  return found;
}

}  // namespace tfprof
