// SPDX-License-Identifier: Apache-2.0
#include "commands/cmd_advise.h"

#include "analysis/advise/checker.h"
#include "app.h"
#include "commands.h"
#include "load.h"
#include "model/tee_sink.h"
#include "output.h"

namespace tfprof {

namespace {

// What some checkers look at beside the profile, if they were asked for.
struct MoreEvidence {
  XlaReport xla;
  Communication communication;
};

Status Gather(const Arguments& arguments, MoreEvidence& evidence,
              Diagnostics& diagnostics) {
  const bool with_xla = Needs(arguments.advise.checkers, Evidence::kXla);
  const bool with_communication =
      Needs(arguments.advise.checkers, Evidence::kCommunication);
  if (!with_xla && !with_communication) return {};
  TFPROF_ASSIGN_OR_RETURN(const std::vector<PickedFile> steps,
                          PickStepFiles(arguments));
  std::vector<Graph> graphs;
  if (with_xla) {
    TFPROF_ASSIGN_OR_RETURN(
        graphs, LoadAllGraphs(steps.front(), arguments, diagnostics));
  }
  XlaSink xla(graphs);
  CommunicationSink communication;
  TeeSink tee({&xla, &communication});
  for (const PickedFile& step : steps) {
    xla.BeginRun(step.step);
    TFPROF_RETURN_IF_ERROR(
        ReadInputs({step}, arguments.inputs, tee, diagnostics));
  }
  evidence.xla = xla.Finish(graphs);
  evidence.communication = communication.Finish();
  return {};
}

Status Render(const Profile& profile, const Arguments& arguments,
              Output& output, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(Advice advice,
                          MakeAdvice(profile, arguments, context.diagnostics));
  if (arguments.advise.fail && advice.HasFindings()) {
    context.exit_code = kExitFound;
  }
  Report report;
  report.sections.push_back({"", {}, std::move(advice)});
  return output.Render(report, context.diagnostics);
}

}  // namespace

Result<Advice> MakeAdvice(const Profile& profile, const Arguments& arguments,
                          Diagnostics& diagnostics) {
  MoreEvidence more;
  TFPROF_RETURN_IF_ERROR(Gather(arguments, more, diagnostics));
  return RunCheckers(
      {profile, arguments.rules, &more.xla, &more.communication, {}},
      arguments.advise.checkers, arguments.advise.settings, diagnostics);
}

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
