// SPDX-License-Identifier: Apache-2.0
// gate: did it get worse?
#include <map>

#include "analysis/gate/budget.h"
#include "app.h"
#include "base/strings.h"
#include "command.h"
#include "commands/budget_file.h"
#include "commands/gate_runs.h"
#include "commands/view.h"
#include "output.h"
#include "wire/intake/expand_runs.h"

namespace tfprof {

namespace {

constexpr double kInjected = 1.2;  // by --self_test
constexpr size_t kMostRuns = 60;

void AddChanceFlags(FlagSet& flags, GateOptions& options) {
  flags.Other(
      "alpha", "P", "0.05",
      [&alpha = options.tree.alpha](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(alpha, text.ends_with('%')
                                           ? ParsePercentage(text)
                                           : ParseReal(text));
        if (alpha > 0 && alpha < 1) return {};
        return Fail(ErrorCode::kInvalidArgument, "'{}' is not between 0 and 1",
                    text);
      },
      "how often a false alarm is accepted");
  flags.Other(
      "min_slowdown", "N%", "2%",
      [&ratio = options.tree.min_ratio](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(const double share, ParsePercentage(text));
        if (share < 0) {
          return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
        }
        ratio = 1 + share;
        return {};
      },
      "less is no regression");
  flags.Quantity("min_micros_changed", options.tree.min_absolute, Unit::kMicros,
                 {}, "and neither is less than this");
  flags.Share("must_show", options.must_show,
              "inconclusive if the runs could not have shown such a slowdown");
}

void AddGateFlags(FlagSet& flags, GateQuestion& question) {
  flags.List("baseline", question.baseline, "RUN,...",
             "dumps of runs as they were, one each");
  flags.List("candidate", question.candidate, "RUN,...",
             "dumps of runs to be judged");
  flags.Text("budget", question.budget, "FILE", "limits, in TOML");
  flags.Text("write_budget", question.write_budget, "FILE",
             "make such a file of the baseline");
  AddViewNameFlag(flags, question.view);
  flags
      .Whole("warmup_steps", question.warmup_steps, {},
             "leave out the first steps of each run that has more")
      .default_text = "1";
  AddChanceFlags(flags, question.options);
  flags.Word("inconclusive", question.inconclusive,
             {{"report", kExitInconclusive},
              {"pass", kExitDone},
              {"fail", kExitFound}},
             "what inconclusive and not comparable exit with: report (4), "
             "pass (0) or fail (1)");
  flags.Switch("calibrate", question.calibrate,
               "test the baseline against itself, and say how often that "
               "alarms");
  flags.Switch("self_test", question.self_test,
               "slow the candidate down, which must come out as a "
               "regression");
  AddViewFlags(flags, question.view_options, FlagGroup::kView);
}

Status CheckQuestion(const GateQuestion& asked) {
  if (asked.candidate.empty() && asked.write_budget.empty() &&
      !asked.calibrate) {
    return Fail(ErrorCode::kInvalidArgument,
                "gate judges runs; write --candidate=RUN,RUN,... and "
                "--baseline=RUN,RUN,...");
  }
  if (asked.baseline.empty() && asked.budget.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "gate compares with something; write --baseline=RUN,RUN,... or "
                "--budget=FILE");
  }
  if (asked.self_test && (asked.baseline.empty() || asked.candidate.empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "--self_test needs --baseline and --candidate");
  }
  if (asked.baseline.size() + asked.candidate.size() > kMostRuns) {
    return Fail(ErrorCode::kInvalidArgument,
                "{} runs are more than the {} that are tested together",
                asked.baseline.size() + asked.candidate.size(), kMostRuns);
  }
  return {};
}

int ExitCodeOf(const Verdict& verdict, const GateQuestion& asked) {
  switch (verdict.status) {
    case Verdict::Status::kPass:
      return kExitDone;
    case Verdict::Status::kRegression:
      return kExitFound;
    case Verdict::Status::kInconclusive:
    case Verdict::Status::kNotComparable:
      break;
  }
  return asked.inconclusive;
}

Section RunsOf(const GateInput& input) {
  using enum CellUnit;
  Table table{
      {{"side"}, {"run"}, {"steps"}, {"warmup"}, {"used"}, {"step", kMicros}},
      {}};
  const auto add = [&](const char* side, const std::vector<GateRun>& runs) {
    for (const GateRun& run : runs) {
      table.AddRow({side, run.name, static_cast<int64_t>(run.steps),
                    static_cast<int64_t>(run.warmup),
                    static_cast<int64_t>(run.used), run.Of(kNoisyMeasure, 0)});
    }
  };
  add("baseline", input.baseline);
  add("candidate", input.candidate);
  return {"runs",
          {"a run is one piece of evidence: the median of its steps"},
          std::move(table)};
}

// The verdict of --self_test is about the gate, not about the candidate.
Verdict SelfTest(const GateInput& input, const GateOptions& options) {
  Verdict verdict = RunGate(WithSlowdown(input, kInjected), options);
  const bool is_heard = verdict.status == Verdict::Status::kRegression;
  Verdict test;
  test.tool = "gate";
  test.status =
      is_heard ? Verdict::Status::kPass : Verdict::Status::kInconclusive;
  test.reason = is_heard
                    ? fmt::format("a slowdown of {:.0f}% was found",
                                  (kInjected - 1) * 100)
                    : fmt::format("a slowdown of {:.0f}% was not found: {}",
                                  (kInjected - 1) * 100, verdict.reason);
  test.checks.push_back({"self test", "", test.status, test.reason, "", 0});
  return test;
}

Verdict CalibrationVerdict(const GateInput& input, const GateOptions& options) {
  const Calibration c = Calibrate(input, options);
  Verdict verdict;
  verdict.tool = "gate";
  if (!c.has_enough) {
    verdict.status = Verdict::Status::kInconclusive;
    verdict.reason = fmt::format(
        "{} baseline runs cannot be split into two groups that show anything: "
        "{} would do",
        input.baseline.size(), c.runs_needed);
  } else {
    const auto share = [&](size_t count) {
      return 100.0 * static_cast<double>(count) / static_cast<double>(c.splits);
    };
    verdict.reason = fmt::format(
        "of {} ways to split the baseline in two, {:.1f}% alarm at the root "
        "and "
        "{:.1f}% anywhere; the later half takes {:.3f} times as long as the "
        "earlier one (p = {:.4f})",
        c.splits, share(c.alarms), share(c.alarms_in_tree), c.drift_ratio,
        c.drift_p);
    if (c.drift_p <= options.tree.alpha) {
      verdict.status = Verdict::Status::kInconclusive;
      verdict.reason +=
          ": the machine drifts, so runs that are made one after the other "
          "differ without a change; take baseline and candidate in turn";
    }
  }
  verdict.checks.push_back(
      {"calibration", "", verdict.status, verdict.reason, "", 0});
  return verdict;
}

Status WriteBudget(const GateInput& input, const GateQuestion& asked,
                   Durability durability) {
  TFPROF_ASSIGN_OR_RETURN(const auto file,
                          FileWriter::Open(asked.write_budget, durability));
  TFPROF_RETURN_IF_ERROR(file->Write(BudgetOf(input)));
  return file->Close();
}

// The runs in each view that a limit is about; what is read once is kept.
class ViewInputs {
 public:
  ViewInputs(const GateQuestion& question, const Arguments& arguments,
             Diagnostics& diagnostics)
      : question_(question), arguments_(arguments), diagnostics_(diagnostics) {}

  Result<const GateInput*> Of(const View& view) {
    auto found = inputs_.find(view.id);
    if (found == inputs_.end()) {
      TFPROF_ASSIGN_OR_RETURN(
          GateInput input,
          LoadGateInput(question_, arguments_, view, diagnostics_));
      found = inputs_.emplace(view.id, std::move(input)).first;
    }
    return &found->second;
  }

 private:
  const GateQuestion& question_;
  const Arguments& arguments_;
  Diagnostics& diagnostics_;
  std::map<ViewId, GateInput> inputs_;
};

Status AnswerGate(const GateQuestion& question, const Arguments& arguments,
                  CommandContext& context) {
  GateQuestion asked = question;
  TFPROF_ASSIGN_OR_RETURN(asked.baseline, ExpandRuns(question.baseline));
  TFPROF_ASSIGN_OR_RETURN(asked.candidate, ExpandRuns(question.candidate));
  TFPROF_RETURN_IF_ERROR(CheckQuestion(asked));
  if (!arguments.inputs.dumps.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "gate takes its runs by --baseline and --candidate: '{}' is "
                "neither",
                Printable(arguments.inputs.dumps[0]));
  }
  std::vector<Limit> limits;
  if (!asked.budget.empty()) {
    TFPROF_ASSIGN_OR_RETURN(limits, ReadBudget(asked.budget));
  }
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kVerdict, context));
  ViewInputs inputs(asked, arguments, context.diagnostics);
  TFPROF_ASSIGN_OR_RETURN(const GateInput* const input, inputs.Of(*asked.view));
  if (!asked.write_budget.empty()) {
    if (asked.baseline.empty()) {
      return Fail(ErrorCode::kInvalidArgument,
                  "--write_budget makes limits of a baseline; give --baseline");
    }
    TFPROF_ASSIGN_OR_RETURN(const GateInput* const scopes,
                            inputs.Of(DefaultView()));
    TFPROF_RETURN_IF_ERROR(WriteBudget(*scopes, asked, context.durability));
    if (asked.candidate.empty()) return {};
  }
  Verdict verdict;
  if (asked.calibrate) {
    verdict = CalibrationVerdict(*input, asked.options);
  } else if (asked.self_test) {
    verdict = SelfTest(*input, asked.options);
  } else {
    verdict = RunGate(*input, asked.options);
    std::map<ViewId, const GateInput*> by_view;
    for (const Limit& limit : limits) {
      TFPROF_ASSIGN_OR_RETURN(by_view[limit.view->id], inputs.Of(*limit.view));
    }
    TFPROF_RETURN_IF_ERROR(CheckLimits(
        limits, asked.options,
        [&](const View& view) -> const GateInput& {
          return *by_view.at(view.id);
        },
        verdict));
    if (asked.baseline.empty() && verdict.status == Verdict::Status::kPass) {
      verdict.reason = fmt::format("{} limits hold", limits.size());
    }
  }
  context.exit_code = ExitCodeOf(verdict, asked);
  Report report;
  report.sections.push_back({"", {}, std::move(verdict)});
  report.sections.push_back(RunsOf(*input));
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command GateCommand() {
  return {.name = "gate",
          .summary = "did it get worse? a verdict for CI",
          .operands = "",
          .examples =
              "  tfprof gate --baseline=main_0,main_1,main_2,main_3,main_4 "
              "--candidate=pr_0,pr_1,pr_2,pr_3,pr_4\n"
              "  tfprof gate --candidate=RUN --budget=budget.toml\n",
          .result = ResultKind::kVerdict,
          .prepare = Prepare(AddGateFlags, AnswerGate)};
}

}  // namespace tfprof
