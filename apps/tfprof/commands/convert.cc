// SPDX-License-Identifier: Apache-2.0
// convert: a dump as one file.
#include <optional>

#include "command.h"
#include "commands/dump_database.h"
#include "load.h"
#include "output.h"
#include "steps_flag.h"

namespace tfprof {

namespace {

void AddConvertFlags(FlagSet& flags, std::optional<StepSelection>& steps) {
  AddStepsFlag(flags, steps, "all");
}

Status RunConvert(const std::optional<StepSelection>& steps,
                  const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(std::vector<PickedFile> files, PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kProfile, context));
  if (arguments.outputs.size() > 1 ||
      outputs.All(&Renderer::takes_file_image)) {
    // A database and each output need other parts, all of the same bytes.
    for (PickedFile& file : files) {
      TFPROF_RETURN_IF_ERROR(OpenContent(file, arguments.inputs));
    }
  }
  for (Output& output : outputs) {
    if (!output.renderer().takes_file_image) continue;
    TFPROF_ASSIGN_OR_RETURN(
        auto image, MakeDumpDatabase(files, steps, arguments,
                                     output.workplace(), context.diagnostics));
    Report report;
    report.sections.push_back({"", {}, std::move(image)});
    TFPROF_RETURN_IF_ERROR(output.Render(report, context.diagnostics));
  }
  if (outputs.All(&Renderer::takes_file_image)) return {};
  const bool takes_all = !steps || steps->which == StepSelection::Which::kAll;
  ChosenSteps chosen;
  if (!takes_all) {
    TFPROF_ASSIGN_OR_RETURN(chosen, ChooseStepsOf(files, *steps, arguments));
  }
  TFPROF_ASSIGN_OR_RETURN(
      const Profile profile,
      takes_all ? LoadProfile(files, arguments, {.records = true},
                              context.diagnostics, nullptr)
                : LoadChosen(files, chosen, arguments, {.records = true},
                             context.diagnostics));
  if (profile.nodes.size() == 0) {
    return Fail(ErrorCode::kNotFound,
                "the profile would be empty: the dump has neither a graph with "
                "nodes nor a step with records");
  }
  for (Output& output : outputs) {
    if (output.renderer().takes_file_image) continue;
    Report report;
    report.sections.push_back({"", {}, &profile});
    TFPROF_RETURN_IF_ERROR(output.Render(report, context.diagnostics));
  }
  return {};
}

}  // namespace

Command ConvertCommand() {
  return {.name = "convert",
          .summary = "a dump as one file: a saved profile, or a database",
          .examples =
              "  tfprof convert DUMP --output=profile:outfile=step.profile\n"
              "  tfprof convert DUMP --output=sqlite:outfile=dump.db\n",
          .result = ResultKind::kProfile,
          .default_output = "profile",
          .prepare = Prepare(AddConvertFlags, RunConvert)};
}

}  // namespace tfprof
