// SPDX-License-Identifier: Apache-2.0
#include "commands/recorded_kernels.h"

#include <memory>

#include "analysis/programs/instruction_top.h"
#include "analysis/programs/kernel_sections.h"
#include "analysis/recording/capture_sections.h"
#include "analysis/waiting/recorded_waiting.h"
#include "analysis/waiting/region_top.h"
#include "commands/work_file.h"
#include "load.h"
#include "load_recordings.h"
#include "output.h"

namespace tfprof {

Status RunRecordedKernels(const TopOptions& options, const StepSelection& steps,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, CommandContext& context) {
  if (!AreRecordings(files)) {
    return Fail(ErrorCode::kInvalidArgument,
                "--by=kernel: only an XSpace has the data for this");
  }
  const bool has_order =
      options.order != TopOrder::kBytes && options.order != TopOrder::kFloatOps;
  if (!has_order) {
    return Fail(ErrorCode::kInvalidArgument,
                "--by=kernel: a kernel has no bytes and float operations; "
                "--sort=self, calls, call or name");
  }
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(const ChosenCapture found,
                          LoadChosenCapture(files, steps, "kernels", arguments,
                                            context.diagnostics));
  const auto kernels = std::make_shared<const RecordedKernels>(
      FindKernels(found.capture, found.choice.steps));
  const auto make = [&](const Renderer& renderer) {
    Report report;
    report.steps = StepsOfCapture(*found.capture, found.choice);
    report.sections = KernelSections(kernels, options, renderer.is_for_people);
    if (kernels->kernels.empty()) {
      report.remarks.emplace_back("no kernel was recorded");
    }
    return report;
  };
  return outputs.RenderEach(make, context.diagnostics);
}

Status RunRecordedRegions(const TopOptions& options,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, CommandContext& context) {
  if (!AreRecordings(files)) {
    return Fail(ErrorCode::kInvalidArgument,
                "--by=region: only an XSpace has the data for this");
  }
  const bool is_whole = !arguments.inputs.steps || arguments.inputs.is_one_step;
  if (!is_whole) {
    return Fail(ErrorCode::kInvalidArgument,
                "--by=region: regions are of the whole recording; leave out "
                "--steps");
  }
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  Arguments reading = arguments;
  reading.inputs.is_one_step = true;
  TFPROF_ASSIGN_OR_RETURN(
      const ChosenCapture found,
      LoadChosenCapture(files, {StepSelection::Which::kAll, {}}, "regions",
                        reading, context.diagnostics));
  Report report;
  report.steps = StepsOfCapture(*found.capture, found.choice);
  report.sections.push_back(TopOfRegions(
      FindWaiting(found.capture, found.choice.steps, arguments.FilesOfFrames()),
      options));
  report.remarks.emplace_back(
      "of the whole recording: self is the time of work that was launched in a "
      "region, host is the time of the program's threads in it, without the "
      "regions inside");
  return outputs.Render(report, context.diagnostics);
}

Status RunRecordedPrograms(const TopOptions& options,
                           const StepSelection& steps,
                           const std::vector<PickedFile>& files,
                           const Arguments& arguments,
                           CommandContext& context) {
  if (!AreRecordings(files)) {
    return Fail(ErrorCode::kInvalidArgument,
                "--by={}: only an XSpace has the data for this",
                WordOf(options.by));
  }
  TFPROF_ASSIGN_OR_RETURN(const GivenWork work, GivenWorkOf(arguments.work));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  Arguments reading = arguments;
  reading.inputs.with_programs = true;
  TFPROF_ASSIGN_OR_RETURN(const ChosenCapture found,
                          LoadChosenCapture(files, steps, "programs", reading,
                                            context.diagnostics));
  const RecordedInstructions instructions =
      FindInstructions(found.capture, found.choice.steps, {}, work);
  Report report;
  report.steps = StepsOfCapture(*found.capture, found.choice);
  report.sections.push_back(TopOfInstructions(instructions, options));
  if (instructions.rows.empty()) {
    report.remarks.push_back(WordsWithoutInstructions(files.front().path));
  }
  return outputs.Render(report, context.diagnostics);
}

}  // namespace tfprof
