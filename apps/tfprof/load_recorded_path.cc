// SPDX-License-Identifier: Apache-2.0
#include "load_recorded_path.h"

#include <algorithm>
#include <utility>

#include "analysis/recording/capture_sections.h"
#include "analysis/waiting/path_sections.h"
#include "load.h"
#include "load_recordings.h"
#include "recorded/capture_sink.h"
#include "recorded/numbered_steps.h"

namespace tfprof {

namespace {

// The steps whose median the pieces are of.
std::vector<uint32_t> StepsOfMedian(const Capture& capture,
                                    const StepSelection& asked,
                                    const CaptureChoice& choice) {
  using Which = StepSelection::Which;
  const bool is_of_used =
      asked.which == Which::kMedian || asked.which == Which::kAll;
  if (!is_of_used || capture.is_whole) return choice.steps;
  return capture.UsedSteps(capture.default_name);
}

// Replays know nothing of a step before its first work and after its last:
// that time stays as it is.
void StretchToWindow(int64_t length_ns, PathAnswer& answer) {
  const int64_t rest = length_ns - answer.path.wall_ns;
  answer.path.wall_ns += rest;
  answer.unchanged.list_ns += rest;
  answer.unchanged.fixed_ns += rest;
  for (WhatIf& what_if : answer.what_ifs) {
    what_if.list_ns += rest;
    what_if.fixed_ns += rest;
  }
}

// A replay of works does not know that the host's part goes on beside them.
void LimitSaving(int64_t most_ns, WhatIf& what_if) {
  const auto limit = [&](int64_t& shrink_ns, int64_t& length_ns) {
    if (shrink_ns <= most_ns) return;
    length_ns += shrink_ns - most_ns;
    shrink_ns = most_ns;
  };
  limit(what_if.shrink_list_ns, what_if.list_ns);
  limit(what_if.shrink_ns, what_if.fixed_ns);
}

}  // namespace

Result<LoadedRecordedPath> RecordedPathIn(
    const std::shared_ptr<const Capture>& capture, const StepSelection& asked,
    const OwnFiles& own) {
  TFPROF_ASSIGN_OR_RETURN(CaptureChoice choice, capture->Choose(asked));
  const std::vector<uint32_t> middle = StepsOfMedian(*capture, asked, choice);
  RecordedPath path;
  if (!choice.steps.empty() && !middle.empty()) {
    const uint32_t median = MedianStepOf(*capture, middle);
    if (asked.which == StepSelection::Which::kMedian) choice.steps = {median};
    TFPROF_ASSIGN_OR_RETURN(path,
                            FindRecordedPath(capture, choice.steps, median, own));
  }
  if (path.steps.empty()) {
    return Fail(ErrorCode::kNotFound, "no operation ran in a step");
  }
  return LoadedRecordedPath{
      std::make_shared<const RecordedPath>(std::move(path)),
      StepsOfCapture(*capture, choice), choice.note};
}

Result<LoadedRecordedPath> LoadRecordedPath(
    const StepSelection& asked, const std::vector<PickedFile>& files,
    const Arguments& arguments, Diagnostics& diagnostics) {
  CaptureSink sink;
  TFPROF_RETURN_IF_ERROR(ReadInputs(OfRole(files, Role::kXSpace),
                                    arguments.inputs, sink, diagnostics));
  const std::shared_ptr<const Capture> capture = sink.capture();
  const bool has_any =
      capture != nullptr &&
      std::any_of(
          capture->processes.begin(), capture->processes.end(),
          [](const RecordedProcess& process) { return !process.ran.empty(); });
  if (!has_any) return NothingRan(files, diagnostics);
  TFPROF_ASSIGN_OR_RETURN(LoadedRecordedPath loaded,
                          RecordedPathIn(capture, asked, arguments.FilesOfFrames()));
  if (!loaded.note.empty()) diagnostics.Warn("steps", loaded.note);
  return loaded;
}

Result<std::unique_ptr<PathOfDump>> AskRecordedPath(
    const PathQuestion& question, const RecordedPath& path,
    const std::vector<PickedFile>& files, const Arguments& arguments) {
  TFPROF_RETURN_IF_ERROR(CheckWhatIf(path));
  const Capture& capture = *path.capture;
  const NumberedSteps series = SeriesFor(capture, arguments.inputs.steps);
  auto asked = std::make_unique<PathOfDump>();
  TFPROF_ASSIGN_OR_RETURN(
      asked->records,
      StretchesIn(capture, files, series.is_whole,
                  series.NumbersOf({path.median}).front(), arguments));
  TFPROF_ASSIGN_OR_RETURN(asked->hosts, DividedTasksByHost(asked->records));
  for (const StepTasks& tasks : asked->hosts) {
    PathAnswer& answer = asked->answers.emplace_back(
        AskPath(tasks, question.speedups, question.threads));
    const std::string_view host = asked->records.strings[tasks.host];
    for (uint32_t i = 0; i < capture.processes.size(); ++i) {
      const ChainOfStep* const chain = path.MedianOf(i);
      const bool is_it =
          capture.processes.size() == 1 || capture.processes[i].label == host;
      if (chain == nullptr || !is_it) continue;
      StretchToWindow(path.StepOf(*chain).length_ps / 1000, answer);
      for (size_t k = 0; k < answer.what_ifs.size(); ++k) {
        const Speedup& question_of = question.speedups[k];
        LimitSaving(
            MostSavedPs(path, i, question_of.regex, question_of.factor) / 1000,
            answer.what_ifs[k]);
      }
    }
  }
  asked->records.strings.Freeze();  // no more lookups of names
  return asked;
}

}  // namespace tfprof
