// SPDX-License-Identifier: Apache-2.0
// convert: a dump as one file.
#include "commands.h"
#include "load.h"
#include "output.h"

namespace tfprof {

Status RunConvert(const Command&, const Arguments& arguments,
                  CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.view.output, ResultKind::kProfile, context.out));
  TFPROF_ASSIGN_OR_RETURN(const Profile profile,
                          LoadProfile(files, arguments, {.records = true},
                                      context.diagnostics, nullptr));
  Report report;
  report.sections.push_back({"", {}, &profile});
  return output.Render(report, context.diagnostics);
}

}  // namespace tfprof
