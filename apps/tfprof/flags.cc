// SPDX-License-Identifier: Apache-2.0
#include "flags.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "base/strings.h"
#include "commands/companion_flags.h"
#include "commands/verdict_flags.h"
#include "flag_parsers.h"

namespace tfprof {

namespace {

template <std::string Inputs::*field>
Status ParsePath(std::string_view text, Arguments& arguments) {
  arguments.inputs.*field = text;
  return {};
}

Status ParseRunMetaPaths(std::string_view text, Arguments& arguments) {
  arguments.inputs.run_meta_paths = SplitNonEmpty(text, ',');
  return {};
}

Result<int64_t> ParsePositive(std::string_view text) {
  const auto parsed = ParseInt64(text);
  if (!parsed || *parsed < 1) {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' is not a whole number above 0", Printable(text));
  }
  return *parsed;
}

template <auto limit>
Status ParseLimit(std::string_view text, Arguments& arguments) {
  using Limit = std::remove_reference_t<decltype(ReadLimits().*limit)>;
  TFPROF_ASSIGN_OR_RETURN(const int64_t value, ParsePositive(text));
  arguments.inputs.limits.*limit = static_cast<Limit>(
      std::min<int64_t>(value, std::numeric_limits<Limit>::max() / 2));
  return {};
}

Status ParseAllowPartial(std::string_view text, Arguments& arguments) {
  return ParseSwitch(text, arguments.inputs.limits.allow_partial);
}

Status ParseProgress(std::string_view text, Arguments& arguments) {
  return ParseWord<ShowProgress>(text,
                                 {{"auto", ShowProgress::kAuto},
                                  {"always", ShowProgress::kAlways},
                                  {"never", ShowProgress::kNever}},
                                 arguments.progress);
}

Status ParseJobs(std::string_view text, Arguments& arguments) {
  constexpr int64_t kMost = 1024;
  TFPROF_ASSIGN_OR_RETURN(const int64_t jobs, ParsePositive(text));
  arguments.inputs.jobs = static_cast<int>(std::min(jobs, kMost));
  return {};
}

Status ParseRules(std::string_view text, Arguments& arguments) {
  if (text == "reference") {
    arguments.rules = kReferenceRules;
  } else if (text == "corrected") {
    arguments.rules = kCorrectedRules;
  } else {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' is not a set of rules{}; known: reference, corrected",
                Printable(text), Suggestion(text, {"reference", "corrected"}));
  }
  return {};
}

Status ParseQuiet(std::string_view text, Arguments& arguments) {
  return ParseSwitch(text, arguments.quiet);
}

Status ParseCheckers(std::string_view text, Arguments& arguments) {
  arguments.advise.checkers = SplitNonEmpty(text, ',');
  return {};
}

Status ParseSetting(std::string_view text, Arguments& arguments) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return Fail(ErrorCode::kInvalidArgument,
                "'{}' has no value; write --set "
                "AcceleratorUtilizationChecker.low=0.7",
                Printable(text));
  }
  arguments.advise.settings.push_back({std::string(text.substr(0, equals)),
                                       std::string(text.substr(equals + 1))});
  return {};
}

Status ParseFail(std::string_view text, Arguments& arguments) {
  return ParseSwitch(text, arguments.advise.fail);
}

std::vector<Flag> MakeFlags() {
  using enum FlagGroup;
  std::vector<Flag> flags = {
      {kInput, "graph_path", "FILE", "", "GraphDef, text or binary", false,
       ParsePath<&Inputs::graph_path>},
      {kInput, "run_meta_path", "FILE,...", "",
       "RunMetadata, one a step: steps 0, 1, 2, ...", false, ParseRunMetaPaths},
      {kInput, "op_log_path", "FILE", "",
       "OpLogProto: float ops, types, code traces", false,
       ParsePath<&Inputs::op_log_path>},
      {kInput, "checkpoint_path", "PREFIX", "", "checkpoint of the model",
       false, ParsePath<&Inputs::checkpoint_path>},
      {kInput, "profile_path", "FILE", "",
       "saved profile, instead of graph and steps", false,
       ParsePath<&Inputs::profile_path>},
  };
  for (const OptionInfo& option : ViewOptionTable()) {
    // Every command has an output, views or not.
    flags.push_back({.group = option.name == "output" ? kCommon : kView,
                     .name = option.name,
                     .value = option.value,
                     .default_text = option.default_text,
                     .help = option.help,
                     .is_switch = option.is_flag,
                     .option = &option});
  }
  flags.insert(
      flags.end(),
      {
          {kAdvise, "checkers", "NAME,...", "all", "which checkers to run",
           false, ParseCheckers},
          {kAdvise, "set", "CHECKER.OPTION=N", "",
           "change an option of a checker; may be repeated", false,
           ParseSetting},
          {kAdvise, "fail", "", "", "exit with 1 when something is found", true,
           ParseFail},
          {kCommon, "rules", "WORD", "reference",
           "which numbers: reference (as tfprof) or corrected", false,
           ParseRules},
          {kCommon, "jobs", "N", "2", "threads that decode step files", false,
           ParseJobs},
          {kCommon, "quiet", "", "", "no warnings", true, ParseQuiet},
          {kCommon, "progress", "WORD", "auto",
           "on stderr when work is long: auto (on a terminal), always, never",
           false, ParseProgress},
          {kCommon, "allow_partial", "", "",
           "use what is whole of an input that is cut short", true,
           ParseAllowPartial},
          {kCommon, "max_input_bytes", "N", "2^40",
           "most bytes of all inputs together", false,
           ParseLimit<&ReadLimits::max_bytes>},
          {kCommon, "max_inflate_ratio", "N", "250",
           "most a compressed input may grow", false,
           ParseLimit<&ReadLimits::max_inflate_ratio>},
          {kCommon, "max_input_nodes", "N", "100000000",
           "most nodes of all graphs together", false,
           ParseLimit<&ReadLimits::max_nodes>},
          {kCommon, "max_input_steps", "N", "100000", "most steps", false,
           ParseLimit<&ReadLimits::max_steps>},
          {kCommon, "max_name_bytes", "N", "67108864",
           "most bytes of a name or a text", false,
           ParseLimit<&ReadLimits::max_name_bytes>},
          {kCommon, "max_nesting", "N", "100",
           "how deep messages in text format may nest", false,
           ParseLimit<&ReadLimits::max_nesting>},
      });
  for (const std::vector<Flag>& more : {CompanionFlags(), VerdictFlags()}) {
    flags.insert(flags.end(), more.begin(), more.end());
  }
  return flags;
}

}  // namespace

std::span<const Flag> Flags() {
  static const std::vector<Flag> kFlags = MakeFlags();
  return kFlags;
}

const Flag* FindFlag(std::string_view name) {
  for (const Flag& flag : Flags()) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

}  // namespace tfprof
