// SPDX-License-Identifier: Apache-2.0
#include "commands/companion_flags.h"

#include "flag_parsers.h"

namespace tfprof {

namespace {

Status ParseOpTime(std::string_view text, Arguments& arguments) {
  return ParseWord<OpTime>(text,
                           {{"schedule", OpTime::kSchedule},
                            {"gpu", OpTime::kGpu},
                            {"all", OpTime::kAll}},
                           arguments.trace.timeline.op_time);
}

template <bool TraceTimelineOptions::*field>
Status TimelineSwitch(std::string_view text, Arguments& arguments) {
  return ParseSwitch(text, arguments.trace.timeline.*field);
}

Status ParseClockOffsets(std::string_view text, Arguments& arguments) {
  arguments.trace.clock_offsets.clear();
  for (const std::string& piece : SplitNonEmpty(text, ',')) {
    TFPROF_RETURN_IF_ERROR(
        ParseWhole(piece, arguments.trace.clock_offsets.emplace_back()));
  }
  return {};
}

Status ParseCollapse(std::string_view text, Arguments& arguments) {
  int64_t& micros = arguments.trace.collapse_us;
  TFPROF_RETURN_IF_ERROR(ParseWhole(text, micros));
  if (micros >= 0) return {};
  return Fail(ErrorCode::kInvalidArgument, "{} us is no duration", micros);
}

Status ParseLayout(std::string_view text, Arguments& arguments) {
  return ParseWord<StepLayout>(text,
                               {{"newest", StepLayout::kNewest},
                                {"start17", StepLayout::kStart17},
                                {"start9", StepLayout::kStart9},
                                {"start9_no_calls", StepLayout::kNoCalls}},
                               arguments.steps.format.layout);
}

template <bool StepFormat::*field>
Status FormatSwitch(std::string_view text, Arguments& arguments) {
  return ParseSwitch(text, arguments.steps.format.*field);
}

template <int64_t StepFormat::*field>
Status FormatWhole(std::string_view text, Arguments& arguments) {
  return ParseWhole(text, arguments.steps.format.*field);
}

Status ParseColour(std::string_view text, Arguments& arguments) {
  return ParseWord<DrawingColour>(text,
                                  {{"device", DrawingColour::kDevice},
                                   {"time", DrawingColour::kTime},
                                   {"none", DrawingColour::kNone}},
                                  arguments.exporting.drawing.colour);
}

template <int64_t DrawingOptions::*field>
Status DrawingWhole(std::string_view text, Arguments& arguments) {
  TFPROF_RETURN_IF_ERROR(ParseWhole(text, arguments.exporting.drawing.*field));
  if (arguments.exporting.drawing.*field >= 0) return {};
  return Fail(ErrorCode::kInvalidArgument, "{} is below 0", text);
}

Status ParseFocus(std::string_view text, Arguments& arguments) {
  arguments.exporting.drawing.focus = text;
  return {};
}

}  // namespace

std::vector<Flag> CompanionFlags() {
  using enum FlagGroup;
  using A = Arguments;
  using S = StepsArguments;
  using F = StepFormat;
  using T = TraceTimelineOptions;
  return {
      {kSummarize, "print_structure", "", "false",
       "every node in order of execution", true,
       SwitchOf<&A::summarize, &SummarizeArguments::print_structure>},

      {kSteps, "show_run_order", "", "true", "nodes in the order they ran",
       true, FormatSwitch<&F::show_run_order>},
      {kSteps, "run_order_limit", "N", "0", "rows of that; 0 is all", false,
       FormatWhole<&F::run_order_limit>},
      {kSteps, "show_time", "", "true", "nodes by time", true,
       FormatSwitch<&F::show_time>},
      {kSteps, "time_limit", "N", "10", "rows of that; 0 is all", false,
       FormatWhole<&F::time_limit>},
      {kSteps, "show_memory", "", "true", "nodes by memory", true,
       FormatSwitch<&F::show_memory>},
      {kSteps, "memory_limit", "N", "10", "rows of that; 0 is all", false,
       FormatWhole<&F::memory_limit>},
      {kSteps, "show_type", "", "true", "the summary by type", true,
       FormatSwitch<&F::show_type>},
      {kSteps, "show_summary", "", "true", "the totals of the runs", true,
       FormatSwitch<&F::show_summary>},
      {kSteps, "format_as_csv", "", "false",
       "the tables as benchmark_model's CSV", true, FormatSwitch<&F::as_csv>},
      {kSteps, "layout", "WORD", "newest",
       "columns of which releases: newest, start17, start9 (both with a start "
       "column) or start9_no_calls",
       false, ParseLayout},
      {kSteps, "filter", "REGEX", "", "only names that match in full", false,
       TextOf<&A::steps, &S::filter>},
      {kSteps, "device_filter", "REGEX", "",
       "only devices whose names match in full", false,
       TextOf<&A::steps, &S::device_filter>},
      {kSteps, "max_num_runs", "N", "0", "use this many step files; 0 is all",
       false, WholeOf<&A::steps, &S::max_num_runs>},
      {kSteps, "warmup_runs", "N", "0", "leave out the first step files", false,
       WholeOf<&A::steps, &S::warmup_runs>},
      {kSteps, "show_sizes", "", "false", "types and shapes of outputs", true,
       FormatSwitch<&F::show_sizes>},
      {kSteps, "show_shape_changes", "", "false",
       "outputs whose shape is not the same in every run", true,
       SwitchOf<&A::steps, &S::show_shape_changes>},
      {kSteps, "show_flops", "", "false",
       "float operations by node, with where the number comes from", true,
       SwitchOf<&A::steps, &S::show_flops>},
      {kSteps, "show_spread", "", "false",
       "how the steps differ: outliers, first step, scopes, types", true,
       SwitchOf<&A::steps, &S::show_spread>},
      {kSteps, "scope_depth", "N", "1", "of the scopes in that", false,
       WholeOf<&A::steps, &S::scope_depth>},
      {kSteps, "show_xla", "", "false",
       "clusters of XLA, and which steps compiled", true,
       SwitchOf<&A::steps, &S::show_xla>},
      {kSteps, "keep_compile_steps", "", "false",
       "do not leave steps that compiled out of the spread", true,
       SwitchOf<&A::steps, &S::keep_compile_steps>},
      {kSteps, "show_communication", "", "false",
       "copies, sends and collectives by device, and what they overlap", true,
       SwitchOf<&A::steps, &S::show_communication>},

      {kTrace, "show_dataflow", "", "true",
       "arrows from who made a tensor to who used it", true,
       TimelineSwitch<&T::show_dataflow>},
      {kTrace, "show_memory", "", "false",
       "tensors, and what each allocator held", true,
       TimelineSwitch<&T::show_memory>},
      {kTrace, "op_time", "WORD", "schedule",
       "times of operations: schedule (as recorded), gpu (of their kernels) or "
       "all (until the last kernel)",
       false, ParseOpTime},
      {kTrace, "labels", "", "false",
       "say of each row what it is: operations as scheduled, a stream, copies",
       true, TimelineSwitch<&T::labels>},
      {kTrace, "collapse", "US", "0",
       "join operations shorter than this that follow each other", false,
       ParseCollapse},
      {kTrace, "clock_offset", "US,...", "",
       "added to the times of each step file, in their order", false,
       ParseClockOffsets},
      {kTrace, "from_zero", "", "false", "let the first event begin at 0", true,
       SwitchOf<&A::trace, &TraceArguments::from_zero>},

      {kExport, "max_nodes", "N", "200",
       "nodes and scopes in a drawing, at most; 0 is all", false,
       DrawingWhole<&DrawingOptions::max_nodes>},
      {kExport, "focus", "REGEX", "", "draw nodes whose names match in full",
       false, ParseFocus},
      {kExport, "radius", "N", "1", "and those this many edges away", false,
       DrawingWhole<&DrawingOptions::radius>},
      {kExport, "color", "WORD", "device",
       "fill by device, by share of time, or none", false, ParseColour},
      {kExport, "partition", "N", "",
       "a graph that ran, of the first step file, instead of the one that was "
       "defined",
       false, WholeOf<&A::exporting, &ExportArguments::partition>},
      {kExport, "strip_values", "", "true",
       "leave out the content of large constants", true,
       SwitchOf<&A::exporting, &ExportArguments::strip_values>},
      {kExport, "tag", "TEXT", "step_",
       "what the steps of an event file are called, before their numbers",
       false, TextOf<&A::exporting, &ExportArguments::tag>},
  };
}

}  // namespace tfprof
