// SPDX-License-Identifier: Apache-2.0
// gate: judges whether runs got worse.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>

#include "analysis/gate/budget.h"
#include "analysis/gate/calibration.h"
#include "analysis/gate/gate_tables.h"
#include "analysis/gate/words.h"
#include "app.h"
#include "base/strings.h"
#include "command.h"
#include "commands/budget_file.h"
#include "commands/gate_question.h"
#include "commands/gate_runs.h"
#include "commands/view.h"
#include "output.h"
#include "steps_flag.h"
#include "store/kept_files.h"

namespace tfprof {

namespace {

constexpr double kInjected = 1.2;  // the slowdown that --self_test injects

void AddChanceFlags(FlagSet& flags, GateOptions& options) {
  flags.Other(
      "alpha", "P", "0.05",
      [&alpha = options.alpha](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(alpha, text.ends_with('%')
                                           ? ParsePercentage(text)
                                           : ParseReal(text));
        if (alpha > 0 && alpha < 1) return {};
        return Fail(ErrorCode::kInvalidArgument, "'{}' is not between 0 and 1",
                    text);
      },
      "accepted rate of false alarms");
  flags.Other(
      "min_slowdown", "N%", "2%",
      [&ratio = options.floors.min_ratio](std::string_view text) -> Status {
        TFPROF_ASSIGN_OR_RETURN(const double share, ParsePercentage(text));
        if (share < 0) {
          return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
        }
        ratio = 1 + share;
        return {};
      },
      "a smaller slowdown is not a regression");
  flags.Quantity("min_micros_changed", options.floors.min_absolute,
                 Unit::kMicros, {},
                 "a slowdown by less time than this is not, either");
  flags.Quantity("min_bytes_changed", options.min_bytes_changed, Unit::kBytes,
                 {}, "growth of memory by less than this is not, either");
  flags.Share("must_show", options.must_show,
              "inconclusive if the runs could not have shown such a slowdown");
  flags.Switch("pairs", options.is_paired,
               "the runs were made in turn: candidate i beside baseline i");
}

void AddGateFlags(FlagSet& flags, GateQuestion& question) {
  flags.List("baseline", question.baseline, "RUN,...",
             "dumps of the old runs, one per process, or a history");
  flags.Text("branch", question.branch, "NAME",
             "branch of a history that gives the baseline");
  flags.Whole("last", question.last, {1, 50},
              "number of latest runs of a history");
  flags.List("candidate", question.candidate, "RUN,...",
             "dumps of the runs to judge");
  flags.Text("budget", question.budget, "FILE", "limits, in TOML");
  flags.Text("write_budget", question.write_budget, "FILE",
             "write such a file from the baseline");
  AddViewNameFlag(flags, question.view);
  AddStepsFlag(flags, question.steps);
  Flag& warmup =
      flags.Whole("warmup_steps", question.warmup_steps, {},
                  "instead of --steps: all but the first N of each run");
  warmup.default_text = "";
  warmup.is_rare = true;
  AddChanceFlags(flags, question.options);
  flags.Word("inconclusive", question.inconclusive,
             {{"report", kExitInconclusive},
              {"pass", kExitDone},
              {"fail", kExitFound}},
             "exit code for inconclusive and not comparable: report (4), pass "
             "(0) or fail (1)");
  flags.Switch("calibrate", question.calibrate,
               "describe the machine from ten or more baseline runs: drift, "
               "spread, detectable slowdown");
  flags.Switch("self_test", question.self_test,
               "slow down the candidate; the verdict must be a regression");
  AddViewFlags(flags, question.view_options, FlagGroup::kView);
}

int ExitCodeOf(const Verdict& verdict, const GateQuestion& asked) {
  if (IsFailure(verdict.status)) return kExitFound;
  if (!IsUndecided(verdict.status)) return kExitDone;
  // A failed --self_test means that the gate does not work: always an error.
  return asked.self_test ? static_cast<int>(kExitFound) : asked.inconclusive;
}

std::string Today() {
  const std::time_t now =
      std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1,
                     utc.tm_mday);
}

// --self_test: checks that the gate finds an injected slowdown.
Verdict SelfTest(const GateInput& input, const GateOptions& options) {
  const GateResult slowed =
      RunGate(WithSlowdown(input, kInjected), options, {}, Today());
  const StepTest* const length = slowed.Find(StepMeasure::kLength);
  const bool is_heard =
      length != nullptr && length->state == StepState::kWorse;
  Verdict test;
  test.tool = "gate";
  test.status =
      is_heard ? Verdict::Status::kPass : Verdict::Status::kInconclusive;
  test.reason =
      is_heard
          ? fmt::format("a slowdown of {:.0f}% was found",
                        (kInjected - 1) * 100)
          : fmt::format("a slowdown of {:.0f}% was not found: {}",
                        (kInjected - 1) * 100,
                        length != nullptr ? WordsOf(*length, options.alpha)
                                          : slowed.verdict.reason);
  test.checks.push_back({"self test", "", test.status, test.reason, "", 0});
  return test;
}

// Describes the calibration: a steady machine, or runs that vary.
std::string WordsOf(const Calibration& c, double alpha) {
  std::string words = fmt::format(
      "{} runs spread {:.2f}%; drift {:+.3f}% a run (p = {:.3f}); "
      "autocorrelation {:.2f} (p = {:.3f}); half against half they find a "
      "slowdown of {} in 80 of 100 cases",
      c.runs, c.spread * 100, c.drift * 100, c.drift_p, c.autocorrelation,
      c.autocorrelation_p,
      c.least_slowdown ? fmt::format("{:.1f}%", *c.least_slowdown * 100)
                       : "no size");
  if (c.HasDrift(alpha)) {
    words +=
        ": the machine drifts, so runs that are made one after the other "
        "differ without a change; take baseline and candidate in turn and give "
        "--pairs";
  } else if (c.IsCorrelated(alpha)) {
    words +=
        ": neighbours are alike, so there is less evidence than there are "
        "runs; take baseline and candidate in turn and give --pairs";
  }
  return words;
}

Verdict CalibrationVerdict(const GateInput& input, const GateOptions& options) {
  const Calibration c = Calibrate(input, options);
  Verdict verdict;
  verdict.tool = "gate";
  if (!c.HasEnough()) {
    verdict.status = Verdict::Status::kInconclusive;
    verdict.reason =
        c.runs < Calibration::kLeastRuns
            ? fmt::format(
                  "{} baseline runs are too few to describe the "
                  "machine; give {}",
                  c.runs, Calibration::kLeastRuns)
            : "a run has no step times, because its records have no start";
  } else {
    verdict.reason = WordsOf(c, options.alpha);
    if (c.HasDrift(options.alpha) || c.IsCorrelated(options.alpha)) {
      verdict.status = Verdict::Status::kInconclusive;
    }
    verdict.numbers = {
        {{"spread"}, c.spread},
        {{"drift"}, c.drift},
        {{"drift p"}, c.drift_p},
        {{"autocorrelation"}, c.autocorrelation},
        {{"autocorrelation p"}, c.autocorrelation_p},
        {{"least slowdown"},
         CellOf(c.least_slowdown)}};
  }
  verdict.checks.push_back(
      {"calibration", "", verdict.status, verdict.reason, "", 0});
  return verdict;
}

// The file of --write_budget; none if there is no such flag.
Result<std::unique_ptr<FileWriter>> OpenBudget(const GateQuestion& asked,
                                               Durability durability) {
  if (asked.write_budget.empty()) return nullptr;
  TFPROF_RETURN_IF_ERROR(CheckReplaceable(asked.write_budget, false));
  return FileWriter::Open(asked.write_budget, durability);
}

Status WriteBudget(const GateInput& input, FileWriter& file) {
  TFPROF_RETURN_IF_ERROR(file.Write(BudgetOf(input)));
  return file.Close();
}

// The runs in each needed view, the view of --view first.
class ViewInputs {
 public:
  static Result<ViewInputs> Load(const GateQuestion& question,
                                 const Budget& budget,
                                 const Arguments& arguments,
                                 Diagnostics& diagnostics) {
    ViewInputs loaded;
    loaded.Want(*question.view);
    for (const Limit& limit : budget.limits) loaded.Want(*limit.view);
    // A history has rows by scope, and so do budgets.
    if (question.IsAgainstHistory() || !question.write_budget.empty()) {
      loaded.Want(DefaultView());
    }
    TFPROF_ASSIGN_OR_RETURN(
        loaded.inputs_,
        LoadGateInputs(question, arguments, loaded.views_, diagnostics));
    return loaded;
  }

  // REQUIRES: Load was called for the view.
  const GateInput& Of(const View& view) const {
    const auto found = std::find(views_.begin(), views_.end(), &view);
    return inputs_[static_cast<size_t>(found - views_.begin())];
  }

 private:
  void Want(const View& view) {
    if (std::find(views_.begin(), views_.end(), &view) == views_.end()) {
      views_.push_back(&view);
    }
  }

  std::vector<const View*> views_;
  std::vector<GateInput> inputs_;
};

// The verdict and its evidence, in reading order.
Report ReportOf(Verdict verdict, const GateInput& input,
                std::vector<Section> tables, std::vector<std::string> advice,
                bool is_for_people) {
  Report report;
  report.sections.push_back({"", {}, std::move(verdict)});
  std::move(tables.begin(), tables.end(), std::back_inserter(report.sections));
  report.sections.push_back(RunsTable(input, is_for_people));
  if (!advice.empty()) {
    report.sections.push_back({"advice", std::move(advice), {}});
  }
  ReportedSteps& steps = report.steps.emplace();
  for (const auto* const side : {&input.baseline, &input.candidate}) {
    for (const GateRun& run : *side) {
      steps.of_dump.push_back(run.used);
      steps.are = run.steps_are;
    }
  }
  return report;
}

// Adds the undecided checks that the verdict's reason does not mention.
void AddUndecided(const Verdict& verdict, std::vector<std::string>& advice) {
  constexpr size_t kMost = 10;
  size_t said = 0;
  for (const Verdict::Check& check : verdict.checks) {
    const bool is_said =
        verdict.reason.find(check.message) != std::string::npos;
    if (!IsUndecided(check.status) || is_said || said == kMost) continue;
    ++said;
    advice.push_back(
        fmt::format("{}: {}", WordsOf(check.status), check.message));
  }
}

// Compares candidate with baseline, and checks the budget.
Result<Report> Judge(const GateQuestion& asked, const Budget& budget,
                     const ViewInputs& inputs, bool is_for_people) {
  const GateInput& input = inputs.Of(*asked.view);
  GateResult result = RunGate(input, asked.options, budget.accepted, Today());
  Verdict& verdict = result.verdict;
  TFPROF_ASSIGN_OR_RETURN(
      const std::vector<LimitOutcome> limits,
      CheckLimits(
          budget.limits, asked.options,
          [&](const View& view) -> const GateInput& { return inputs.Of(view); },
          verdict));
  if (!asked.HasBaseline() && verdict.status == Verdict::Status::kPass) {
    verdict.reason = fmt::format("{} limits hold", budget.limits.size());
  }
  verdict.numbers = VerdictNumbers(asked.options, result);
  std::vector<Section> tables =
      GateTables(input, asked.options, result, is_for_people);
  if (is_for_people) AddUndecided(verdict, result.advice);
  if (!budget.limits.empty()) {
    tables.push_back(LimitsSection(limits, verdict, is_for_people));
  }
  return ReportOf(std::move(verdict), input, std::move(tables),
                  std::move(result.advice), is_for_people);
}

Status AnswerGate(const GateQuestion& question, const Arguments& arguments,
                  CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(GateQuestion asked,
                          CompleteQuestion(question, arguments));
  asked.options.max_depth = asked.view_options.max_depth;
  Budget budget;
  if (!asked.budget.empty()) {
    TFPROF_ASSIGN_OR_RETURN(budget, ReadBudget(asked.budget));
  }
  TFPROF_ASSIGN_OR_RETURN(
      Output output,
      OpenOutput(arguments.output, ResultKind::kVerdict, context));
  TFPROF_ASSIGN_OR_RETURN(const auto new_budget,
                          OpenBudget(asked, context.durability));
  TFPROF_ASSIGN_OR_RETURN(
      const ViewInputs inputs,
      ViewInputs::Load(asked, budget, arguments, context.diagnostics));
  const GateInput& input = inputs.Of(*asked.view);
  if (new_budget != nullptr) {
    TFPROF_RETURN_IF_ERROR(WriteBudget(inputs.Of(DefaultView()), *new_budget));
    if (asked.candidate.empty()) return {};
  }
  const bool is_for_people = output.renderer().is_for_people;
  Report report;
  if (asked.calibrate) {
    report = ReportOf(CalibrationVerdict(input, asked.options), input, {}, {},
                      is_for_people);
  } else if (asked.self_test) {
    report = ReportOf(SelfTest(input, asked.options), input, {}, {},
                      is_for_people);
  } else {
    TFPROF_ASSIGN_OR_RETURN(
        report, Judge(asked, budget, inputs, is_for_people));
  }
  context.exit_code =
      ExitCodeOf(std::get<Verdict>(report.sections[0].block), asked);
  return output.Render(report, context.diagnostics);
}

}  // namespace

Command GateCommand() {
  return {.name = "gate",
          .summary = "a verdict for CI: did the runs get worse?",
          .operands = "",
          .examples =
              "  tfprof gate --baseline=main_0,main_1,main_2,main_3,main_4 "
              "--candidate=pr_0,pr_1,pr_2,pr_3,pr_4\n"
              "  tfprof gate --candidate=RUN --budget=budget.toml\n",
          .result = ResultKind::kVerdict,
          .prepare = Prepare(AddGateFlags, AnswerGate)};
}

}  // namespace tfprof
