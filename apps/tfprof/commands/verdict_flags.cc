// SPDX-License-Identifier: Apache-2.0
#include "commands/verdict_flags.h"

#include "flag_parsers.h"

namespace tfprof {

namespace {

// "5%" as 0.05.
Status ParseShare(std::string_view text, double& share) {
  const bool has_mark = text.ends_with('%');
  if (has_mark) text.remove_suffix(1);
  TFPROF_RETURN_IF_ERROR(ParseReal(text, share));
  if (has_mark) share /= 100;
  if (share >= 0) return {};
  return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
}

// A number in the measure's unit, or a share such as 5%.
Status ParseMinChange(std::string_view text, Arguments& arguments) {
  if (text.ends_with('%')) {
    return ParseShare(text, arguments.diff.least.share);
  }
  TFPROF_RETURN_IF_ERROR(ParseReal(text, arguments.diff.least.absolute));
  if (arguments.diff.least.absolute >= 0) return {};
  return Fail(ErrorCode::kInvalidArgument, "'{}' is below 0", text);
}

Status ParseGateChange(std::string_view text, Arguments& arguments) {
  double share = 0;
  TFPROF_RETURN_IF_ERROR(ParseShare(text, share));
  arguments.gate.options.tree.min_ratio = 1 + share;
  return {};
}

Status ParseMinMicros(std::string_view text, Arguments& arguments) {
  return ParseReal(text, arguments.gate.options.tree.min_absolute);
}

Status ParseAlpha(std::string_view text, Arguments& arguments) {
  double& alpha = arguments.gate.options.tree.alpha;
  TFPROF_RETURN_IF_ERROR(ParseShare(text, alpha));
  if (alpha > 0 && alpha < 1) return {};
  return Fail(ErrorCode::kInvalidArgument, "'{}' is not between 0 and 1", text);
}

Status ParseMustShow(std::string_view text, Arguments& arguments) {
  return ParseShare(text, arguments.gate.options.must_show);
}

Status ParseInconclusive(std::string_view text, Arguments& arguments) {
  return ParseWord<int>(text, {{"pass", 0}, {"fail", 1}, {"report", 4}},
                        arguments.gate.inconclusive);
}

}  // namespace

std::vector<Flag> VerdictFlags() {
  using enum FlagGroup;
  using A = Arguments;
  using D = DiffArguments;
  using G = GateArguments;
  return {
      {kDiff, "view", "NAME", "scope", "scope, graph, op or code", false,
       TextOf<&A::diff, &D::view>},
      {kDiff, "base", "DUMP", "", "the old one, instead of the first word",
       false, TextOf<&A::diff, &D::base>},
      {kDiff, "new", "DUMP", "", "the new one, instead of the second word",
       false, TextOf<&A::diff, &D::now>},
      {kDiff, "min_change", "N or N%", "0",
       "leave out rows that changed less; may be given for both", false,
       ParseMinChange},

      {kGate, "baseline", "RUN,...", "", "dumps of runs as they were, one each",
       false, ListOf<&A::gate, &G::baseline>},
      {kGate, "candidate", "RUN,...", "", "dumps of runs to be judged", false,
       ListOf<&A::gate, &G::candidate>},
      {kGate, "budget", "FILE", "", "limits, in TOML", false,
       TextOf<&A::gate, &G::budget>},
      {kGate, "write_budget", "FILE", "", "make such a file of the baseline",
       false, TextOf<&A::gate, &G::write_budget>},
      {kGate, "view", "NAME", "scope", "scope, graph, op or code", false,
       TextOf<&A::gate, &G::view>},
      {kGate, "warmup_steps", "N", "1",
       "leave out the first steps of each run that has more", false,
       WholeOf<&A::gate, &G::warmup_steps>},
      {kGate, "alpha", "P", "0.05", "how often a false alarm is accepted",
       false, ParseAlpha},
      {kGate, "min_slowdown", "N%", "2%", "less is no regression", false,
       ParseGateChange},
      {kGate, "min_micros_changed", "US", "100",
       "and neither is less than this", false, ParseMinMicros},
      {kGate, "must_show", "N%", "10%",
       "inconclusive if the runs could not have shown such a slowdown", false,
       ParseMustShow},
      {kGate, "inconclusive", "WORD", "report",
       "what inconclusive and not comparable exit with: report (4), pass (0) "
       "or "
       "fail (1)",
       false, ParseInconclusive},
      {kGate, "calibrate", "", "false",
       "test the baseline against itself, and say how often that alarms", true,
       SwitchOf<&A::gate, &G::calibrate>},
      {kGate, "self_test", "", "false",
       "slow the candidate down, which must come out as a regression", true,
       SwitchOf<&A::gate, &G::self_test>},
  };
}

}  // namespace tfprof
