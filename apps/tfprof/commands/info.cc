// SPDX-License-Identifier: Apache-2.0
// info: lists the files of a dump with their roles and contents.
#include "analysis/inventory.h"
#include "analysis/recording/matched_names.h"
#include "command.h"
#include "commands/lone_programs.h"
#include "load.h"
#include "output.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

Section FilesOf(const std::vector<PickedFile>& files) {
  Table table{{{"picked as"}, {"step"}, {"file"}}, {}};
  for (const PickedFile& file : files) {
    table.AddRow({std::string(RoleWords(file.role)),
                  file.role == Role::kRunMetadata ? Cell(file.step) : Cell(),
                  file.Name()});
  }
  return {"inputs", {}, std::move(table)};
}

// The rules of the profile, and the differences between reference and
// corrected.
Section RulesOf(const Rules& rules) {
  Table table{{{"rule"}, {"in force"}, {"differs"}}, {}};
  const auto add = [&](const char* name, bool corrected, const char* differs) {
    table.AddRow({name, corrected ? "corrected" : "reference", differs});
  };
  add("input_index", rules.input_index,
      "reference: every input is output 0 of its source; corrected: as "
      "written");
  add("zero_duration", rules.zero_duration,
      "reference: 0 us counts as 1 us; corrected: as recorded");
  add("signed_average", rules.signed_average,
      "reference: negative sums average unsigned; corrected: signed");
  add("one_last_step", rules.one_last_step,
      "reference: advice takes each node's own last step; corrected: the last "
      "step of all");
  add("fused_successors", rules.fused_successors,
      "reference: only FusedBatchNorm is fused; corrected: V2 and V3, too");
  add("whole_digest", rules.whole_digest,
      "reference: summarize counts no parameters of variables and ends at a "
      "missing input; corrected: by their shapes, and goes on");
  add("numeric_order", rules.numeric_order,
      "reference: rows of steps stand by the texts of their numbers; "
      "corrected: by the numbers");
  add("plain_trace", rules.plain_trace,
      "reference: lanes of a trace fill in the order of the file; corrected: "
      "by start, with labels");
  add("xspace_rows", rules.xspace_rows,
      "reference: an XSpace is counted as by TensorFlow's tools; corrected: "
      "also operations that end with the operation around them, eager "
      "operations, instructions of XLA and kernels without a launch");
  add("xspace_markers", rules.xspace_markers,
      "reference: a loop of TensorFlow hides the marked steps of an XSpace; "
      "corrected: marked steps are the steps");
  add("xspace_instants", rules.xspace_instants,
      "reference: after an event without length a step's time counts as its "
      "kind's until the next event of that kind ends; corrected: it is no part "
      "of the step's time");
  add("attribution", rules.attribution,
      "reference: nodes that only records know have their names as types and "
      "no call stack; corrected: the types of their labels, the stacks of "
      "their callers, and no time is lost");
  add("counted_flops", rules.counted_flops,
      "reference: float operations are those of the op log; corrected: counted "
      "of each execution by its shapes");
  return {"rules", {}, std::move(table)};
}

// The match between the given graph and the operations in the XSpaces.
Section JoinedSection(const MatchedNames& found, Diagnostics& diagnostics) {
  const std::string time =
      found.time_share
          ? fmt::format(", {:.1f} % of time", 100 * *found.time_share)
          : "";
  if (found.IsDoubtful()) {
    diagnostics.Warn("graph of another model",
                     fmt::format("the graph covers only{}: it may belong to "
                                 "another model",
                                 time.substr(1)));
  }
  return {"graph and recording",
          {fmt::format("matched {} of {} names{}", found.matched, found.names,
                       time)},
          {}};
}

struct InfoOptions {
  StepSelection steps;
  bool show_rules = false;
};

void AddInfoFlags(FlagSet& flags, InfoOptions& options) {
  AddStepsFlag(flags, options.steps);
  flags.Switch("show_rules", options.show_rules,
               "list the corrected rules and their effects");
}

Status RunInfo(const InfoOptions& options, const Arguments& arguments,
               CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(WithAllPrograms(arguments)));
  TFPROF_ASSIGN_OR_RETURN(Outputs outputs,
                          OpenOutputs(arguments, ResultKind::kTables, context));
  TFPROF_ASSIGN_OR_RETURN(
      const std::vector<PlannedProgram> programs,
      LoadLonePrograms(files, arguments, context.diagnostics));
  if (OfRole(files, Role::kGraph).size() > 1) {
    Report report;
    report.sections.push_back(ProgramsSection(programs));
    report.sections.push_back(FilesOf(files));
    return outputs.Render(report, context.diagnostics);
  }
  InventorySink::Counts counts;
  TFPROF_ASSIGN_OR_RETURN(
      const Profile profile,
      LoadProfile(files, arguments, {LoadSpec::Steps::kSumOfAll},
                  context.diagnostics, &counts));
  TFPROF_RETURN_IF_ERROR(CountCheckpoint(files, arguments, counts));
  ChosenSteps chosen;
  CaptureChoice of_capture;
  if (counts.capture != nullptr) {
    TFPROF_ASSIGN_OR_RETURN(of_capture, counts.capture->Choose(options.steps));
  } else {
    TFPROF_ASSIGN_OR_RETURN(chosen,
                            ChooseSteps(options.steps, profile.step_table));
  }
  Report report = counts.capture != nullptr
                      ? BuildRecordedInventory(profile, counts, of_capture)
                      : BuildInventory(profile, counts, chosen);
  report.sections.insert(report.sections.begin(), FilesOf(files));
  if (!programs.empty()) {
    report.sections.insert(report.sections.begin() + 1,
                           ProgramsSection(programs));
  }
  if (HasRole(files, Role::kGraph) && !counts.recordings.empty()) {
    report.sections.insert(report.sections.begin() + 1,
                           JoinedSection(MatchNames(profile, counts.recordings),
                                         context.diagnostics));
  }
  if (options.show_rules) {
    report.sections.push_back(RulesOf(RulesFor(arguments, files)));
  }
  return outputs.Render(report, context.diagnostics);
}

}  // namespace

Command InfoCommand() {
  return {.name = "info",
          .summary = "the contents of a dump, and what is missing",
          .examples = "  tfprof info DUMP\n",
          .result = ResultKind::kTables,
          .prepare = Prepare(AddInfoFlags, RunInfo)};
}

}  // namespace tfprof
