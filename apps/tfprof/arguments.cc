// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include "base/find_by_name.h"
#include "base/strings.h"
#include "commands/work_file.h"
#include "view/selection.h"

namespace tfprof {

namespace {

void AddLimits(FlagSet& flags, ReadLimits& limits) {
  constexpr Bounds kAboveZero{.least = 1};
  const auto add = [&](std::string_view name, auto& limit, Unit unit,
                       std::string_view help) {
    flags.Quantity(name, limit, unit, kAboveZero, help).is_rare = true;
  };
  add("max_input_bytes", limits.max_bytes, Unit::kBytes,
      "most bytes of all inputs together");
  add("max_inflate_ratio", limits.max_inflate_ratio, Unit::kCount,
      "most a compressed input may grow");
  add("max_input_nodes", limits.max_nodes, Unit::kCount,
      "most nodes of all graphs together");
  add("max_input_steps", limits.max_steps, Unit::kCount, "most steps");
  add("max_name_bytes", limits.max_name_bytes, Unit::kBytes,
      "most bytes of a name or a text");
  flags
      .Whole("max_nesting", limits.max_nesting,
             {.least = 1, .most = ReadLimits::kMostNesting},
             "how deep messages in text format may nest")
      .is_rare = true;
}

// Parses the value of --min_...: it may have a unit and must not be negative.
Result<std::string> AsMinimum(std::string_view text, Measure measure) {
  TFPROF_ASSIGN_OR_RETURN(const int64_t least,
                          ParseQuantity(text, InfoOf(measure).unit));
  if (least >= 0) return fmt::format("{}", least);
  return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", Printable(text));
}

void AddRules(FlagSet& flags, const Rules& usual, std::optional<Rules>& rules) {
  struct Named {
    std::string_view name;
    const Rules& rules;
  };

  static constexpr Named kSets[] = {{"reference", kReferenceRules},
                                    {"corrected", kCorrectedRules}};
  const auto set = [&rules](std::string_view text) -> Status {
    TFPROF_ASSIGN_OR_RETURN(const Named* const named,
                            FindTyped("rules", kSets, &Named::name, text));
    rules = named->rules;
    return {};
  };
  const auto words = NamesOf(kSets, &Named::name);
  flags
      .Other("rules", "WORD", usual.attribution ? "corrected" : "reference",
             set, "which numbers: reference (as tfprof) or corrected")
      .words.assign(words.begin(), words.end());
}

void AddCodeFlags(FlagSet& flags, Arguments& arguments) {
  flags
      .Word("code", arguments.code,
            {{"auto", CodeFrames::kAuto},
             {"mine", CodeFrames::kMine},
             {"all", CodeFrames::kAll}},
            "frames of code and lines of waits: mine (without libraries), all, "
            "or auto: mine with corrected rules")
      .is_rare = true;
  flags
      .Other(
          "own", "GLOB", "",
          [&own = arguments.own](std::string_view text) -> Status {
            own.globs.emplace_back(text);
            return {};
          },
          "files that are the program's own, not a library's; may be repeated")
      .is_rare = true;
  flags
      .Other(
          "path_prefix", "FROM=TO", "",
          [&prefixes =
               arguments.path_prefixes](std::string_view text) -> Status {
            const size_t equals = text.find('=');
            if (equals == 0 || equals == std::string_view::npos) {
              return Fail(ErrorCode::kInvalidArgument,
                          "'{}' is not FROM=TO, as in /build/src=src",
                          Printable(text));
            }
            prefixes.from_to.emplace_back(text.substr(0, equals),
                                          text.substr(equals + 1));
            return {};
          },
          "replace FROM by TO at the beginning of paths in call stacks; may be "
          "repeated")
      .is_rare = true;
}

}  // namespace

void AddInputFlags(FlagSet& flags, Arguments& arguments) {
  Inputs& inputs = arguments.inputs;
  flags.Begin(FlagGroup::kInput);
  flags.Text("graph_path", inputs.graph_path, "FILE",
             "GraphDef, text or binary");
  flags.List("run_meta_path", inputs.run_meta_paths, "FILE,...",
             "RunMetadata, one a step: steps 0, 1, 2, ...");
  flags.Text("op_log_path", inputs.op_log_path, "FILE",
             "OpLogProto: float ops, types, code traces");
  flags.Text("checkpoint_path", inputs.checkpoint_path, "PREFIX",
             "checkpoint of the model");
  flags.Text("profile_path", inputs.profile_path, "FILE",
             "saved profile, instead of graph and steps");
  AddWorkFlag(flags, arguments.work);
  flags
      .Text("tag", inputs.graph.tag, "NAME",
            "select a graph of an event file by its tag")
      .is_rare = true;
  flags
      .Text("tag_set", inputs.graph.tag_set, "TAG,...",
            "select a graph of a SavedModel by all of its tags")
      .is_rare = true;
  flags
      .Word("expand_functions", inputs.expand_functions,
            {{"auto", ExpandFunctions::kAuto},
             {"never", ExpandFunctions::kNever},
             {"always", ExpandFunctions::kAlways}},
            "show bodies of functions under their callers: auto (in views of "
            "SavedModels, event files and beside an XSpace), never, always")
      .is_rare = true;
}

void AddCommonFlags(FlagSet& flags, Arguments& arguments,
                    const std::vector<std::string_view>& kinds) {
  flags.Begin(FlagGroup::kCommon);
  flags
      .Other(
          "output", "KIND",
          arguments.usual_output.empty() ? "stdout" : arguments.usual_output,
          [&arguments](std::string_view spec) -> Status {
            arguments.outputs.emplace_back(spec);
            return {};
          },
          fmt::format("{}; with a file: KIND:outfile=PATH",
                      fmt::join(kinds, ", ")))
      .words.assign(kinds.begin(), kinds.end());
  AddRules(flags, arguments.usual_rules, arguments.rules);
  AddCodeFlags(flags, arguments);
  flags.Whole("jobs", arguments.inputs.jobs, {.least = 1, .most = 1024},
              "threads that read: one adds up what the others decode");
  flags.Switch("quiet", arguments.quiet, "no warnings");
  flags
      .Switch("no_fsync", arguments.no_fsync,
              "do not wait until output files are on disk")
      .is_rare = true;
  flags
      .Word("progress", arguments.progress,
            {{"auto", ShowProgress::kAuto},
             {"always", ShowProgress::kAlways},
             {"never", ShowProgress::kNever}},
            "report progress on stderr when work is long: auto (on a "
            "terminal), always, never")
      .is_rare = true;
  flags.Switch("allow_partial", arguments.inputs.limits.allow_partial,
               "use the complete part of an input that is cut short");
  AddLimits(flags, arguments.inputs.limits);
  Flag& memory = flags.Quantity("max_memory", arguments.max_memory,
                                Unit::kBytes, {.least = 1, .most = INT64_MAX},
                                "most memory that an answer may take");
  memory.default_text = "256 MB and 16 times the input";
  memory.is_rare = true;
}

void AddViewFlags(FlagSet& flags, ViewOptions& options, FlagGroup group) {
  flags.Begin(group);
  for (const OptionInfo& option : ViewOptionTable()) {
    if (option.name == "output") continue;  // a flag of every command
    const auto set = [&options, &option](std::string_view text) -> Status {
      if (!option.minimum_of) return option.parse(text, options);
      TFPROF_ASSIGN_OR_RETURN(const std::string least,
                              AsMinimum(text, *option.minimum_of));
      return option.parse(least, options);
    };
    const std::string_view stands_for =
        option.minimum_of ? NameOf(InfoOf(*option.minimum_of).unit)
                          : std::string_view(option.value);
    flags
        .Other(option.name, stands_for,
               option.is_switch() ? "" : option.print(options), set,
               option.help)
        .words.assign(option.words.begin(), option.words.end());
  }
  flags.Begin(FlagGroup::kOwn);
}

}  // namespace tfprof
