// SPDX-License-Identifier: Apache-2.0
// The prompt, which runs if no command is named. The dump is read once, and
// answers are kept for later lines.
#include "base/find_by_name.h"
#include "base/interrupt.h"
#include "command.h"
#include "commands/advise.h"
#include "commands/view.h"
#include "load_summary.h"
#include "output.h"
#include "prompt/line_source.h"
#include "prompt/prompt_line.h"
#include "targets.h"

namespace tfprof {

namespace {

class Prompt {
 public:
  Prompt(const ViewOptions& defaults, const Arguments& arguments,
         Session& session, CommandContext& context)
      : arguments_(arguments),
        defaults_(defaults),
        session_(session),
        context_(context) {}

  // Fails only if the answer cannot be written; other errors are printed, and
  // the prompt goes on.
  Status Answer(const std::string& line) {
    Diagnostics diagnostics;
    CommandContext context{context_.out, context_.err, diagnostics,
                           context_.progress, context_.durability};
    const Status status = Run(line, context);
    ClearInterrupt();
    if (!status) {
      const Error& error = status.error();
      if (error.code == ErrorCode::kClosedPipe) return status;
      Say(error);
      return context_.out.Write("");  // fails if it ever did
    } else if (!arguments_.quiet) {
      for (const std::string& warning : diagnostics.Lines()) {
        (void)context_.err.Write(warning + '\n');
      }
    }
    return {};
  }

 private:
  Status Run(const std::string& line, CommandContext& context) {
    if (line.empty()) return context.out.Write(OptionListing(defaults_));
    TFPROF_ASSIGN_OR_RETURN(PromptLine parsed,
                            ParsePromptLine(line, defaults_));
    if (parsed.command == "set") {
      defaults_ = std::move(parsed.options);
      if (parsed.steps) steps_ = parsed.steps;
      return {};
    }
    if (parsed.command == "help") return context.out.Write(PromptHelp());
    if (parsed.command == "advise") {
      if (parsed.steps) {
        return Fail(ErrorCode::kUnsupported,
                    "advise covers all steps here; tfprof advise DUMP "
                    "--steps=... chooses");
      }
      return ShowAdvice(session_, arguments_, context);
    }
    TFPROF_ASSIGN_OR_RETURN(Selection selection, MakeSelection(parsed.options));
    std::optional<StepSelection> steps = parsed.steps;
    if (!steps && !selection.step) steps = steps_;
    TFPROF_RETURN_IF_ERROR(CheckOneChoice(selection, steps));
    if (steps) {
      TFPROF_ASSIGN_OR_RETURN(
          selection.chosen, ChooseSteps(*steps, session_.profile().step_table));
    }
    TFPROF_RETURN_IF_ERROR(CheckTarget(parsed.options.output, arguments_));
    TFPROF_ASSIGN_OR_RETURN(
        Output output,
        OpenOutput(parsed.options.output, ResultKind::kView, context));
    Outputs outputs(std::move(output));
    return ShowView(*FindByName(Views(), &View::name, parsed.command),
                    parsed.options, selection, session_, outputs, context);
  }

  void Say(const Error& error) {
    const bool is_question = error.code == ErrorCode::kInvalidArgument ||
                             error.code == ErrorCode::kUnsupported;
    (void)context_.err.Write(fmt::format(
        "E: {}{}\n", is_question ? "INVALID_ARGUMENT: " : "", error.message));
  }

  const Arguments& arguments_;
  ViewOptions defaults_;
  std::optional<StepSelection> steps_;  // chosen by "set"
  Session& session_;
  CommandContext& context_;
};

// Shows the summary first. Its errors are ignored: the prompt reports them.
Status ShowSummary(Arguments arguments, CommandContext& context) {
  arguments.rules = kCorrectedRules;
  Diagnostics ignored;
  const auto report = LoadSummary({}, arguments, ignored);
  if (!report) return {};
  TFPROF_ASSIGN_OR_RETURN(Output output,
                          OpenOutput("stdout", ResultKind::kTables, context));
  context.progress.Stop();
  TFPROF_RETURN_IF_ERROR(output.Render(*report, ignored));
  return context.out.Write("\n");
}

Status RunPrompt(const ViewOptions& options, const Arguments& arguments,
                 CommandContext& context) {
  ViewOptions defaults = options;
  if (arguments.outputs.size() > 1) {
    return Fail(ErrorCode::kInvalidArgument,
                "the prompt has one --output; name a command to write several");
  }
  defaults.output = arguments.output();
  TFPROF_RETURN_IF_ERROR(MakeSelection(defaults).map([](const auto&) {}));
  TFPROF_ASSIGN_OR_RETURN(Session session, Session::Open(arguments));
  if (session.ReadsStandardInput()) {
    return Fail(ErrorCode::kInvalidArgument,
                "'-' reads standard input, which gives the prompt its lines; "
                "name a command, or put the dump in a file");
  }
  if (context.out.is_terminal() && arguments.output() == "stdout") {
    TFPROF_RETURN_IF_ERROR(ShowSummary(arguments, context));
  }
  TFPROF_RETURN_IF_ERROR(session.Load({}, context.diagnostics));
  context.progress.Stop();
  if (!arguments.quiet) {
    for (const std::string& warning : context.diagnostics.Lines()) {
      (void)context.err.Write(warning + '\n');
    }
  }
  context.diagnostics = {};
  const std::unique_ptr<LineSource> lines = StandardInputLines();
  Prompt prompt(defaults, arguments, session, context);
  while (const auto line = lines->Next()) {
    TFPROF_RETURN_IF_ERROR(prompt.Answer(*line));
  }
  return lines->status();
}

void AddPromptFlags(FlagSet& flags, ViewOptions& options) {
  AddViewFlags(flags, options, FlagGroup::kOwn);
}

}  // namespace

Command MakePromptCommand() {
  return {.name = "",
          .summary = "questions about a dump, line by line",
          .examples = "  tfprof DUMP\n",
          .result = ResultKind::kView,
          .prepare = Prepare(AddPromptFlags, RunPrompt)};
}

}  // namespace tfprof
