// SPDX-License-Identifier: Apache-2.0
#include "commands/steps_options.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/ranges.h>

#include "base/find_by_name.h"
#include "base/strings.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

// The values of --show.
std::vector<std::pair<std::string_view, bool*>> SectionsOf(
    StepsOptions& options) {
  return {{"run_order", &options.format.show_run_order},
          {"time", &options.format.show_time},
          {"memory", &options.format.show_memory},
          {"type", &options.format.show_type},
          {"summary", &options.format.show_summary},
          {"sizes", &options.format.show_sizes},
          {"shape_changes", &options.show_shape_changes},
          {"flops", &options.show_flops},
          {"account", &options.show_account},
          {"waits", &options.show_waits},
          {"regions", &options.show_regions},
          {"compiles", &options.show_compiles},
          {"collectives", &options.show_collectives},
          {"precision", &options.show_precision},
          {"roofline", &options.show_roofline},
          {"spread", &options.show_spread},
          {"xla", &options.show_xla},
          {"communication", &options.show_communication}};
}

Status Choose(std::string_view list, StepsOptions& options) {
  const auto sections = SectionsOf(options);
  for (const auto& [word, is_shown] : sections) *is_shown = false;
  for (const std::string& chosen : SplitNonEmpty(list, ',')) {
    const auto found = std::find_if(
        sections.begin(), sections.end(),
        [&](const auto& section) { return section.first == chosen; });
    if (found == sections.end()) {
      std::vector<std::string_view> words;
      for (const auto& section : sections) words.push_back(section.first);
      return Fail(ErrorCode::kInvalidArgument,
                  "unknown section '{}'; expected {}{}", Printable(chosen),
                  fmt::join(words, ", "), Suggestion(chosen, words));
    }
    *found->second = true;
  }
  return {};
}

Status SetPeak(std::string_view text, std::optional<double>& peak) {
  TFPROF_ASSIGN_OR_RETURN(peak, ParseReal(text));
  if (*peak > 0) return {};
  return Fail(ErrorCode::kInvalidArgument, "a peak must be greater than 0");
}

// The flags shared with benchmark_model.
void AddTableFlags(FlagSet& flags, StepFormat& format) {
  flags.Switch("show_run_order", format.show_run_order,
               "nodes in the order of execution");
  flags.Whole("run_order_limit", format.run_order_limit, {},
              "rows of that table; 0 is all");
  flags.Switch("show_time", format.show_time, "nodes by time");
  flags.Whole("time_limit", format.time_limit, {},
              "rows of that table; 0 is all");
  flags.Switch("show_memory", format.show_memory, "nodes by memory");
  flags.Whole("memory_limit", format.memory_limit, {},
              "rows of that table; 0 is all");
  flags.Switch("show_type", format.show_type, "the summary by type");
  flags.Switch("show_summary", format.show_summary, "the totals of the runs");
  flags.Switch("format_as_csv", format.as_csv,
               "the tables as benchmark_model's CSV");
  flags.Word("layout", format.layout,
             {{"newest", StepLayout::kNewest},
              {"start17", StepLayout::kStart17},
              {"start9", StepLayout::kStart9},
              {"start9_no_calls", StepLayout::kNoCalls}},
             "releases: newest, start17, start9 or "
             "start9_no_calls");
}

void AddRooflineFlags(FlagSet& flags, Peaks& peaks) {
  const auto add = [&](std::string_view name, std::optional<double>& peak,
                       std::string_view help) {
    flags.Other(
        name, "N", "",
        [&peak](std::string_view text) { return SetPeak(text, peak); }, help);
  };
  add("peak_flops", peaks.flops_per_s,
      "peak float operations per second of the device, for the roof");
  add("peak_bytes", peaks.bytes_per_s,
      "peak bytes per second of its memory, for the roof");
}

// "images:1,32,32,3"; "images:0:1,32,32,3" names the output too. A scalar has
// no numbers, an unknown dimension is -1.
Status AddInputShape(std::string_view text, GivenShapes& shapes) {
  const size_t colon = text.rfind(':');
  if (colon == 0 || colon == std::string_view::npos) {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' is not a shape of an input; write NAME:1,32,32,3",
                Printable(text));
  }
  std::string_view name = text.substr(0, colon);
  if (name.ends_with(":0")) name.remove_suffix(2);
  std::vector<int64_t> dims;
  for (const std::string& piece : SplitNonEmpty(text.substr(colon + 1), ',')) {
    const std::optional<int64_t> dim = ParseInt64(piece);
    if (!dim || *dim < -1) {
      return Fail(ErrorCode::kInvalidArgument,
                  "'{}' is not a dimension; write NAME:1,32,32,3",
                  Printable(piece));
    }
    dims.push_back(*dim);
  }
  shapes[std::string(name)] = std::move(dims);
  return {};
}

}  // namespace

void AddStepsFlags(FlagSet& flags, StepsOptions& options) {
  std::vector<std::string> sections;
  for (const auto& section : SectionsOf(options)) {
    sections.emplace_back(section.first);
  }
  flags
      .Other(
          "show", "LIST", "run_order,time,memory,type,summary",
          [&options](std::string_view list) { return Choose(list, options); },
          "sections: run_order, time, memory, type, summary, sizes, "
          "shape_changes, flops, account, waits, regions, compiles, "
          "collectives, precision, roofline, spread, xla, communication")
      .words = std::move(sections);
  AddTableFlags(flags, options.format);
  flags.Text("filter", options.filter, "REGEX",
             "only names that match in full");
  flags.Text("device_filter", options.device_filter, "REGEX",
             "only devices whose names match in full");
  AddStepsFlag(flags, options.steps, "all");
  flags.Whole("max_num_runs", options.max_num_runs, {},
              "use this many step files; 0 is all");
  flags.Whole("warmup_runs", options.warmup_runs, {},
              "leave out the first step files");
  flags.Other(
      "input_layer_shape", "SHAPE", "",
      [&options](std::string_view text) {
        return AddInputShape(text, options.input_shapes);
      },
      "shape of an input of a graph without steps, NAME:N,N,...; repeatable");
  flags.Whole("scope_depth", options.scope_depth, {.least = 1},
              "depth of the scopes in the spread");
  flags.Switch("keep_compile_steps", options.keep_compile_steps,
               "keep steps that compiled in the spread");
  AddRooflineFlags(flags, options.peaks);
}

std::string_view SectionOfStepFiles(StepsOptions options,
                                    const std::set<std::string_view>& known) {
  // The sections of benchmark_model come first, and are on by default.
  constexpr ptrdiff_t kOfBenchmarkModel = 5;
  const auto sections = SectionsOf(options);
  const auto found =
      std::find_if(sections.begin() + kOfBenchmarkModel, sections.end(),
                   [&](const auto& section) {
                     return *section.second && !known.contains(section.first);
                   });
  return found == sections.end() ? std::string_view() : found->first;
}

}  // namespace tfprof
