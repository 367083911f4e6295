// SPDX-License-Identifier: Apache-2.0
// Every flag of every command, one row each, and what the flags fill.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/advise/checker.h"
#include "analysis/diff.h"
#include "analysis/gate/gate.h"
#include "base/error.h"
#include "model/rules.h"
#include "progress.h"
#include "report/step_tables.h"
#include "view/drawing.h"
#include "view/timeline/trace_timeline.h"
#include "view/view_options.h"
#include "wire/intake/input.h"

namespace tfprof {

// What `advise` is told.
struct AdviseArguments {
  std::vector<std::string> checkers;  // all of them if there is none
  std::vector<CheckerSetting> settings;
  bool fail = false;
};

// What `summarize` is told.
struct SummarizeArguments {
  bool print_structure = false;
};

// What `steps` is told.
struct StepsArguments {
  StepFormat format;
  std::string filter;
  std::string device_filter;
  int64_t max_num_runs = 0;
  int64_t warmup_runs = 0;
  int64_t scope_depth = 1;
  bool show_shape_changes = false;
  bool show_flops = false;
  bool show_spread = false;
  bool show_xla = false;
  bool keep_compile_steps = false;
  bool show_communication = false;
};

// What `trace` is told.
struct TraceArguments {
  TraceTimelineOptions timeline;
  int64_t collapse_us = 0;
  std::vector<int64_t> clock_offsets;
  bool from_zero = false;
};

// What `export` is told.
struct ExportArguments {
  DrawingOptions drawing;
  int64_t partition = -1;  // none: the graph that was defined
  bool strip_values = true;
  std::string tag = "step_";
};

// What `diff` is told.
struct DiffArguments {
  std::string view = "scope";
  std::string base;
  std::string now;
  LeastChange least;
};

// What `gate` is told.
struct GateArguments {
  std::string view = "scope";
  std::vector<std::string> baseline;
  std::vector<std::string> candidate;
  std::string budget;
  std::string write_budget;
  GateOptions options;
  int64_t warmup_steps = -1;  // the first, of runs that have more
  // What an inconclusive verdict exits with.
  int inconclusive = 4;
  bool calibrate = false;
  bool self_test = false;
};

// What the command line said.
struct Arguments {
  Inputs inputs;
  ViewOptions view;
  Rules rules = kReferenceRules;
  bool quiet = false;
  ShowProgress progress = ShowProgress::kAuto;
  AdviseArguments advise;
  StepsArguments steps;
  TraceArguments trace;
  ExportArguments exporting;
  DiffArguments diff;
  GateArguments gate;
  SummarizeArguments summarize;
};

// Who takes a flag: commands name the group of their own.
enum class FlagGroup : uint8_t {
  kInput,
  kView,
  kAdvise,
  kSummarize,
  kSteps,
  kTrace,
  kExport,
  kDiff,
  kGate,
  kCommon
};

struct Flag {
  FlagGroup group;
  std::string_view name;
  std::string_view value;  // what stands for the value in help
  std::string_view default_text;
  std::string_view help;
  bool is_switch = false;  // the value may be left out and then is "true"
  Status (*parse)(std::string_view text, Arguments& arguments) = nullptr;
  const OptionInfo* option = nullptr;  // instead of `parse`: a view's option

  Status Parse(std::string_view text, Arguments& arguments) const {
    return option != nullptr ? option->parse(text, arguments.view)
                             : parse(text, arguments);
  }
};

std::span<const Flag> Flags();

// The first flag of that name. Commands that share a name agree on whether it
// is a switch.
const Flag* FindFlag(std::string_view name);

}  // namespace tfprof
