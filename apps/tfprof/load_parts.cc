// SPDX-License-Identifier: Apache-2.0
#include "load_parts.h"

#include <optional>
#include <utility>
#include <vector>

#include "analysis/difference/step_parts.h"
#include "analysis/waiting/recorded_parts.h"
#include "load.h"
#include "model/code_lines.h"
#include "model/step_records.h"
#include "recorded/capture_sink.h"
#include "stored_steps.h"

namespace tfprof {

namespace {

Result<RunParts> PartsOfRecordings(const std::vector<PickedFile>& files,
                                   const StepSelection& steps,
                                   const Arguments& arguments,
                                   RecordingFacts& facts,
                                   Diagnostics& diagnostics) {
  CaptureSink sink;
  Diagnostics said;
  const Status read =
      ReadInputs(OfRole(files, Role::kXSpace), arguments.inputs, sink, said);
  diagnostics.Append(said);
  TFPROF_RETURN_IF_ERROR(read);
  facts.Add(said);
  facts.Add(*sink.capture());
  return PartsOfCapture(sink.capture(), steps, arguments);
}

Result<CodeLines> CodeOf(const std::vector<PickedFile>& files,
                         const Arguments& arguments) {
  CodeLineSink sink(arguments.path_prefixes, arguments.own);
  Diagnostics said_later;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kOpLog),
                                    arguments.inputs, sink, said_later));
  return sink.Finish();
}

Result<RunParts> PartsOfStepFiles(const std::vector<PickedFile>& files,
                                  const StepSelection& steps,
                                  const Arguments& arguments,
                                  Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(const std::optional<StoredSteps> stored,
                          LoadStoredSteps(files, arguments, diagnostics));
  TFPROF_ASSIGN_OR_RETURN(
      std::vector<PickedFile> runs,
      stored ? stored->FilesOf(OfRole(files, Role::kProfile)[0])
             : StepFilesOf(files));
  if (steps.which != StepSelection::Which::kAll) {
    TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                            ChooseStepsOf(files, steps, arguments));
    std::erase_if(runs, [&](const PickedFile& run) {
      return !chosen.Contains(run.step);
    });
  }
  TFPROF_ASSIGN_OR_RETURN(const CodeLines code, CodeOf(files, arguments));
  StepParts parts(code);
  std::optional<Error> refused;
  bool has_any = false;
  for (const PickedFile& run : runs) {
    StepRecordSink sink({});
    if (stored) {
      stored->Emit(run.step, sink);
    } else {
      TFPROF_RETURN_IF_ERROR(
          ReadInputs({run}, arguments.inputs, sink, diagnostics));
    }
    const std::optional<StepRecords> records = sink.Finish();
    if (!records) continue;
    const Result<std::vector<StepTasks>> hosts = TasksByHost(*records);
    if (hosts) {
      TFPROF_RETURN_IF_ERROR(parts.AddStep(*hosts));
      has_any = true;
    } else if (hosts.error().code == ErrorCode::kNotFound) {
      refused = hosts.error();
    } else {
      return Failure(hosts.error());
    }
  }
  if (has_any) return parts.Finish();
  if (refused) return Failure(*refused);
  return Fail(ErrorCode::kNotFound, "the dump has no steps");
}

}  // namespace

Result<RunParts> PartsOfCapture(std::shared_ptr<const Capture> capture,
                                const StepSelection& steps,
                                const Arguments& arguments) {
  TFPROF_ASSIGN_OR_RETURN(const CaptureChoice choice, capture->Choose(steps));
  return PartsOf(
      FindWaiting(std::move(capture), choice.steps, arguments.FilesOfFrames()));
}

Result<RunParts> LoadParts(const std::vector<PickedFile>& files,
                           const StepSelection& steps,
                           const Arguments& arguments, RecordingFacts& facts,
                           Diagnostics& diagnostics) {
  return AreRecordings(files)
             ? PartsOfRecordings(files, steps, arguments, facts, diagnostics)
             : PartsOfStepFiles(files, steps, arguments, diagnostics);
}

}  // namespace tfprof
