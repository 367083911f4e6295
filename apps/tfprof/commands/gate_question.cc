// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_question.h"

#include "app.h"
#include "base/quantity.h"
#include "base/strings.h"
#include "commands/view.h"
#include "steps_flag.h"
#include "store/history.h"
#include "wire/intake/expand_runs.h"

namespace tfprof {

namespace {

constexpr size_t kMostRuns = 60;

// Fails for questions that a history cannot answer.
Status CheckHistory(const GateQuestion& asked) {
  if (asked.options.is_paired) {
    return Fail(ErrorCode::kInvalidArgument,
                "--pairs compares runs that were made in turn, and runs of a "
                "history were not: give their dumps");
  }
  if (asked.view != &DefaultView()) {
    return Fail(ErrorCode::kInvalidArgument,
                "a history has rows by scope only: give dumps to compare by {}",
                asked.view->name);
  }
  return {};
}

// A baseline that is a single database is a history.
Status FindHistory(GateQuestion& asked) {
  for (const std::string& run : asked.baseline) {
    TFPROF_ASSIGN_OR_RETURN(const bool is_database, History::IsDatabase(run));
    if (!is_database) continue;
    if (asked.baseline.size() == 1) {
      asked.history = run;
      asked.baseline.clear();
      return {};
    }
    return Fail(ErrorCode::kInvalidArgument,
                "{}: a history is a baseline by itself; record the other runs "
                "in it",
                Printable(run));
  }
  return {};
}

Status CheckQuestion(const GateQuestion& asked, const Arguments& arguments) {
  if (!arguments.inputs.dumps.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "unexpected word '{}'; gate takes its runs by --baseline and "
                "--candidate",
                Printable(arguments.inputs.dumps[0]));
  }
  if (asked.candidate.empty() && asked.write_budget.empty() &&
      !asked.calibrate) {
    return Fail(ErrorCode::kInvalidArgument,
                "gate judges runs; write --candidate=RUN,RUN,... and "
                "--baseline=RUN,RUN,...");
  }
  if (!asked.HasBaseline() && !asked.write_budget.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--write_budget makes limits of a baseline; give --baseline");
  }
  if (!asked.HasBaseline() && asked.budget.empty()) {
    return Fail(ErrorCode::kInvalidArgument,
                "nothing to compare with; write --baseline=RUN,RUN,... or "
                "--budget=FILE");
  }
  if (asked.self_test && (!asked.HasBaseline() || asked.candidate.empty())) {
    return Fail(ErrorCode::kInvalidArgument,
                "--self_test needs --baseline and --candidate");
  }
  if (asked.IsAgainstHistory()) TFPROF_RETURN_IF_ERROR(CheckHistory(asked));
  if (asked.options.is_paired &&
      asked.baseline.size() != asked.candidate.size()) {
    return Fail(ErrorCode::kInvalidArgument,
                "--pairs needs as many baseline runs as candidate runs: there "
                "are {} and {}",
                asked.baseline.size(), asked.candidate.size());
  }
  if (asked.baseline.size() + asked.candidate.size() > kMostRuns) {
    return Fail(ErrorCode::kInvalidArgument,
                "{} runs are too many; at most {} are tested together",
                asked.baseline.size() + asked.candidate.size(), kMostRuns);
  }
  return {};
}

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
  flags.Other(
      "min_bytes_changed", "SIZE|N%", "1% or 1KiB",
      [&floor = options.bytes_floor](std::string_view text) -> Status {
        if (text.ends_with('%')) {
          TFPROF_ASSIGN_OR_RETURN(const double share, ParsePercentage(text));
          if (share < 0) {
            return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
          }
          floor = {0, share};
          return {};
        }
        TFPROF_ASSIGN_OR_RETURN(const int64_t bytes,
                                ParseQuantity(text, Unit::kBytes));
        if (bytes < 0) {
          return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
        }
        floor = {static_cast<double>(bytes), 0};
        return {};
      },
      "growth of memory by less than this is not, either");
  flags.Share("must_show", options.must_show,
              "inconclusive if the runs could not have shown such a slowdown");
  flags.Switch("pairs", options.is_paired,
               "the runs were made in turn: candidate i beside baseline i");
}

}  // namespace

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
  flags.Text("location", question.location, "PATH",
             "training program that annotations without a line point at");
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

Result<GateQuestion> CompleteQuestion(const GateQuestion& question,
                                      const Arguments& arguments) {
  GateQuestion asked = question;
  TFPROF_ASSIGN_OR_RETURN(asked.baseline, ExpandRuns(question.baseline));
  TFPROF_ASSIGN_OR_RETURN(asked.candidate, ExpandRuns(question.candidate));
  TFPROF_RETURN_IF_ERROR(FindHistory(asked));
  TFPROF_RETURN_IF_ERROR(CheckQuestion(asked, arguments));
  return asked;
}

}  // namespace tfprof
