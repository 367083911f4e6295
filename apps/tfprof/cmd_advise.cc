// SPDX-License-Identifier: Apache-2.0
#include "cmd_advise.h"

#include "analysis/checker.h"
#include "app.h"
#include "commands.h"
#include "load.h"
#include "output.h"

namespace tfprof {

namespace {

Status Render(const Profile& profile, const Arguments& arguments,
              Output& output, CommandContext& context) {
  const AdviseArguments& advise = arguments.advise;
  TFPROF_ASSIGN_OR_RETURN(Advice advice,
                          RunCheckers(profile, arguments.rules, advise.checkers,
                                      advise.settings, context.diagnostics));
  if (advise.fail && advice.HasFindings()) context.exit_code = kExitFound;
  Report report;
  report.sections.push_back({"", {}, std::move(advice)});
  return output.Render(report, context.diagnostics);
}

}  // namespace

Status ShowAdvice(const Profile& profile, const Arguments& arguments,
                  CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Output output, OpenOutput("stdout", ResultKind::kAdvice, context.out));
  return Render(profile, arguments, output, context);
}

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
  return Render(profile, arguments, output, context);
}

}  // namespace tfprof
