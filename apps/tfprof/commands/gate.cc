// SPDX-License-Identifier: Apache-2.0
// gate: judges whether runs got worse.
#include <algorithm>
#include <chrono>
#include <ctime>
#include <memory>
#include <new>

#include "analysis/gate/budget.h"
#include "analysis/gate/calibration.h"
#include "analysis/gate/gate_tables.h"
#include "analysis/gate/plain_words.h"
#include "analysis/gate/words.h"
#include "app.h"
#include "base/strings.h"
#include "command.h"
#include "commands/budget_file.h"
#include "commands/gate_question.h"
#include "commands/gate_runs.h"
#include "output.h"
#include "store/kept_files.h"

namespace tfprof {

namespace {

constexpr double kInjected = 1.2;  // the slowdown that --self_test injects

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

// What a question found, for reports of every kind.
struct Judged {
  Verdict verdict;
  GateResult result;  // its verdict was moved to `verdict`
  std::vector<LimitOutcome> limits;
};

// Compares candidate with baseline, and checks the budget.
Result<Judged> Judge(const GateQuestion& asked, const Budget& budget,
                     const ViewInputs& inputs) {
  const GateInput& input = inputs.Of(*asked.view);
  Judged judged;
  if (asked.calibrate || asked.self_test) {
    judged.verdict = asked.calibrate ? CalibrationVerdict(input, asked.options)
                                     : SelfTest(input, asked.options);
    return judged;
  }
  GateResult& result = judged.result;
  result = RunGate(input, asked.options, budget.accepted, Today());
  TFPROF_ASSIGN_OR_RETURN(
      judged.limits,
      CheckLimits(
          budget.limits, asked.options,
          [&](const View& view) -> const GateInput& { return inputs.Of(view); },
          result.verdict));
  if (!asked.HasBaseline() && result.verdict.status == Verdict::Status::kPass) {
    result.verdict.reason = fmt::format("{} limits hold", budget.limits.size());
  }
  result.verdict.numbers = VerdictNumbers(asked.options, result);
  result.verdict.summary = SummaryOf(input, asked.options, result);
  for (Verdict::Check& check : result.verdict.checks) {
    const bool is_bad = IsFailure(check.status) || IsUndecided(check.status);
    if (!is_bad || check.line > 0 || asked.location.empty()) continue;
    check.file = asked.location;
    check.line = 1;
  }
  judged.verdict = std::move(result.verdict);
  return judged;
}

Report ReportOf(const Judged& judged, const GateQuestion& asked,
                const Budget& budget, const GateInput& input,
                bool is_for_people) {
  std::vector<Section> tables;
  std::vector<std::string> advice = judged.result.advice;
  if (!asked.calibrate && !asked.self_test) {
    tables = GateTables(input, asked.options, judged.result, is_for_people);
    if (is_for_people) AddUndecided(judged.verdict, advice);
    if (!budget.limits.empty()) {
      tables.push_back(
          LimitsSection(judged.limits, judged.verdict, is_for_people));
    }
  }
  return ReportOf(judged.verdict, input, std::move(tables), std::move(advice),
                  is_for_people);
}

Status AnswerGate(const GateQuestion& question, const Arguments& arguments,
                  Outputs& outputs, CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(GateQuestion asked,
                          CompleteQuestion(question, arguments));
  asked.options.max_depth = asked.view_options.max_depth;
  Budget budget;
  if (!asked.budget.empty()) {
    TFPROF_ASSIGN_OR_RETURN(budget, ReadBudget(asked.budget));
  }
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
  TFPROF_ASSIGN_OR_RETURN(const Judged judged, Judge(asked, budget, inputs));
  context.exit_code = ExitCodeOf(judged.verdict, asked);
  const auto make = [&](const Renderer& renderer) {
    return ReportOf(judged, asked, budget, input, renderer.is_for_people);
  };
  return outputs.RenderEach(make, context.diagnostics);
}

// Inputs that cannot be read leave the error in every output with a file, for
// those who read only these.
void WriteError(const std::string& message, Outputs& outputs) {
  for (Output& output : outputs) {
    if (output.outfile().empty()) continue;
    Report report;
    report.sections.push_back({"", {}, VerdictOfError("gate", message)});
    Diagnostics none;
    // The command fails with the first error.
    (void)output.Render(report, none);
  }
}

Status RunGateCommand(const GateQuestion& question, const Arguments& arguments,
                      CommandContext& context) {
  TFPROF_ASSIGN_OR_RETURN(
      Outputs outputs, OpenOutputs(arguments, ResultKind::kVerdict, context));
  try {
    Status answer = AnswerGate(question, arguments, outputs, context);
    if (!answer && tfprof::ExitCodeOf(answer.error().code) == kExitInput) {
      WriteError(answer.error().message, outputs);
    }
    return answer;
  } catch (const std::bad_alloc&) {
    WriteError("needs more memory than it may use", outputs);
    throw;
  }
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
          .prepare = Prepare(AddGateFlags, RunGateCommand)};
}

}  // namespace tfprof
