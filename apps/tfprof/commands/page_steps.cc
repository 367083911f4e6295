// SPDX-License-Identifier: Apache-2.0
#include "commands/page_steps.h"

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "analysis/path/lit_records.h"
#include "analysis/tasks/step_tasks.h"
#include "model/tee_sink.h"
#include "model/trace.h"
#include "view/timeline/traced_steps.h"

namespace tfprof {

namespace {

// For timelines: records beyond the limit of a page are not collected.
constexpr size_t kMostRecords = 400'000;

Status ReadStepFile(const PickedFile& file, const Arguments& arguments,
                    DumpSink& sink) {
  Diagnostics said_before;
  return ReadInputs({file}, arguments.inputs, sink, said_before);
}

// Calls `visit(file)` for each step file until it returns false.
template <typename Visit>
Status ForEachStepFile(const std::vector<PickedFile>& files, Visit visit) {
  for (const PickedFile& file : files) {
    if (file.role != Role::kRunMetadata) continue;
    TFPROF_ASSIGN_OR_RETURN(const bool is_enough, visit(file));
    if (is_enough) break;
  }
  return {};
}

// Nothing if the file has no step.
Result<std::optional<PageStep>> ReadStep(const PickedFile& file,
                                         LoadSpec wanted,
                                         const Arguments& arguments) {
  StepRecordSink sink(wanted);
  PageStep step{.file = &file, .records = {}, .ran = {}};
  TeeSink tee({&sink, &step.ran});
  TFPROF_RETURN_IF_ERROR(ReadStepFile(file, arguments, tee));
  std::optional<StepRecords> records = sink.Finish();
  if (!records) return std::nullopt;
  step.records = std::move(*records);
  return std::optional(std::move(step));
}

// The records on the critical path; empty if the waits are not known.
std::vector<uint32_t> OnPath(StepRecords records, const Trace& trace) {
  const auto hosts = DividedTasksByHost(records);
  // The waits are known without names.
  records.strings = SharedStrings();
  return hosts ? RecordsOnPath(*hosts, trace) : std::vector<uint32_t>();
}

class TimelineLoader {
 public:
  explicit TimelineLoader(const Arguments& arguments) : arguments_(arguments) {}

  Status Add(const PickedFile& file) {
    // The first step may be a large one, whose names are stored once. Later
    // steps do not share them, so names do not accumulate.
    StepRecordSink sink({},
                        steps_.empty() ? traces_.strings() : SharedStrings());
    TeeSink tee({&sink, &traces_});
    TFPROF_RETURN_IF_ERROR(ReadStepFile(file, arguments_, tee));
    std::optional<StepRecords> records = sink.Finish();
    std::optional<Trace> trace = traces_.TakeStep();
    if (!records || !trace) return {};
    // The first one is kept whatever its size.
    records_ += trace->size();
    if (!steps_.empty() && records_ > kMostRecords) {
      left_out_ +=
          fmt::format("{}{}", left_out_.empty() ? "" : ", ", records->step);
      return {};
    }
    std::vector<uint32_t> on_path = OnPath(*std::move(records), *trace);
    TracedStep step = TracedStepOf(std::move(*trace), {}, 0);
    step.on_path = std::move(on_path);
    steps_.push_back(std::move(step));
    return {};
  }

  Section Finish() {
    Section section{"timeline", {}, {}};
    if (!left_out_.empty()) {
      section.notes.push_back(
          "not on this page, which would be too large: the operations of "
          "steps " +
          left_out_);
    }
    if (steps_.empty()) {
      section.notes.emplace_back(
          "no step files: give RunMetadata by --run_meta_path; a saved profile "
          "does not have their records");
    } else {
      section.block = std::move(steps_);
    }
    return section;
  }

 private:
  const Arguments& arguments_;
  TraceBuilder traces_;
  TracedSteps steps_;
  size_t records_ = 0;
  std::string left_out_;
};

}  // namespace

Result<std::optional<PageStep>> LoadPageStep(
    const std::vector<PickedFile>& files, std::optional<int64_t> number,
    const Arguments& arguments) {
  std::optional<PageStep> found;
  const auto find = [&](bool is_any) {
    return ForEachStepFile(files, [&](const PickedFile& file) -> Result<bool> {
      if (!is_any && file.step != number) return false;
      TFPROF_ASSIGN_OR_RETURN(
          auto step,
          ReadStep(file, {.memory = true, .shapes = true}, arguments));
      if (step) found = std::move(step);
      return !is_any && found.has_value();
    });
  };
  TFPROF_RETURN_IF_ERROR(find(false));
  if (!found) TFPROF_RETURN_IF_ERROR(find(true));
  return found;
}

Result<std::optional<WorkCounter>> LoadPageWork(
    const std::vector<PickedFile>& files, const Graph* graph,
    const LoggedFloatOps& logged, const Arguments& arguments) {
  std::optional<WorkCounter> counter(std::in_place, graph, logged);
  bool has_any = false;
  TFPROF_RETURN_IF_ERROR(
      ForEachStepFile(files, [&](const PickedFile& file) -> Result<bool> {
        TFPROF_ASSIGN_OR_RETURN(auto step,
                                ReadStep(file, {.shapes = true}, arguments));
        if (!step) return false;
        const auto hosts = TasksByHost(step->records);
        if (!hosts) {
          counter.reset();
          return true;
        }
        counter->AddStep(*hosts, step->ran, std::move(step->records));
        has_any = true;
        return false;
      }));
  if (!counter || !has_any) return std::nullopt;
  counter->EndSteps();
  return counter;
}

Result<Section> LoadPageTimelines(const std::vector<PickedFile>& files,
                                  const PickedFile* first,
                                  const Arguments& arguments) {
  TimelineLoader loader(arguments);
  if (first != nullptr) TFPROF_RETURN_IF_ERROR(loader.Add(*first));
  const auto add = [&](const PickedFile& file) -> Result<bool> {
    if (&file != first) TFPROF_RETURN_IF_ERROR(loader.Add(file));
    return false;
  };
  TFPROF_RETURN_IF_ERROR(ForEachStepFile(files, add));
  return loader.Finish();
}

}  // namespace tfprof
