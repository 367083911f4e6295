// SPDX-License-Identifier: Apache-2.0
#include "analysis/checker.h"
#include "app.h"
#include "commands.h"
#include "load.h"
#include "output.h"

namespace tfprof {

Status RunAdvise(const Command&, const Arguments& arguments,
                 CommandContext& context) {
  const AdviseArguments& advise = arguments.advise;
  TFPROF_RETURN_IF_ERROR(CheckCheckers(advise.checkers, advise.settings));
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> files,
                          PickFiles(arguments));
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.view.output, ResultKind::kAdvice, context.out));
  TFPROF_ASSIGN_OR_RETURN(
      const Profile profile,
      LoadProfile(files, arguments, {}, context.diagnostics, nullptr));
  TFPROF_ASSIGN_OR_RETURN(Advice advice,
                          RunCheckers(profile, arguments.rules, advise.checkers,
                                      advise.settings, context.diagnostics));
  if (advise.fail && advice.HasFindings()) context.exit_code = kExitFound;
  Report report;
  report.sections.push_back({"", {}, std::move(advice)});
  return output.Render(report, context.diagnostics);
}

}  // namespace tfprof
