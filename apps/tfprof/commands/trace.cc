// SPDX-License-Identifier: Apache-2.0
// trace: the step-stats timeline.
#include "model/trace.h"

#include <algorithm>

#include "analysis/memory/memory_tables.h"
#include "base/median.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "command.h"
#include "load.h"
#include "load_recordings.h"
#include "model/transfer.h"
#include "output.h"
#include "steps_flag.h"
#include "stored_steps.h"
#include "view/timeline/trace_timeline.h"

namespace tfprof {

namespace {

struct TraceOptions {
  TraceTimelineOptions timeline;
  std::vector<int64_t> clock_offsets;
  bool from_zero = false;
  bool show_allocated = false;
  StepSelection steps{.which = StepSelection::Which::kAll, .ranges = {}};

  // True if options change the events, rather than show them as recorded.
  bool changes_events() const {
    return timeline.collapse_us > 0 || timeline.labels ||
           !timeline.show_dataflow || timeline.show_memory ||
           timeline.op_time != OpTime::kSchedule;
  }
};

void AddTraceFlags(FlagSet& flags, TraceOptions& options) {
  TraceTimelineOptions& timeline = options.timeline;
  flags.Switch("show_dataflow", timeline.show_dataflow,
               "draw arrows from the producer of a tensor to its consumers");
  flags.Switch("show_memory", timeline.show_memory,
               "show tensors, and the bytes of each allocator");
  flags.Switch("show_allocated", options.show_allocated,
               "show the bytes of each allocator, from its allocations and "
               "releases");
  flags.Word("op_time", timeline.op_time,
             {{"schedule", OpTime::kSchedule},
              {"gpu", OpTime::kGpu},
              {"all", OpTime::kAll}},
             "times of operations: schedule (as recorded), gpu (of their "
             "kernels) or all (until the last kernel)");
  flags.Switch("labels", timeline.labels,
               "explain each row: operations as scheduled, a stream, copies");
  flags.Quantity("collapse", timeline.collapse_us, Unit::kMicros, {},
                 "join consecutive operations shorter than this");
  flags.Other(
      "clock_offset", "TIME,...", "",
      [&offsets = options.clock_offsets](std::string_view text) -> Status {
        offsets.clear();
        for (const std::string& piece : SplitNonEmpty(text, ',')) {
          TFPROF_ASSIGN_OR_RETURN(offsets.emplace_back(),
                                  ParseQuantity(piece, Unit::kMicros));
        }
        return {};
      },
      "added to the times of each step file, in their order");
  AddStepsFlag(flags, options.steps);
  flags.Switch("from_zero", options.from_zero, "start the first event at 0");
}

void Move(Trace& trace, int64_t offset) {
  for (size_t record = 0; record < trace.size(); ++record) {
    trace.start.Set(record, WrapAdd(trace.start[record], offset));
  }
  for (Trace::Curve& curve : trace.curves) {
    for (Trace::Curve::Level& level : curve.levels) {
      level.at = WrapAdd(level.at, offset);
    }
  }
}

// Moves the times of each step file, in the order of the files.
Status MoveClocks(const TraceOptions& asked, Traces& traces) {
  const std::vector<int64_t>& offsets = asked.clock_offsets;
  if (!offsets.empty() && offsets.size() != traces.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--clock_offset has {} values for {} steps; give one each",
                offsets.size(), traces.size());
  }
  int64_t first = INT64_MAX;
  for (size_t i = 0; i < traces.size(); ++i) {
    if (!offsets.empty()) Move(traces[i], offsets[i]);
    for (size_t record = 0; record < traces[i].size(); ++record) {
      first = std::min(first, traces[i].start[record]);
    }
  }
  if (!asked.from_zero) return {};
  const int64_t to_zero = WrapMultiply(first, -1);
  for (Trace& trace : traces) {
    Move(trace, to_zero);
  }
  return {};
}

// Adds to each trace the memory of the step's allocators. REQUIRES: `traces`
// belong to the files that have a step, in the order of the files.
Status AddCurves(const std::vector<PickedFile>& files,
                 const Arguments& arguments, Diagnostics& diagnostics,
                 Traces& traces) {
  bool has_any = false;
  size_t at = 0;
  for (const PickedFile& file : files) {
    StepRecordSink sink({.memory = true});
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({file}, arguments.inputs, sink, diagnostics));
    const std::optional<StepRecords> records = sink.Finish();
    if (!records || at == traces.size()) continue;
    TFPROF_ASSIGN_OR_RETURN(const std::vector<AllocatorMemory> memory,
                            LiveMemory(*records, {}));
    traces[at].curves = CurvesOf(*records, memory);
    has_any = has_any || !traces[at].curves.empty();
    ++at;
  }
  if (!has_any) {
    diagnostics.Warn("no curves", "no allocator left records");
  }
  return {};
}

// Notices about common misreadings of a trace.
class Notices {
 public:
  void Look(const Trace& trace) {
    has_records_ = has_records_ || trace.size() > 0;
    int64_t micros = 0;
    for (const Trace::Device& device : trace.devices) {
      const std::string_view name = trace.strings[device.name];
      const DeviceRows rows = RowsOf(name);
      has_kernels_ = has_kernels_ || rows == DeviceRows::kKernels;
      for (uint32_t i = device.first; i < device.end; ++i) {
        const ExecRecord exec{.name = trace.strings[trace.name[i]],
                              .label = trace.LabelOf(i)};
        const Transfer kind = ClassifyTransfer(rows, exec).kind;
        has_collectives_ = has_collectives_ || kind == Transfer::kCollective ||
                           kind == Transfer::kNcclKernel;
        if (rows != DeviceRows::kOperations) continue;
        micros = WrapAdd(micros, trace.duration[i]);
        const std::string_view type = TypeInLabel(exec.label);
        constexpr int64_t kLongCompile = 10'000;
        compiles_ = compiles_ ||
                    (trace.duration[i] > kLongCompile &&
                     (type == "_XlaCompile" || type.starts_with("XlaLaunch") ||
                      type == "_XlaLaunch"));
      }
    }
    step_micros_.push_back(static_cast<double>(micros));
  }

  void Say(Diagnostics& diagnostics) const {
    const auto say = [&](const char* text) { diagnostics.Warn(text, text); };
    if (has_records_) {
      say("lanes are packed to save room: they are neither threads nor "
          "streams; --labels explains each row");
    }
    if (has_kernels_) {
      say("rows of a GPU's job device show the host's launches, not the work "
          "of the GPU: stream:all has the work, and --op_time=all extends "
          "operations to it");
    }
    if (has_collectives_) {
      say("NCCL and Horovod: their time includes waiting for others, and "
          "tracing prevents overlap of kernels");
    }
    if (compiles_) {
      say("XLA seems to compile in this trace, so its times are not those of "
          "an ordinary step");
    }
    if (step_micros_.size() > 1) {
      constexpr double kSlow = 1.5;
      if (step_micros_[0] >
          kSlow * Median({step_micros_.begin() + 1, step_micros_.end()})) {
        say("the first step takes far longer than the others, since it sets up "
            "state for them");
      }
    }
  }

 private:
  bool has_records_ = false;
  bool has_kernels_ = false;
  bool has_collectives_ = false;
  bool compiles_ = false;
  std::vector<double> step_micros_;
};

// The steps of `files`, or the events of XSpaces in the selected steps.
Result<Traces> ReadTraces(const TraceOptions& asked,
                          const std::vector<PickedFile>& files,
                          const Arguments& arguments, bool is_plain,
                          Diagnostics& diagnostics) {
  if (AreRecordings(files)) {
    return LoadEvents(files, asked.steps, arguments, diagnostics);
  }
  TraceBuilder builder(is_plain);
  TFPROF_RETURN_IF_ERROR(
      ReadInputs(files, arguments.inputs, builder, diagnostics));
  return builder.Finish();
}

Result<Traces> TracesOf(const StoredSteps& stored, const TraceOptions& asked,
                        const std::vector<PickedFile>& files,
                        const Arguments& arguments) {
  TFPROF_ASSIGN_OR_RETURN(const ChosenSteps chosen,
                          ChooseStepsOf(files, asked.steps, arguments));
  TraceBuilder builder;
  for (const int64_t step : chosen.numbers) stored.Emit(step, builder);
  return builder.Finish();
}

Status RunTrace(const TraceOptions& asked, const Arguments& arguments,
                CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      const std::optional<StoredSteps> stored,
      LoadStoredSteps(files, arguments, context.diagnostics));
  if (stored && asked.timeline.show_memory) {
    return StoredStepsLack("--show_memory");
  }
  if (stored && asked.show_allocated) {
    return StoredStepsLack("--show_allocated");
  }
  const bool are_recordings = AreRecordings(files);
  if (!stored) {
    TFPROF_ASSIGN_OR_RETURN(files, TracedFilesOf(std::move(files)));
  }
  if (!are_recordings) {
    TFPROF_RETURN_IF_ERROR(
        KeepAskedSteps(asked.steps, arguments, files, context.diagnostics));
  }
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kTrace, context));
  const bool is_plain = RulesFor(arguments, files).plain_trace;
  TFPROF_ASSIGN_OR_RETURN(Traces traces,
                          stored ? TracesOf(*stored, asked, files, arguments)
                                 : ReadTraces(asked, files, arguments, is_plain,
                                              context.diagnostics));
  if (traces.empty()) traces.emplace_back();
  if (asked.show_allocated) {
    TFPROF_RETURN_IF_ERROR(
        AddCurves(files, arguments, context.diagnostics, traces));
  }
  TFPROF_RETURN_IF_ERROR(MoveClocks(asked, traces));
  TraceTimelineOptions options = asked.timeline;
  options.labels = options.labels || is_plain;
  options.lanes_by_start = is_plain;
  Notices notices;
  TracedSteps steps;
  const bool has_several = traces.size() > 1;
  uint32_t next_pid = 0;
  for (; !traces.empty(); traces.pop_front()) {
    Trace& trace = traces.front();
    if (!trace.is_recording) notices.Look(trace);
    TracedStep step = TracedStepOf(std::move(trace), options, next_pid);
    next_pid = step.end_pid();
    if (has_several) {
      step.prefix = step.trace.is_recording
                        ? step.trace.host + ": "
                        : fmt::format("step {}: ", step.trace.step);
    }
    steps.push_back(std::move(step));
  }
  if (are_recordings && asked.changes_events()) {
    context.diagnostics.Warn(
        "ignored options",
        "the events of an XSpace are shown as they are: --collapse, --labels, "
        "--show_dataflow, --show_memory and --op_time change nothing");
  }
  notices.Say(context.diagnostics);
  Report report;
  report.sections.push_back({"", {}, std::move(steps)});
  return outputs.Render(report, context.diagnostics);
}

}  // namespace

Command TraceCommand() {
  return {
      .name = "trace",
      .summary = "a timeline of all steps, as Chrome trace JSON",
      .examples =
          "  tfprof trace DUMP > trace.json\n"
          "  tfprof trace run_meta_3 --labels --show_allocated > trace.json\n",
      .result = ResultKind::kTrace,
      .prepare = Prepare(AddTraceFlags, RunTrace)};
}

}  // namespace tfprof
