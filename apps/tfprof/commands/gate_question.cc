// SPDX-License-Identifier: Apache-2.0
#include "commands/gate_question.h"

#include "base/strings.h"
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

}  // namespace

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
