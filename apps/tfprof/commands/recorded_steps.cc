// SPDX-License-Identifier: Apache-2.0
#include "commands/recorded_steps.h"

#include <optional>

#include "analysis/recording/capture_sections.h"
#include "analysis/recording/recording_tables.h"
#include "base/regex_set.h"
#include "commands/step_runs.h"
#include "load_recordings.h"
#include "output.h"
#include "report/step_length_tables.h"

namespace tfprof {

namespace {

const RegexSet* PointerTo(const std::optional<RegexSet>& set) {
  return set ? &*set : nullptr;
}

}  // namespace

Status RunRecordedSteps(const RecordedStepsQuestion& asked,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments, CommandContext& context) {
  if (!asked.of_step_files.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--show={}: an XSpace does not have the data for this; give "
                "RunMetadata",
                asked.of_step_files);
  }
  TFPROF_ASSIGN_OR_RETURN(const auto names, OptionalPattern(asked.filter));
  TFPROF_ASSIGN_OR_RETURN(const auto places,
                          OptionalPattern(asked.device_filter));
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(
      const ChosenRecordings found,
      LoadRecordings(files, asked.steps, arguments, context.diagnostics));
  const auto make = [&](const Renderer& renderer) {
    const RowFormat format{renderer.is_for_people, asked.row_limit,
                           /*makes_rows=*/true};
    Report report;
    report.steps = found.capture != nullptr
                       ? StepsOfCapture(*found.capture, found.choice)
                       : StepsOf(found.chosen, found.steps);
    for (Section& section :
         found.capture != nullptr
             ? CaptureStepSections(found.capture, found.choice)
             : StepLengthTables(found.steps, found.chosen)) {
      report.sections.push_back(std::move(section));
    }
    report.sections.push_back(
        BreakdownSection(found.hosts, found.chosen, format));
    report.sections.push_back(
        OperationsSection(found.hosts, found.chosen,
                          {PointerTo(names), PointerTo(places)}, format));
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

}  // namespace tfprof
