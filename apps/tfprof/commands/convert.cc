// SPDX-License-Identifier: Apache-2.0
// convert: a dump as one file.
#include "command.h"
#include "load.h"
#include "output.h"

namespace tfprof {

namespace {

Status RunConvert(const Arguments& arguments, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kProfile, context));
  TFPROF_ASSIGN_OR_RETURN(const Profile profile,
                          LoadProfile(files, arguments, {.records = true},
                                      context.diagnostics, nullptr));
  Report report;
  report.sections.push_back({"", {}, &profile});
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command ConvertCommand() {
  return {.name = "convert",
          .summary = "a dump as one file, a saved profile",
          .examples =
              "  tfprof convert DUMP --output=profile:outfile=step.profile\n",
          .result = ResultKind::kProfile,
          .default_output = "profile",
          .prepare = Prepare(RunConvert)};
}

}  // namespace tfprof
