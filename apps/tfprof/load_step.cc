// SPDX-License-Identifier: Apache-2.0
#include "load_step.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "analysis/memory/handle_bytes.h"
#include "analysis/memory/memory_tables.h"
#include "load.h"
#include "model/code_lines.h"

namespace tfprof {

namespace {

// The files that questions about a single step read.
struct StepFiles {
  std::vector<PickedFile> steps;   // at least one
  std::vector<PickedFile> op_log;  // none or one
  std::vector<PickedFile> graph;   // none or one
};

class Loader {
 public:
  Loader(const Arguments& arguments, Diagnostics& diagnostics)
      : arguments_(arguments), diagnostics_(diagnostics) {}

  Status Pick(std::vector<PickedFile> all, const StepSelection& steps) {
    files_.op_log = OfRole(all, Role::kOpLog);
    files_.graph = OfRole(all, Role::kGraph);
    TFPROF_ASSIGN_OR_RETURN(files_.steps, StepFilesOf(std::move(all)));
    has_several_ = files_.steps.size() > 1;
    first_ = files_.steps.front().step;
    if (steps.which != StepSelection::Which::kAll) {
      TFPROF_ASSIGN_OR_RETURN(chosen_,
                              ChooseStepsOf(files_.steps, steps, arguments_));
      KeepChosen(chosen_, files_.steps);
      if (files_.steps.empty()) {
        return Fail(ErrorCode::kNotFound, "the dump holds no step stats");
      }
    } else {
      for (const PickedFile& file : files_.steps) {
        chosen_.numbers.push_back(file.step);
      }
    }
    return {};
  }

  const std::vector<PickedFile>& steps() const { return files_.steps; }

  // The chosen steps of the dump.
  const ChosenSteps& chosen() const { return chosen_; }

  // True if the file is the first of several steps.
  bool IsFirst(const PickedFile& file) const {
    return has_several_ && file.step == first_;
  }

  Result<StepRecords> Step(const PickedFile& file, LoadSpec wanted) {
    StepRecordSink sink(wanted);
    TFPROF_RETURN_IF_ERROR(Read({file}, sink));
    std::optional<StepRecords> records = sink.Finish();
    if (records) return std::move(*records);
    return Fail(ErrorCode::kNotFound, "{}: no step stats", file.path);
  }

  Result<Trace> TraceOf(const PickedFile& file) {
    TraceBuilder builder(true);
    TFPROF_RETURN_IF_ERROR(Read({file}, builder));
    Traces traces = builder.Finish();
    return traces.empty() ? Trace() : std::move(traces.front());
  }

  Result<CodeLines> Code() {
    CodeLineSink sink(arguments_.path_prefixes, arguments_.own);
    TFPROF_RETURN_IF_ERROR(Read(files_.op_log, sink));
    return sink.Finish();
  }

  Result<VariableBytes> Variables() {
    HandleBytesSink sink;
    TFPROF_RETURN_IF_ERROR(Read(files_.graph, sink));
    return sink.Finish();
  }

 private:
  Status Read(const std::vector<PickedFile>& files, DumpSink& sink) {
    return ReadInputs(files, arguments_.inputs, sink, diagnostics_);
  }

  const Arguments& arguments_;
  Diagnostics& diagnostics_;
  StepFiles files_;
  ChosenSteps chosen_;
  bool has_several_ = false;
  int64_t first_ = 0;
};

// The index of the step of median length. Adds the paths of all to `history`.
Result<size_t> PickMedian(Loader& loader, const CodeLines& code,
                          PathHistory& history) {
  std::vector<std::pair<int64_t, size_t>> lengths;
  for (size_t i = 0; i < loader.steps().size(); ++i) {
    TFPROF_ASSIGN_OR_RETURN(const StepRecords records,
                            loader.Step(loader.steps()[i], {}));
    TFPROF_ASSIGN_OR_RETURN(const std::vector<StepTasks> hosts,
                            DividedTasksByHost(records));
    std::vector<StepPath> paths;
    int64_t length = 0;
    for (const StepTasks& tasks : hosts) {
      paths.push_back(FindPath(tasks, false));
      length = std::max(length, paths.back().wall_ns);
    }
    history.Add(paths, code);
    lengths.emplace_back(length, i);
  }
  const auto median =
      lengths.begin() + static_cast<ptrdiff_t>((lengths.size() - 1) / 2);
  std::nth_element(lengths.begin(), median, lengths.end());
  return median->second;
}

Status AnswerPath(const PathQuestion& question, PathOfDump& path) {
  TFPROF_ASSIGN_OR_RETURN(path.hosts, DividedTasksByHost(path.records));
  for (const StepTasks& tasks : path.hosts) {
    path.answers.push_back(AskPath(tasks, question.speedups, question.threads));
  }
  path.records.strings.Freeze();  // no more lookups of names
  return {};
}

}  // namespace

Result<std::unique_ptr<PathOfDump>> LoadPath(const PathQuestion& question,
                                             const StepSelection& steps,
                                             const Arguments& arguments,
                                             Diagnostics& diagnostics) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments));
  Loader loader(arguments, diagnostics);
  // The median step's path is compared with the paths of all steps.
  StepSelection looked_at = steps;
  if (steps.which == StepSelection::Which::kMedian) {
    looked_at.which = StepSelection::Which::kAll;
  }
  TFPROF_RETURN_IF_ERROR(loader.Pick(std::move(files), looked_at));
  auto path = std::make_unique<PathOfDump>();
  path->chosen = loader.chosen();
  TFPROF_ASSIGN_OR_RETURN(path->code, loader.Code());
  size_t step = 0;
  if (loader.steps().size() > 1) {
    TFPROF_ASSIGN_OR_RETURN(step,
                            PickMedian(loader, path->code, path->history));
  }
  TFPROF_ASSIGN_OR_RETURN(path->records, loader.Step(loader.steps()[step], {}));
  TFPROF_RETURN_IF_ERROR(AnswerPath(question, *path));
  if (question.with_trace) {
    TFPROF_ASSIGN_OR_RETURN(path->trace, loader.TraceOf(loader.steps()[step]));
  }
  return path;
}

Result<MemoryOfDump> LoadMemory(const StepSelection& steps,
                                const Arguments& arguments,
                                Diagnostics& diagnostics) {
  Loader loader(arguments, diagnostics);
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments));
  TFPROF_RETURN_IF_ERROR(loader.Pick(std::move(files), steps));
  TFPROF_ASSIGN_OR_RETURN(const VariableBytes variables, loader.Variables());
  MemoryOfDump greatest;
  for (const PickedFile& file : loader.steps()) {
    TFPROF_ASSIGN_OR_RETURN(StepRecords records,
                            loader.Step(file, {.memory = true}));
    TFPROF_ASSIGN_OR_RETURN(std::vector<AllocatorMemory> memory,
                            LiveMemory(records, variables));
    const bool is_first_read = &file == &loader.steps().front();
    if (!is_first_read &&
        GreatestPeak(memory) <= GreatestPeak(greatest.memory)) {
      continue;
    }
    greatest.records = std::move(records);
    greatest.memory = std::move(memory);
    greatest.is_first = loader.IsFirst(file);
  }
  greatest.chosen = loader.chosen();
  TFPROF_ASSIGN_OR_RETURN(greatest.code, loader.Code());
  return greatest;
}

}  // namespace tfprof
